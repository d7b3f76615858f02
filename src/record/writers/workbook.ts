import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { sheetBreak } from './sheet.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A fixed date, so that the same rows give the same bytes. */
const entry = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
/** Compression level. A higher level hardly makes sheets smaller, because sheets are so repetitive. */
const leastEffort = 1;

/** A workbook of the sheets that `sheetWriter` writes, made while the client reads. */
export function workbookOf(sheets: string | AsyncIterable<string>, isCompressed = true): PassThrough {
  const zip = new ZipFile();
  const bytes = zip.outputStream as PassThrough;
  const left = new AbortController();
  bytes.once('close', () => left.abort());
  zip.once('error', (error: Error) => bytes.destroy(error));
  pack(zip, sheets, isCompressed ? leastEffort : 0, left.signal).catch((error: unknown) =>
    bytes.destroy(error as Error),
  );
  return bytes;
}

async function pack(
  zip: ZipFile,
  sheets: string | AsyncIterable<string>,
  compressionLevel: number,
  left: AbortSignal,
): Promise<void> {
  const add = (path: string, xml: string): void => zip.addBuffer(Buffer.from(declaration + xml), path, entry);
  const names: string[] = [];
  const begin = (name: string): PassThrough => {
    const sheet = new PassThrough();
    zip.addReadStream(sheet, `xl/worksheets/sheet${names.push(name)}.xml`, { ...entry, compressionLevel });
    return sheet;
  };
  // Other programs recognize a workbook by its first entry.
  add('[Content_Types].xml', contentTypes);
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('xl/styles.xml', styles);
  let sheet: PassThrough | undefined;
  for await (const chunk of typeof sheets === 'string' ? [sheets] : sheets) {
    left.throwIfAborted();
    for (const [index, part] of chunk.split(sheetBreak).entries()) {
      // The name of a sheet ends with its line. The writer puts it into the same chunk as the break before it.
      const start = index === 0 ? 0 : part.indexOf('\n') + 1;
      if (index > 0) {
        sheet?.end();
        sheet = begin(part.slice(0, start - 1));
      }
      if (sheet && !sheet.write(part.slice(start))) await once(sheet, 'drain', { signal: left });
    }
  }
  sheet?.end();
  add('xl/workbook.xml', workbook(names));
  add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  zip.end();
}

function workbook(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function relationships(parts: readonly (readonly [string, string])[]): string {
  const related = parts.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${related.join('')}</Relationships>`;
}

/** The `Default` of `xml` declares the type of all sheets, because their number is known only at the end. */
const contentTypes =
  `<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${contentType}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`;

/** Its `cellXfs` are in the order of the indexes in `format` of sheet.ts. */
const styles =
  `<styleSheet xmlns="${main}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/>' +
  '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  // 2 is the built-in format 0.00.
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">' +
  '<alignment vertical="top" wrapText="1"/></xf></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
