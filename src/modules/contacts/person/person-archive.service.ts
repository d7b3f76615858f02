import { Injectable } from '@nestjs/common';
import Mustache from 'mustache';
import { extname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { BusinessClock } from '../../../context/business-clock.js';
import { SentContent } from '../../../http/endpoint/files.js';
import { FileContentsService } from '../../files/file-contents.service.js';
import { exportOf, PersonExportService, type PersonExport } from './person-export.service.js';

@Injectable()
export class PersonArchiveService {
  constructor(
    private readonly person: PersonExportService,
    private readonly contents: FileContentsService,
    private readonly clock: BusinessClock,
  ) {}

  /** A ZIP file of all that is stored about a contact, made while the client reads. Throws NotFound and Conflict. */
  async of(contactId: number, options: { withSsn: boolean }): Promise<SentContent> {
    const held = await this.person.of(contactId, options);
    const records = { sent: 0, about: exportOf(contactId) };
    const mtime = new Date();
    const zip = new ZipFile();
    const content = zip.outputStream as PassThrough;
    const add = (path: string, open: () => Promise<Readable>): void =>
      zip.addReadStreamLazy(path, { mtime }, (use) => {
        open().then(
          (source) => {
            content.once('close', () => source.destroy());
            use(null, source);
          },
          (error: unknown) => use(error, new PassThrough()),
        );
      });
    add('person.html', async () => Readable.from(this.page(contactId, held, records)));
    add('person.json', async () => Readable.from(this.person.document(held)));
    for (const file of held.files)
      add(`files/${file.AttachmentId}${extname(file.FileName)}`, () =>
        this.contents.open(file, { start: 0, end: Number(file.Size) - 1 }),
      );
    zip.end();
    // yazl reports a file that it cannot read on the ZipFile alone.
    zip.on('error', (error: Error) => content.destroy(error));
    return SentContent.of({
      name: `person-${contactId}-${this.clock.today()}.zip`,
      type: 'application/zip',
      open: () => Promise.resolve(content),
      records,
    });
  }

  /** The page for reading, record by record. Counts the values in `records`. */
  private async *page(id: number, held: PersonExport, records: { sent: number }): AsyncGenerator<string, void> {
    yield Mustache.render(head, { id });
    let last = '';
    for await (const values of this.person.records(held)) {
      const [first] = values;
      if (values.length === 0) continue;
      if (first.Set !== last) yield Mustache.render(section, { name: first.Set });
      last = first.Set;
      yield Mustache.render(table, { key: first.Key, values });
      records.sent += values.length;
    }
    yield '</body>\n</html>\n';
  }
}

const head = `<!doctype html>
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
`;
const section = '<h2>{{name}}</h2>\n';
const table =
  '<table><caption>{{key}}</caption>{{#values}}<tr><th scope="row">{{Field}}</th><td>{{Value}}</td></tr>{{/values}}' +
  '</table>\n';
