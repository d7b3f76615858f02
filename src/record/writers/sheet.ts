import type { Class, FieldType } from '../field-types.js';
import type { Field } from '../metadata.js';
import { inReadingOrder } from '../reading.js';
import { toDate } from '../values/datetime.js';
import { offsetAt } from '../values/local-time.js';
import { shownText } from './shown.js';

type Row = Readonly<Record<string, unknown>>;
/** Converts a value that is not null to the XML that follows `<c r="A2"`, or to '' for an empty cell. */
type Cell = (value: unknown) => string;

interface SheetWriter {
  readonly header: string;
  /** Writes the next rows. Starts another sheet when a sheet is full. */
  readonly rows: (batch: readonly Row[]) => string;
  readonly footer: string;
}

interface Column {
  readonly name: string;
  /** The column in the sheet: A, B, …, AA, … */
  readonly letters: string;
  readonly width: number;
  readonly cell: Cell;
  /** The XML of a field that is not set, in the form that `cell` returns. */
  readonly unset: string;
}

/** Begins a sheet in the text: its name and a line end follow, and then its XML, which cannot contain a form feed. */
export const sheetBreak = '\f';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const worksheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
/** Indexes of the cell formats in `styles`. Numbers have the format 0. */
const format = { name: 1, text: 2, seconds: 3, milliseconds: 4, day: 5, hundredths: 6, lines: 7 };
/** Maximum number of rows of a sheet in spreadsheet programs, including the header row. */
const mostRows = 1_048_576;
const longestText = 32_767;
const exactDigits = 15;
/** Earlier dates are written as text, because spreadsheets number them differently. */
const firstDate = '1900-03-01';
const firstMoment = Date.parse(firstDate);
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');
const daysBefore1970 = 25_569;
const dayLength = 86_400_000;

interface Options {
  /** The IANA time zone of the times in the sheets. Days have no time zone. */
  readonly timeZone: string;
  /** The first rows, which the widths of the columns fit: the widths precede all rows in the file. */
  readonly sample?: readonly Row[];
  readonly rowsOfSheet?: number;
}

/**
 * The compiled writer of a record's rows as sheets of a workbook (Office Open XML). It counts rows, so each list needs
 * its own. Without `fields`, the columns are in the order in which people read the record. A cell is a number or a date
 * if that loses nothing that a person can see, otherwise text. If the records have times, the last sheet names the time
 * zone.
 */
export function sheetWriter(
  record: Class,
  fields: readonly Field[] = inReadingOrder(record),
  { timeZone, sample = [], rowsOfSheet = mostRows }: Options,
): SheetWriter {
  const columns = fields.map((field, index) => columnOf(field, index, { timeZone, sample }));
  const [before, after] = frameOf(columns);
  let row = 1;
  let sheet = 1;
  const begin = (): string => `${sheetBreak}Records ${sheet}\n${before}`;
  const next = (): string => {
    if (row < rowsOfSheet) return '';
    row = 1;
    sheet++;
    return after + begin();
  };
  const rows = (batch: readonly Row[]): string => {
    let text = '';
    for (const values of batch) text += next() + rowOf(columns, values, ++row);
    return text;
  };
  const hasTimes = fields.some(({ type }) => type.name === 'datetime' && !type.isDay);
  return { header: begin(), rows, footer: after + (hasTimes ? zoneSheet(timeZone) : '') };
}

/** A sheet of one sentence. Names of sheets and columns cannot say it: a time zone has a slash, which names may not. */
function zoneSheet(timeZone: string): string {
  const sentence = `Times in this workbook are local times of ${timeZone}. Days have no time zone.`;
  return (
    `${sheetBreak}Time zone\n${declaration}${worksheet}<cols><col min="1" max="1" width="80" customWidth="1"/></cols>` +
    `<sheetData><row r="1"><c r="A1"${textCell(sentence)}</c></row></sheetData></worksheet>`
  );
}

function columnOf(field: Field, index: number, { timeZone, sample = [] }: Options): Column {
  const { name, type, options } = field;
  const cell = cellOf(field, timeZone);
  const unset = options.nullable || type.unset === null ? '' : cell(type.unset);
  return { name, letters: lettersOf(index), width: widthOf(field, sample), cell, unset };
}

/** The least widths in characters: a spreadsheet shows `###` for a later number that is wider than its column. */
const leastWidths: Partial<Record<FieldType['name'], number>> = {
  ...{ datetime: 24, int32: 12, int64: 17, decimal: 17, double: 17, text: 14 },
};
const greatestWidth = 60;
/** Longer texts are not measured, because a text in words takes time to make. */
const longestMeasured = 1000;

/** The width of the title with its filter, or of the longest line in the first rows. */
function widthOf({ name, type, options }: Field, sample: readonly Row[]): number {
  const least = Math.max(name.length + 5, type.isDay ? 12 : (leastWidths[type.name] ?? 10));
  const lengths = sample.map((row) => {
    const value = row[name];
    if (type.name === 'datetime' || value === null || value === undefined || value === '') return 0;
    if (typeof value === 'string' && value.length > longestMeasured) return greatestWidth;
    return longestLine(shownIn({ type, options }, value)) + 2;
  });
  return lengths.reduce((widest, length) => Math.max(widest, Math.min(length, greatestWidth)), least);
}

function longestLine(text: string): number {
  return text.split('\n').reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** The text that a cell shows, of a value that is no date. */
function shownIn({ type, options: { cell } }: Pick<Field, 'type' | 'options'>, value: unknown): string {
  if (['list', 'nested', 'map'].includes(type.name)) return shownText(type, value);
  if (type.name === 'text' || type.name === 'guid')
    return typeof cell === 'function' ? cell(String(value)) : String(value);
  return type.json(value);
}

function lettersOf(index: number): string {
  const before = Math.floor(index / 26);
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** The XML before and after a sheet's rows, with a frozen bold header row and filters. There may be no columns. */
function frameOf(columns: readonly Column[]): [string, string] {
  const last = columns.at(-1)?.letters;
  const widthOf = ({ width }: Column, index: number): string =>
    `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  const names = columns.map(({ name, letters }) => `<c r="${letters}1"${textCell(name, format.name)}</c>`);
  return [
    `${declaration}${worksheet}<sheetViews>` +
      '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      `</sheetView></sheetViews>${last ? `<cols>${columns.map(widthOf).join('')}</cols>` : ''}` +
      `<sheetData><row r="1">${names.join('')}</row>`,
    `</sheetData>${last ? `<autoFilter ref="A1:${last}${mostRows}"/>` : ''}</worksheet>`,
  ];
}

function rowOf(columns: readonly Column[], values: Row, row: number): string {
  let text = `<row r="${row}">`;
  for (const { name, letters, cell, unset } of columns) {
    const value = values[name];
    const content = value === null || value === undefined ? unset : cell(value);
    if (content !== '') text += `<c r="${letters}${row}"${content}</c>`;
  }
  return `${text}</row>`;
}

function cellOf({ type, options: { cell } }: Field, timeZone: string): Cell {
  switch (type.name) {
    case 'text':
    case 'guid': {
      if (typeof cell === 'function') return (value) => (value === '' ? '' : textCell(cell(String(value))));
      const write = cell === 'hundredths' ? hundredthsCell : cell === 'day' ? dayCell : textCell;
      return (value) => (value === '' ? '' : write(String(value)));
    }
    case 'datetime':
      if (type.isDay) return (value) => dayCell(String(value).slice(0, 10));
      return (value) => timeCell(String(value), type, timeZone);
    case 'flag':
      return (value) => ` t="b"><v>${value ? 1 : 0}</v>`;
    case 'int32':
    case 'double':
      return (value) => `><v>${String(value)}</v>`;
    case 'int64':
    case 'decimal':
      return (value) => numberCell(type.json(value));
    case 'list':
    case 'nested':
    case 'map':
      return (value) => {
        const text = shownText(type, value);
        return text === '' ? '' : textCell(text);
      };
  }
}

function numberCell(text: string, attributes = ''): string {
  const isExact = text.length <= exactDigits || text.replace(/^-?[0.]*|\./g, '').length <= exactDigits;
  return isExact ? `${attributes}><v>${text}</v>` : textCell(text);
}

function hundredthsCell(text: string): string {
  return numberCell(text, ` s="${format.hundredths}"`);
}

/**
 * The local time as a date cell, which has milliseconds. An import compares such a cell with the stored time, so that
 * further digits are not lost.
 */
function timeCell(value: string, type: FieldType, timeZone: string): string {
  const moment = toDate(value).getTime();
  const local = moment + offsetAt(moment, timeZone);
  if (local < firstMoment || local > lastMoment) return textCell(JSON.parse(type.json(value)) as string);
  return momentCell(local, local % 1000 === 0 ? format.seconds : format.milliseconds);
}

/** `value` is a day of the form yyyy-MM-dd. */
function dayCell(value: string): string {
  return value < firstDate ? textCell(value) : momentCell(Date.parse(value), format.day);
}

/** `local` is in milliseconds since 1970. */
function momentCell(local: number, style: number): string {
  return ` s="${style}"><v>${local / dayLength + daysBefore1970}</v>`;
}

/** The formats of texts prevent an edited cell from becoming a formula. Spreadsheets show lines only if they wrap. */
function textCell(text: string, style = text.includes('\n') ? format.lines : format.text): string {
  const shown = text.length > longestText ? shortened(text) : text;
  const space = /^\s|\s$/.test(shown) ? ' xml:space="preserve"' : '';
  return ` s="${style}" t="inlineStr"><is><t${space}>${escaped(shown)}</t></is>`;
}

/** The beginning of a text. The note is first, because nobody scrolls to the end of such a cell. */
function shortened(text: string): string {
  const mark = `[Shortened: CSV and JSON have all ${text.length} characters] `;
  const end = longestText - mark.length;
  // Do not cut a surrogate pair in half.
  return mark + text.slice(0, /[\ud800-\udbff]/.test(text[end - 1]) ? end - 1 : end);
}

/** Characters that XML cannot contain, and text that looks like their escape. */
const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escaped(text: string): string {
  return text.replace(special, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return entities.get(character) ?? `_x${code}_`;
  });
}
