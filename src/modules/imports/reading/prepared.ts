import { stringify } from 'lossless-json';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { Field } from '../../../record/metadata.js';
import type { Country } from '../../../record/values/phone.js';
import { plainCell } from '../../../record/writers/csv.js';
import type { Source } from '../../../sets/source.js';
import { versionField } from '../../../sets/version.js';
import { cellText, dateOrderOf, decimalSignOf, isBlank, isNumber, type Conventions } from './cell-values.js';
import type { ReadColumn } from './columns.js';
import { damageOf, withZeros } from './damage.js';
import type { Nameable, NamesService } from './names.service.js';
import { mayBeSecret } from './secrets.js';
import type { FileTable, TableRow } from './table.js';

export interface ReadingOptions extends Pick<Conventions, 'dates' | 'decimal'> {
  /** Whether an empty cell makes its field unset, instead of leaving it unchanged. */
  readonly clears: boolean;
  /** Whether zeros that a spreadsheet removed are put back, instead of making their line doubtful. */
  readonly restoresZeros: boolean;
  readonly country: Country;
  readonly nameable: Nameable;
}

/** The values of a file as fields of a set, with what is wrong or doubtful about them. */
export interface PreparedFile {
  /** JSON values by field, in the order of the lines. */
  readonly rows: readonly { readonly line: number; readonly json: Record<string, unknown> }[];
  readonly errors: ReadonlyMap<number, readonly FieldError[]>;
  readonly doubts: ReadonlyMap<number, readonly FieldError[]>;
  /** The doubts about lines that are not in `rows`, because no choice of a run imports them. */
  readonly leftOut: ReadonlyMap<number, readonly FieldError[]>;
  readonly versions: ReadonlyMap<number, string>;
  /**
   * The options that columns ask for, by the position of the column: its dates or numbers can mean two things, or
   * another column has its title.
   */
  readonly asks: ReadonlyMap<number, string>;
  /** The titles of the columns that have another name than their fields, by field. */
  readonly titles: ReadonlyMap<string, string>;
  /** The cell of a line in the column with this title or of this field; '' if there is none. */
  readonly cellOf: (line: number, column: string) => string;
  readonly dates: Conventions['dates'];
  readonly decimal: Conventions['decimal'];
}

/** Number of characters of a value that are shown. */
export const longestShown = 100_000;
/** The text that the log of an import shows instead of a secret value. */
export const hidden = '***';
/** Of a masked secret, such as `***-**-1234`, the file does not have the value. */
const mask = '*';

/** Number of errors and doubts of a file, beyond which a line keeps only the first of each. */
const mostNotes = 200_000;

/** Converts the cells of a file to values of fields. */
export async function prepare(
  table: FileTable,
  columns: readonly ReadColumn[],
  options: ReadingOptions,
  names: NamesService,
): Promise<PreparedFile> {
  const values = columns.filter(({ role }) => role === 'value');
  const dates = options.dates ?? dateOrderOf(textsOf(table, values, ({ type }) => type.name === 'datetime'));
  const decimal = options.decimal ?? decimalSignOf(textsOf(table, values, isNumber));
  const conventions = { dates, decimal, isWorkbook: table.encoding === undefined };
  const [errors, doubts] = [new Map<number, FieldError[]>(), new Map<number, FieldError[]>()];
  const versions = new Map<number, string>();
  const asks = new Map<number, string>();
  let notes = 0;
  const rows: { line: number; json: Record<string, unknown> }[] = [];
  for (const { line, cells } of table.rows) {
    const json: Record<string, unknown> = {};
    const bad: FieldError[] = [];
    if (cells.slice(table.header.length).some((cell) => cell !== '')) {
      const Message = `has ${cells.length} cells, and the header has ${table.header.length}.`;
      bad.push({ ErrorCode: 'Invalid', FieldName: '', Message });
    }
    for (const { at, field } of values) {
      const cell = cells[at] ?? '';
      if (isBlank(field!, cell)) {
        if (options.clears) json[field!.name] = null;
        continue;
      }
      if (field!.options.secret && cell.includes(mask)) continue;
      const sent = cellText(field!, field!.type.name === 'text' ? plainCell(cell) : cell, conventions);
      const { country, restoresZeros } = options;
      const restored = restoresZeros && typeof sent === 'string' ? withZeros(field!, sent, country) : undefined;
      const text = restored ?? sent;
      if (typeof text !== 'string') {
        bad.push(text);
        if (text.Meta) asks.set(at, text.Meta.Option);
        continue;
      }
      json[field!.name] = field!.type.fromText(text);
      const damage = damageOf(field!, text, country);
      if (!damage || (notes >= mostNotes && doubts.has(line))) continue;
      add(doubts, line, fieldError('Invalid', field!.name, damage));
      notes++;
    }
    for (const { at, role } of columns) if (role === 'version' && cells[at]) versions.set(line, cells[at].trim());
    if (bad.length > 0) errors.set(line, notes < mostNotes ? bad : bad.slice(0, 1));
    notes += bad.length;
    rows.push({ line, json });
    if (isTurnOver()) await nextTurn();
  }
  for (const column of columns.filter(({ role }) => role === 'name'))
    await placeNames(column, table.rows, rows, { names, nameable: options.nameable, errors, doubts });
  for (const column of columns.filter(({ role }) => role === 'repeated')) {
    const first = table.rows.find(({ cells }) => (cells[column.at] ?? '').trim() !== '');
    if (!first) continue;
    add(errors, first.line, askedIn(column));
    asks.set(column.at, 'Map');
  }
  const titles = new Map(
    values.flatMap(({ title, field }) => (title === field!.name ? [] : [[field!.name, title] as const])),
  );
  return {
    rows,
    errors,
    doubts,
    leftOut: new Map(),
    versions,
    asks,
    titles,
    cellOf: cellsOf(table, columns),
    dates,
    decimal,
  };
}

function cellsOf({ rows }: FileTable, columns: readonly ReadColumn[]): PreparedFile['cellOf'] {
  const lines = new Map(rows.map(({ line, cells }) => [line, cells]));
  const places = new Map(columns.map((column) => [column.title, column]));
  for (const column of columns) if (column.role === 'value') places.set(column.field!.name, column);
  return (line, name) => {
    const column = places.get(name);
    const cell = column === undefined ? '' : (lines.get(line)?.[column.at] ?? '');
    const { secret, encrypted } = column?.field?.options ?? {};
    return cell !== '' && (secret || encrypted || mayBeSecret(cell)) ? hidden : cell.slice(0, longestShown);
  };
}

/** The error of a column that has values, and another column has its title or fills its field. */
function askedIn({ title, field = versionField }: ReadColumn): FieldError {
  const message = `is another column for ${field.name}: choose its field in Map, or "" to leave it alone`;
  return fieldError('Duplicate', title, message, { Option: 'Map' });
}

/** Sets a missing id by the name in the column. A name that differs from the record of the id is a doubt. */
async function placeNames(
  { at, title, field }: ReadColumn,
  lines: readonly TableRow[],
  rows: PreparedFile['rows'],
  found: {
    names: NamesService;
    nameable: Nameable;
    errors: Map<number, FieldError[]>;
    doubts: Map<number, FieldError[]>;
  },
): Promise<void> {
  const { name } = field!;
  const cellOf = (row: number): string => plainCell(lines[row].cells[at] ?? '').trim();
  const idOf = (row: number): string | undefined => {
    const id = rows[row].json[name] as { toString(): string } | null | undefined;
    return id?.toString();
  };
  const [texts, ids] = [new Set<string>(), new Set<string>()];
  for (const row of rows.keys()) {
    const [text, id] = [cellOf(row), idOf(row)];
    if (text === '') continue;
    if (id === undefined) texts.add(text);
    else ids.add(id);
  }
  const idsByName = await found.names.idsOf(field!, texts, found.nameable);
  const namesById = await found.names.namesOf(field!, ids, found.nameable);
  for (const [at, { line, json }] of rows.entries()) {
    if (isTurnOver()) await nextTurn();
    const [text, id] = [cellOf(at), idOf(at)];
    if (text === '') continue;
    if (id !== undefined) {
      const names = namesById.get(id);
      if (names && !names.includes(text))
        add(found.doubts, line, fieldError('Mismatch', title, `is not imported, because ${name} has another name`));
      continue;
    }
    const named = idsByName.get(text) ?? [];
    if (named.length === 1) json[name] = named[0];
    else {
      const why = named.length === 0 ? 'is the name of no record' : `is the name of ${named.length} records`;
      add(found.errors, line, fieldError('Unknown', title, `${why}: correct it, or send ${name}`));
    }
  }
}

function* textsOf(
  table: FileTable,
  columns: readonly ReadColumn[],
  fits: (field: Field) => boolean,
): Generator<string> {
  for (const { at, field } of columns) {
    if (!fits(field!)) continue;
    for (const { cells } of table.rows) if (cells[at]) yield cells[at];
  }
}

function add(all: Map<number, FieldError[]>, line: number, error: FieldError): void {
  all.set(line, [...(all.get(line) ?? []), error]);
}

/**
 * The rows as a file of one JSON object a line, for the importer. Each object is on the line of its row, so that errors
 * name the lines of the original file.
 */
export function sourceOf({ rows }: Pick<PreparedFile, 'rows'>, sha256: string): Source {
  return {
    size: rows.length,
    sha256,
    async *text() {
      let next = 1;
      for (const { line, json } of rows) {
        yield `${'\n'.repeat(Math.max(line - next, 0))}${stringify(json)}\n`;
        next = Math.max(line, next) + 1;
      }
    },
    close: () => Promise.resolve(),
  };
}
