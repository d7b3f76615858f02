import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';

/** A cell of a test workbook: a number with a style is a date if the style is 1. */
type Cell = string | number | boolean | { days: number } | { error: string } | { shared: number } | undefined;

/** A workbook with one sheet, as other programs write it: shared texts, dates as styled numbers, sparse rows. */
export async function workbookFile(
  rows: Iterable<readonly Cell[]>,
  { shared = [] as readonly string[] } = {},
): Promise<Buffer> {
  const texts = shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('');
  return archiveOf({
    'xl/workbook.xml': '<workbook><workbookPr/><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/data.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/data.xml': `<worksheet><sheetData>${[...rows].map(rowXml).join('')}</sheetData></worksheet>`,
  });
}

/** A ZIP archive of texts. */
export async function archiveOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

function rowXml(cells: readonly Cell[], at: number): string {
  const xml = cells.map((cell, column) => cellXml(cell, `${nameOf(column)}${at + 1}`));
  return `<row r="${at + 1}">${xml.join('')}</row>`;
}

function cellXml(cell: Cell, r: string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return `<c r="${r}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${r}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') return `<c r="${r}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('days' in cell) return `<c r="${r}" s="1"><v>${cell.days}</v></c>`;
  if ('error' in cell) return `<c r="${r}" t="e"><v>${cell.error}</v></c>`;
  return `<c r="${r}" t="s"><v>${cell.shared}</v></c>`;
}

function nameOf(column: number): string {
  const [high, low] = [Math.floor(column / 26), column % 26];
  return (high > 0 ? String.fromCharCode(64 + high) : '') + String.fromCharCode(65 + low);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
