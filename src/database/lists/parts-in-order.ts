import sql, { raw, type Sql } from 'sql-template-tag';
import type { Statements } from '../transactions/statements.js';
import { limitOf } from './list-query.js';

/** Rows in the order of a column and, where it has the same value, of their key. An index finds them in this order. */
interface RowsInOrder {
  readonly from: Sql;
  readonly where?: Sql;
  readonly column: Sql;
  /** Whether the column may be unset. */
  readonly isNullable?: boolean;
  /** A column of numbers. */
  readonly key: Sql;
  readonly descending?: boolean;
}

interface Place {
  readonly Value: unknown;
  readonly Id: number;
}

/** Yields conditions that divide rows into parts of at most `size` rows, which follow each other in the order. */
export async function* partsInOrder(
  statements: Pick<Statements, 'all'>,
  { from, where = sql`1 = 1`, column, isNullable = false, key, descending = false }: RowsInOrder,
  size: number,
): AsyncGenerator<Sql> {
  const [direction, after, before] = (descending ? ['DESC', '<', '>'] : ['ASC', '>', '<']).map((text) => raw(text));
  const behind = ({ Value, Id }: Place): Sql =>
    Value === null
      ? sql`${key} ${after} ${Id}`
      : sql`${column} ${after}= ${Value} AND (${column} ${after} ${Value} OR ${key} ${after} ${Id})`;
  const upTo = ({ Value, Id }: Place): Sql =>
    Value === null
      ? sql`${key} ${before}= ${Id}`
      : sql`${column} ${before}= ${Value} AND (${column} ${before} ${Value} OR ${key} ${before}= ${Id})`;
  const groups = isNullable ? [sql`${where} AND ${column} IS NULL`, sql`${where} AND ${column} IS NOT NULL`] : [where];
  for (const group of descending ? groups.reverse() : groups)
    for (let rest = group; ;) {
      const found = await statements.all(sql`SELECT ${column} AS Value, ${key} AS Id FROM ${from} WHERE ${rest}
        ORDER BY ${column} ${direction}, ${key} ${direction}${limitOf(1, size - 1)}`);
      const end = found.at(0) as Place | undefined;
      yield end ? sql`${rest} AND ${upTo(end)}` : rest;
      if (!end) break;
      rest = sql`${group} AND ${behind(end)}`;
    }
}
