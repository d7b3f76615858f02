import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { ListOptions } from '../record/list-options.js';
import { quote } from './quoted.js';

/** A list in the portable subset. */
export interface ListStatement {
  /** The select list: every column under its field's name. */
  select: Sql;
  /** What follows FROM, conditions included. */
  from: Sql;
  /** The ORDER BY that the list has unless its caller asks for another, tie-break included. */
  order: Sql;
  /** The tie-break of an order that the caller asks for: field names, or `alias.Column`. */
  key: readonly string[];
  groupBy?: Sql;
}

const everything = 9_007_199_254_740_991;

export function pageOf(
  { select, from, order, key, groupBy }: ListStatement,
  { skip, take, orderBy }: ListOptions,
): Sql {
  const by =
    orderBy.length === 0
      ? order
      : raw(
          [
            ...orderBy.map(({ field, descending }) => `${quotePath(field)}${descending ? ' DESC' : ''}`),
            ...key.map(quotePath),
          ].join(', '),
        );
  const group = groupBy ? sql` GROUP BY ${groupBy}` : empty;
  const limit =
    skip === undefined && take === undefined ? empty : sql` LIMIT ${take ?? everything} OFFSET ${skip ?? 0}`;
  return sql`SELECT ${select} FROM ${from}${group} ORDER BY ${by}${limit}`;
}

export function totalOf({ from, groupBy }: ListStatement): Sql {
  return groupBy
    ? sql`SELECT COUNT(*) AS Total FROM (SELECT 1 AS One FROM ${from} GROUP BY ${groupBy}) counted`
    : sql`SELECT COUNT(*) AS Total FROM ${from}`;
}

/** `Field` or `alias.Column`. */
function quotePath(name: string): string {
  return name
    .split('.')
    .map((part) => quote(part))
    .join('.');
}
