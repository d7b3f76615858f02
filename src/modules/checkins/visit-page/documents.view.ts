import { BadRequest, PayloadTooLarge, Unavailable, UnsupportedMediaType } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import { Harmful } from '../../files/file-scan.service.js';
import { back, type Content, type VisitCall } from './visit-call.js';
import type { Words } from './visit-page.words.js';
import type { VisitView } from './visit-pages.service.js';

const template = `<h1>{{title}}</h1>
{{#documents}}<form method="post" enctype="multipart/form-data" action="{{home}}/documents?line={{LineId}}">
<h2 id="line-{{LineId}}">{{LineName}}</h2>
{{#UploadMessage}}<p>{{UploadMessage}}</p>{{/UploadMessage}}
{{#received}}<p>{{received}}</p>{{/received}}
<p><label for="file-{{LineId}}">{{words.file}}</label>
{{#error}}<strong id="file-{{LineId}}-error" class="error">{{error}}</strong>{{/error}}
<input class="control" type="file" id="file-{{LineId}}" name="File" required
 aria-describedby="line-{{LineId}}{{#error}} file-{{LineId}}-error{{/error}}"
 {{#error}}aria-invalid="true"{{/error}}></p>
<p><button class="button main">{{words.send}}</button></p></form>
{{/documents}}
${back}`;

/** problem: with the file for a line. */
export function documentsView(
  { documents }: VisitView,
  words: Words,
  problem?: { readonly line: Guid; readonly text: string },
): Content {
  const fields = documents.map(({ Received, ...document }) => ({
    ...document,
    received: words.received(Received),
    error: document.LineId === problem?.line ? problem.text : undefined,
  }));
  return { title: words.documents, template, values: { documents: fields } };
}

/** The words for a file that was refused; undefined: the error has another reason. */
export function fileProblem(
  error: unknown,
  { words, language }: Pick<VisitCall, 'words' | 'language'>,
  fileLimit: number,
): string | undefined {
  if (error instanceof Harmful) return words.harmful;
  if (error instanceof BadRequest) return words.choose;
  if (error instanceof UnsupportedMediaType) return words.type;
  if (error instanceof Unavailable) return words.later;
  if (!(error instanceof PayloadTooLarge)) return undefined;
  const megabytes = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return words.large(new Intl.NumberFormat(language, megabytes).format(fileLimit / 1e6));
}
