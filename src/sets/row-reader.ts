import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { plainCell } from '../record/writers/csv.js';
import { nearestOfFirst } from '../record/lists/nearest.js';
import { parseExactJson } from '../record/values/exact-json.js';
import { mostListed } from '../record/field-error.js';
import type { Field } from '../record/metadata.js';
import { BadRequest } from '../errors/errors.js';
import type { FileFormat } from './record-set.js';

/** One record of a file. */
export interface SourceRow {
  /** Where it begins; the first line is 1. */
  line: number;
  /** As its record reads it; undefined when the row itself is broken. */
  json?: Readonly<Record<string, unknown>>;
  /** What is wrong with a broken row: `is not valid JSON`. */
  problem?: string;
}

/** What a file may and must have. */
interface Expected {
  fields: readonly Field[];
  key: readonly string[];
}

/** A record with its text, the blank lines before it included, and the line on which it begins. */
interface Parsed {
  record: string[];
  raw: string;
  line: number;
}

/** A record that does not come to its end. */
const endless = new Set<string>(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);
const longestRow = 32 * 1024 * 1024;
/** Characters of a column's name that an error repeats. */
const longestShown = 100;

/**
 * The rows of a file, one at a time. Throws BadRequest for a header that does not fit
 * and for a file that is not of its format.
 */
export function readRows(
  text: AsyncIterable<string>,
  format: FileFormat,
  expected: Expected,
): AsyncGenerator<SourceRow> {
  return format === 'csv' ? readCsv(text, expected) : readJsonLines(text);
}

async function* readCsv(text: AsyncIterable<string>, expected: Expected): AsyncGenerator<SourceRow> {
  /** Behind all that is parsed: where it fails, some of that never comes out of the parser. */
  let line = 1;
  const beginOf = (raw: string): number => {
    const begin = line + breaks(/^[\r\n]*/.exec(raw)![0]);
    line += breaks(raw);
    return begin;
  };
  const parser = parse({
    raw: true,
    on_record: (parsed: unknown) => Object.assign(parsed as Parsed, { line: beginOf((parsed as Parsed).raw) }) as never,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: longestRow,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let columns: Field[] | undefined;
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>)
      if (columns) yield rowOf(columns, parsed);
      else columns = columnsOf(parsed.record, expected);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // `"A";"B"`: what follows a quote is neither a comma nor the line's end.
    const separator = line === 1 ? /got "([;\t|])"/.exec(error.message)?.[1] : undefined;
    if (separator !== undefined) throw separatedBy(separator);
    const raw = String(error.raw);
    const before = endless.has(error.code) ? beforeOpenQuote(raw) : undefined;
    throw before === undefined
      ? new BadRequest(`line ${beginOf(raw)}: this is not CSV: ${error.message}`)
      : new BadRequest(`line ${line + breaks(before)}: this is not CSV: the quote that opens here is never closed`);
  } finally {
    source.destroy();
  }
  if (!columns) throw new BadRequest('The file is empty: a header is needed.');
}

/** The text before a quote that opens and is not closed; undefined: there is none. */
function beforeOpenQuote(raw: string): string | undefined {
  // A pair is empty text, or a quote in a text: it opens and closes nothing.
  const quotes = [...raw.replaceAll('""', '  ').matchAll(/"/g)];
  return quotes.length % 2 === 1 ? raw.slice(0, quotes.at(-1)!.index) : undefined;
}

function breaks(raw: string): number {
  return raw.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function rowOf(columns: readonly Field[], { record: cells, line }: Parsed): SourceRow {
  if (cells.length !== columns.length)
    return { line, problem: `has ${cells.length} cells, and the header has ${columns.length}` };
  const json: Record<string, unknown> = {};
  columns.forEach(({ name, type }, index) => {
    const cell = type.name === 'text' ? plainCell(cells[index]) : cells[index];
    json[name] = cell === '' ? null : type.fromText(cell);
  });
  return { line, json };
}

/** The header's fields, in its order. */
function columnsOf(header: readonly string[], { fields, key }: Expected): Field[] {
  const separator = header.length === 1 ? /^\w+\s*([;\t|])/.exec(header[0])?.[1] : undefined;
  if (separator !== undefined) throw separatedBy(separator);
  const known = new Map(fields.map((field) => [field.name, field]));
  const folded = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  const nearestTo = nearestOfFirst([...known.keys()]);
  const seen = new Set<string>();
  const problems: string[] = [];
  const found = header.map((name) => {
    const shown = name.slice(0, longestShown);
    if (seen.has(name)) problems.push(`The column ${shown} appears twice.`);
    seen.add(name);
    const field = known.get(name);
    if (!field) problems.push(unknownColumn(shown, folded.get(name.trim().toLowerCase()), nearestTo));
    return field;
  });
  for (const name of key) if (!seen.has(name)) problems.push(`The column ${name} is missing: it is the key.`);
  if (problems.length > 0) throw new BadRequest(['The header does not fit:', ...firstOf(problems)].join('\n  '));
  return found as Field[];
}

/** What is wrong with a column that no field has; right: the name that differs in letter case alone. */
function unknownColumn(shown: string, right: string | undefined, nearestTo: (name: string) => string | undefined) {
  if (right) return `The column ${shown} must be written ${right}.`;
  const nearest = nearestTo(shown);
  return `There is no column ${shown}${nearest ? `; the nearest is ${nearest}` : ''}.`;
}

/** At most a hundred of the problems, and how many more there are. */
function firstOf(problems: readonly string[]): string[] {
  const more = problems.length - mostListed;
  return more > 0 ? [...problems.slice(0, mostListed), `There are ${more} more.`] : [...problems];
}

function separatedBy(separator: string): BadRequest {
  const shown = separator === '\t' ? 'tabs' : `"${separator}"`;
  return new BadRequest(
    `The columns of the file are separated by ${shown}: commas are needed. In a spreadsheet, save it as ` +
      '"CSV UTF-8 (comma delimited)" with numbers written 1.5, not 1,5.',
  );
}

async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const json of linesOf(text)) {
    line++;
    if (json.trim() !== '') yield jsonRow(json, line);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > longestRow) throw new BadRequest('A line is too long: this is not one JSON object a line.');
    yield* lines;
  }
  yield rest;
}

function jsonRow(text: string, line: number): SourceRow {
  let json: unknown;
  try {
    json = parseExactJson(text);
  } catch {
    return { line, problem: 'is not valid JSON' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { line, problem: 'is not a JSON object' };
  return { line, json: json as Record<string, unknown> };
}
