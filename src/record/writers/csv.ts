import { string as stringFormatter } from '@json2csv/formatters';
import { Parser } from '@json2csv/plainjs';
import type { Class, FieldType } from '../field-types.js';
import { fieldsOf, type Field } from '../metadata.js';
import { memoized } from '../memoized.js';

type Row = Readonly<Record<string, unknown>>;

interface CsvWriter {
  readonly header: string;
  readonly rows: (batch: readonly Row[]) => string;
}

const eol = '\r\n';
const quote = stringFormatter();
/** Quotes cells with any kind of line break, not only with the CRLF that ends rows. */
const quoted = (cell: string): string => (cell !== '' && /[",\r\n]/.test(cell) ? quote(cell) : cell);
const writerOf = memoized((record: Class) => compile(fieldsOf(record)));

/** The compiled CSV writer of a record by RFC 4180, with CRLF. It has the columns `fields`, or all by default. */
export function csvWriter(record: Class, fields?: readonly Field[]): CsvWriter {
  return fields ? compile(fields) : writerOf(record);
}

function compile(fields: readonly Field[]): CsvWriter {
  const columns = fields.map((field) => ({ label: field.name, value: cellWriter(field) }));
  // In a table with one column, an empty cell needs quotes: without them the row would be a blank line.
  const text = columns.length === 1 ? (cell: string): string => (cell === '' ? '""' : quoted(cell)) : quoted;
  const formatters = { string: text, header: quoted };
  const body = new Parser<Row, Row>({ fields: columns, header: false, eol, formatters });
  const head = new Parser<Row, Row>({ fields: columns, eol, formatters });
  return {
    header: head.parse([]).trimEnd() + eol,
    rows: (batch) => (batch.length === 0 ? '' : body.parse([...batch]) + eol),
  };
}

/** Returns the text of a field's cell before quoting. An unset text, GUID or date-time is an empty cell. */
function cellWriter({ name, type, options }: Field): (row: Row) => string {
  const isEmpty = options.nullable === true || ['text', 'guid', 'datetime', 'nested'].includes(type.name);
  const unset = isEmpty ? '' : type.unsetJson;
  const write = setCellWriter(type);
  return (row) => {
    const value = row[name];
    return value === null || value === undefined ? unset : write(value);
  };
}

function setCellWriter({ name, json }: FieldType): (value: unknown) => string {
  if (name === 'text') return (value) => safeCell(value as string);
  if (name === 'guid' || name === 'datetime') return (value) => json(value).slice(1, -1);
  return ['list', 'nested', 'map'].includes(name) ? (value) => safeJson(json(value)) : json;
}

const { fromCharCode: code } = String;
const blank = `[\\s${code(0)}-${code(31)}${code(127)}-${code(159)}]*`;
const formula = new RegExp(`^(?:'|[\\t\\r${code(0)}]|${blank}[=@\uFF1D\uFF20+\\-\uFF0B\uFF0D])`);
const afterSemicolon = new RegExp(`;(?=${blank}[=@\uFF1D\uFF20+\\-\uFF0B\uFF0D'])`, 'g');
const number = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;
// No `\s*` follows the class of characters: it would match the same spaces again, which takes quadratic time.
const telephone = /^\s*\+\d[\d ().-]{5,}$/;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, and before an apostrophe. Does so also
 * after semicolons and tabs, where some spreadsheets split a row.
 */
export function safeCell(text: string): string {
  if (!text.includes(';') && !text.includes('\t')) return guarded(text, text);
  const parts = text.split(/(?<=[;\t])/);
  return parts.map((part, at) => guarded(part, at === 0 ? text : part)).join('');
}

/** Puts an apostrophe before `part` if the spreadsheet would run `judged`, the text from there on, as a formula. */
function guarded(part: string, judged: string): string {
  if (isPlain(judged.charCodeAt(0)) || !formula.test(judged)) return part;
  const alone = judged.replace(/[;\t]$/, '');
  const harmless =
    /^\s*[+-]/.test(alone) && !/^[\t\r]/.test(alone) && (number.test(alone) || telephone.test(alone.trimEnd()));
  return harmless ? part : `'${part}`;
}

/** Escapes each semicolon before a formula. Semicolons occur only in strings of the JSON. */
function safeJson(json: string): string {
  return json.includes(';') ? json.replaceAll(afterSemicolon, '\\u003b') : json;
}

/** Whether the character is an ASCII letter or digit. Most cells begin with one, and no formula does. */
function isPlain(first: number): boolean {
  return (first > 64 && first < 91) || (first > 96 && first < 123) || (first > 47 && first < 58);
}

/**
 * Removes the apostrophes that safeCell added. Other apostrophes are letters, as in `'t Hart`: safeCell would have
 * written another cell for the text without them.
 */
export function plainCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  const plain = cell.replace(/(^|[;\t])'/g, '$1');
  return safeCell(plain) === cell ? plain : cell;
}
