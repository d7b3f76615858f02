import { Injectable } from '@nestjs/common';
import Mustache from 'mustache';
import { extname } from 'node:path';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { BusinessClock } from '../../../context/business-clock.js';
import { SentContent } from '../../../http/endpoint/files.js';
import { FileContentsService } from '../../files/file-contents.service.js';
import type { PersonValue } from './person.records.js';
import { exportOf, PersonService, valuesOf } from './person.service.js';

@Injectable()
export class PersonArchiveService {
  constructor(
    private readonly person: PersonService,
    private readonly contents: FileContentsService,
    private readonly clock: BusinessClock,
  ) {}

  /** A ZIP file of all that is stored about a contact, made while the client reads. Throws NotFound and Conflict. */
  async of(contactId: number, options: { withSsn: boolean }): Promise<SentContent> {
    const held = await this.person.about(contactId, options);
    const values = [...valuesOf(held)];
    const files = await this.person.attachments(contactId);
    const mtime = new Date();
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(pageOf(contactId, values)), 'person.html', { mtime });
    zip.addBuffer(Buffer.from([...this.person.document(held)].join('')), 'person.json', { mtime });
    for (const file of files)
      zip.addReadStreamLazy(`files/${file.AttachmentId}${extname(file.FileName)}`, { mtime }, (add) => {
        this.contents.open(file, { start: 0, end: Number(file.Size) - 1 }).then(
          (content) => add(null, content),
          (error: unknown) => add(error, new PassThrough()),
        );
      });
    zip.end();
    const content = zip.outputStream as PassThrough;
    // yazl reports a file that it cannot read on the ZipFile alone.
    zip.on('error', (error: Error) => content.destroy(error));
    return SentContent.of({
      name: `person-${contactId}-${this.clock.today()}.zip`,
      type: 'application/zip',
      open: () => Promise.resolve(content),
      records: { sent: values.length, about: exportOf(contactId) },
    });
  }
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Contact {{id}}</title>
<style>body{font:16px sans-serif;margin:2em;max-width:60em}table{border-collapse:collapse;width:100%;margin:0 0 1em}
th,td{border-bottom:1px solid #ccc;padding:.3em;text-align:left;vertical-align:top;white-space:pre-wrap;
overflow-wrap:anywhere}th{width:30%;font-weight:normal}</style>
</head>
<body>
<h1>All data about contact {{id}}</h1>
{{#sets}}
<h2>{{name}}</h2>
{{#records}}
<table><caption>{{key}}</caption>{{#values}}<tr><th scope="row">{{Field}}</th><td>{{Value}}</td></tr>{{/values}}</table>
{{/records}}
{{/sets}}
</body>
</html>
`;

function pageOf(id: number, values: readonly PersonValue[]): string {
  const sets = grouped(values, ({ Set }) => Set).map(({ key: name, of }) => ({
    name,
    records: grouped(of, ({ Key }) => Key).map(({ key, of: ofRecord }) => ({ key, values: ofRecord })),
  }));
  return Mustache.render(page, { id, sets });
}

/** The values in groups of the same key, which follow each other. */
function grouped(values: readonly PersonValue[], keyOf: (value: PersonValue) => string) {
  const groups: { key: string; of: PersonValue[] }[] = [];
  for (const value of values) {
    const key = keyOf(value);
    if (groups.at(-1)?.key !== key) groups.push({ key, of: [] });
    groups.at(-1)!.of.push(value);
  }
  return groups;
}
