import sql, { join, type Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import type { Filter } from '../../record/lists/list-filters.js';
import type { Columns } from '../schema/columns.js';
import { keyOf } from '../schema/name-keys.js';
import { rowByRow } from '../sql/conditions.js';
import type { Statements } from '../transactions/statements.js';
import type { ListStatement } from './list-query.js';

/** The range of all keys is divided into this many parts, to look up the lowest and the highest key of each. */
const strata = 32;

/** A FROM of one table with its alias. */
const oneTable = /^\s*(\w+) (\w+)\s*$/;
const plainColumn = /^(\w+)\.`?(\w+)`?$/;

/** The first column of each index of a table, and of its key. */
export type IndexedColumns = (table: string) => ReadonlySet<string>;

export function indexedColumnsOf(dataSource: DataSource): IndexedColumns {
  return (table) => {
    const entity = dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
    const indexes = entity ? [entity.primaryColumns, ...entity.indices.map(({ columns }) => columns)] : [];
    return new Set(indexes.map(([{ databaseName }]) => databaseName));
  };
}

/** A list whose key is one column, so that its rows can be read in slices of keys. */
export interface Sample<T> extends Pick<ListStatement<T>, 'from' | 'joins' | 'where' | 'checks'> {
  readonly columns: Columns<T>;
  readonly key: Sql;
}

/** Returns undefined if the list states its `parts`, reads several tables, or has a key of several columns. */
export function sampleOf<T>(list: ListStatement<T>): Sample<T> | undefined {
  const { from, joins, where, checks, anyOf, key, parts } = list.counted ? { ...list.counted } : list;
  if (parts || key?.length !== 1 || !oneTable.test(from.sql)) return undefined;
  // The index of the key finds the rows of a range, so check these conditions row by row.
  const conditions = [...(where ? [where] : []), ...(anyOf ? [rowByRow(join(anyOf, ' OR '))] : [])];
  return {
    columns: list.columns,
    from,
    joins,
    where: conditions.length > 0 ? join(conditions, ' AND ') : undefined,
    checks,
    key: key[0],
  };
}

/** Whether an index finds the rows that meet a filter. */
export function isServed<T>({ field, test }: Filter, sample: Sample<T>, indexed: IndexedColumns): boolean {
  const column = sample.columns[field.name as keyof T];
  const key = keyOf(column);
  const isRange = test === 'in' || test === 'atLeast' || test === 'atMost' || (key && test === 'startsWith');
  return isRange === true && isIndexed(key ?? column, sample, indexed);
}

export function isIndexed({ sql: text }: Sql, { from }: Pick<Sample<never>, 'from'>, indexed: IndexedColumns): boolean {
  const [, table, alias] = oneTable.exec(from.sql)!;
  const [, owner, column] = plainColumn.exec(text) ?? [];
  return owner === alias && indexed(table).has(column);
}

/** A range of keys that begins and ends with existing keys. */
interface Span {
  readonly First: number;
  readonly Last: number;
}

/** The ranges of a table's keys without large gaps. Returns undefined unless the keys are numbers. */
export async function spansOf<T>(
  { from, key }: Sample<T>,
  statements: Pick<Statements, 'all'>,
): Promise<readonly Span[] | undefined> {
  const ends = (within: Sql): Sql => sql`SELECT (SELECT MIN(${key}) FROM ${from} WHERE ${within}) AS First,
    (SELECT MAX(${key}) FROM ${from} WHERE ${within}) AS Last`;
  const [{ First, Last }] = await statements.all(ends(sql`1 = 1`));
  if (typeof First !== 'number' || typeof Last !== 'number') return undefined;
  const step = Math.ceil((Last - First + 1) / strata);
  const parts = Array.from({ length: strata }, (_, at) =>
    ends(sql`${key} BETWEEN ${First + at * step} AND ${First + (at + 1) * step - 1}`),
  );
  const spans = (await statements.all(join(parts, ' UNION ALL '))) as (Span | { First: null })[];
  return spans.filter((span): span is Span => span.First !== null);
}

/**
 * The rows of a range of keys, for a statement with further conditions. The range is read first: SQLite would use the
 * index of a condition such as `UserId = ?`, and read all its entries for each range.
 */
export function rangeOf<T>({ from, key, where }: Sample<T>, { First, Last }: Span): Pick<Sample<T>, 'from' | 'where'> {
  const range = sql`SELECT ${key} AS RangeKey FROM ${from} WHERE ${key} BETWEEN ${First} AND ${Last}`;
  const isOne = sql`${key} = keys_in_range.RangeKey`;
  return {
    from: sql`(${range}) keys_in_range CROSS JOIN ${from}`,
    where: where ? sql`${isOne} AND ${where}` : isOne,
  };
}

export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { First, Last }) => sum + Last - First + 1, 0);
}

/**
 * Returns the ranges of the keys at the positions from `begin` up to, but not including, `end`. Positions do not count
 * the gaps between spans.
 */
export function partOf(spans: readonly Span[], begin: number, end: number): Span[] {
  const parts: Span[] = [];
  let before = 0;
  for (const { First, Last } of spans) {
    const from = Math.max(First, First + begin - before);
    const to = Math.min(Last, First + end - before - 1);
    if (from <= to) parts.push({ First: from, Last: to });
    before += Last - First + 1;
  }
  return parts;
}
