import { isTurnOver, nextTurn } from '../context/turns.js';
import { plainCell } from '../record/writers/csv.js';
import { nearestOfFirst } from '../record/lists/nearest.js';
import { JsonProblem, mostValues, parseExactJson } from '../record/values/exact-json.js';
import { mostListed } from '../record/field-error.js';
import type { Field } from '../record/metadata.js';
import { BadRequest } from '../errors/errors.js';
import { otherColumns, type ColumnMap } from './column-map.js';
import type { FileFormat } from './record-set.js';
import { cellsOf, CsvProblem, RowCutter, type CutRow } from './row-cutter.js';

export interface SourceRow {
  /** The line on which the record begins; the first line is 1. */
  line: number;
  /** Number of characters of the row. */
  size: number;
  /** JSON values by field; undefined for a row that cannot be read. */
  json?: Readonly<Record<string, unknown>>;
  /** Why the row cannot be read, for example `is not valid JSON`. */
  problem?: string;
}

/** The columns of a file: it may have those of `fields`, and must have those of `key`. */
interface Expected {
  fields: readonly Field[];
  key: readonly string[];
  /** The fields of the columns of a file that another program wrote. */
  map?: ColumnMap;
  /** Receives the names of the columns that the map leaves out. */
  onLeftOut?: (names: readonly string[]) => void;
}

/** The header of a file: the number of its columns, and which of them are fields, in order of precedence. */
interface Header {
  readonly width: number;
  readonly columns: readonly { readonly at: number; readonly field: Field }[];
  /** Whether another program wrote the file, so that each apostrophe is a letter. */
  readonly isForeign: boolean;
}

/** Number of characters of an unknown column's name that an error shows. */
export const longestShown = 100;
/** Separators that a file may have instead of commas. */
const separators = [';', '\t', '|'];

/**
 * Reads the rows of a file one at a time, and lets other requests run in between. `take` returns a promise only if the
 * reader must wait, because a promise for each row would need more memory than the rows. Throws BadRequest for a wrong
 * header, a row that is too long, and a file in another format.
 */
export async function readRows(
  text: AsyncIterable<string>,
  format: FileFormat,
  expected: Expected,
  take: (row: SourceRow) => Promise<void> | undefined,
): Promise<void> {
  const isCsv = format === 'csv';
  const cutter = new RowCutter(isCsv);
  let header: Header | undefined;
  const read = (row: CutRow): Promise<void> | undefined => {
    if (!isCsv) return take(jsonRow(row));
    if (isBlank(row)) return undefined;
    if (header) return take(rowOf(header, row));
    header = headerOf(cellsOfRow(row, true), expected);
    return undefined;
  };
  for await (const chunk of text)
    for (const row of cutter.cut(chunk)) {
      const taken = read(row);
      if (taken) await taken;
      if (isTurnOver()) await nextTurn();
    }
  const last = cutter.end();
  if (last) await read(last);
  if (isCsv && !header) throw new BadRequest('The file is empty: a header is needed.');
}

/** Whether a row of several cells has empty cells alone. Programs write them as commas, blanks or pairs of quotes. */
function isBlank(row: CutRow): boolean {
  if (!/^[\s,"]*$/.test(row.text)) return false;
  const cells = cellsOfRow(row);
  return cells.length > 1 && cells.every((cell) => cell.trim() === '');
}

function cellsOfRow({ line, text }: CutRow, isHeader = false): string[] {
  try {
    return cellsOf(text);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    // A header such as `"A";"B"` shows that another separator is the cause.
    if (isHeader && error.after !== undefined && separators.includes(error.after)) throw separatedBy(error.after);
    throw new BadRequest(`line ${line}: this is not CSV: ${error.message}.`);
  }
}

function rowOf({ width, columns, isForeign }: Header, row: CutRow): SourceRow {
  const { line, text } = row;
  const size = text.length;
  const cells = cellsOfRow(row);
  // Some programs write more empty cells than the header has columns.
  while (cells.length > width && cells.at(-1) === '') cells.pop();
  if (cells.length !== width) return { line, size, problem: `has ${cells.length} cells, and the header has ${width}` };
  const json: Record<string, unknown> = {};
  for (const { at, field } of columns) {
    const { name, type } = field;
    const cell = type.name === 'text' && !isForeign ? plainCell(cells[at]) : cells[at];
    // Of several columns for a field, the first one with a value counts.
    json[name] ??= cell === '' ? null : type.fromText(cell);
  }
  return { line, size, json };
}

/** Throws BadRequest. */
function headerOf(header: readonly string[], { fields, key, map, onLeftOut }: Expected): Header {
  const separator = header.length === 1 ? /^\w+\s*([;\t|])/.exec(header[0])?.[1] : undefined;
  if (separator !== undefined) throw separatedBy(separator);
  if (header[0].startsWith('sep=')) throw new BadRequest('The first line must be the header: remove the line "sep=".');
  if (header.some((name) => name.includes('\r')))
    throw new BadRequest(`The lines of the file end with CR: CRLF or LF is needed. ${saveAs}.`);
  if (header.length > fields.length + mostListed)
    throw new BadRequest(`The header has ${header.length} columns, and the set has ${fields.length} fields.`);
  const known = new Map(fields.map((field) => [field.name, field]));
  const folded = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  const nearestTo = nearestOfFirst([...known.keys()]);
  const seen = new Set<string>();
  const problems = map ? unknownInMap(map, known) : [];
  const mapped = new Map([...(map ?? [])].map(([name, field], order) => [foldedName(name), { field, order }]));
  const columns: { at: number; field: Field; order: number }[] = [];
  const leftOut: string[] = [];
  for (const [at, name] of header.entries()) {
    const shown = name.slice(0, longestShown).replaceAll('\n', ' ') || `column ${at + 1}`;
    const { field: target = name, order = mapped.size + at } = mapped.get(foldedName(name)) ?? {};
    const field = target === null ? undefined : known.get(target);
    if (!field && (target === null || mapped.has(otherColumns))) leftOut.push(shown);
    else if (name === '') problems.push(`Column ${at + 1} has no name: remove the column, or name it.`);
    else if (seen.has(name)) problems.push(`The column ${shown} appears twice.`);
    else if (field) columns.push({ at, field, order });
    else problems.push(unknownColumn(shown, folded.get(foldedName(name)), nearestTo));
    seen.add(name);
  }
  const found = new Set(columns.map(({ field }) => field.name));
  for (const name of key) if (!found.has(name)) problems.push(`The column ${name} is missing: it is the key.`);
  if (problems.length > 0) throw new BadRequest(['The header does not fit:', ...firstOf(problems)].join('\n  '));
  onLeftOut?.(leftOut);
  return { width: header.length, columns: columns.sort((a, b) => a.order - b.order), isForeign: map !== undefined };
}

function foldedName(name: string): string {
  return name.trim().toLowerCase();
}

function unknownInMap(map: ColumnMap, known: ReadonlyMap<string, Field>): string[] {
  return [...map.values()].flatMap((name) =>
    name === null || known.has(name) ? [] : [`The map names ${name.slice(0, longestShown)}, which is not a field.`],
  );
}

/** `right` is the known name that differs only in letter case. */
function unknownColumn(shown: string, right: string | undefined, nearestTo: (name: string) => string | undefined) {
  if (right) return `The column ${shown} must be written ${right}.`;
  const nearest = nearestTo(shown);
  return `There is no column ${shown}${nearest ? `; the nearest is ${nearest}` : ''}.`;
}

/** The first hundred problems, and a sentence with the number of further ones. */
function firstOf(problems: readonly string[]): string[] {
  const more = problems.length - mostListed;
  return more > 0 ? [...problems.slice(0, mostListed), `There are ${more} more.`] : [...problems];
}

const saveAs = 'In a spreadsheet, save it as "CSV UTF-8 (comma delimited)"';

function separatedBy(separator: string): BadRequest {
  const shown = separator === '\t' ? 'tabs' : `"${separator}"`;
  return new BadRequest(
    `The columns of the file are separated by ${shown}: commas are needed. ${saveAs} ` +
      'with numbers written 1.5, not 1,5.',
  );
}

const jsonProblems: Record<JsonProblem['kind'], string> = {
  form: 'is not valid JSON',
  repeated: 'has a name twice',
  deep: 'is nested too deeply',
  many: `has more than ${mostValues} values`,
};

function jsonRow({ line, text }: CutRow): SourceRow {
  const size = text.length;
  let json: unknown;
  try {
    json = parseExactJson(text);
  } catch (error) {
    return { line, size, problem: jsonProblems[error instanceof JsonProblem ? error.kind : 'form'] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { line, size, problem: 'is not a JSON object' };
  return { line, size, json: json as Record<string, unknown> };
}
