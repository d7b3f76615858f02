import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import type { Dialect } from '../driver/dialect.js';
import { conditionOf } from './list-filter.js';
import { selectOf, type Columns } from '../schema/columns.js';
import { keyOf } from '../schema/name-keys.js';
import { rowByRow } from '../sql/conditions.js';

export type OrderTerm = Sql | { readonly descending: Sql };

/** A list, in SQL that both databases understand. */
export interface ListStatement<T> {
  columns: Columns<T>;
  from: Sql;
  /** Joins by alias. A statement omits a join whose alias it does not use, so a join must neither add nor drop rows. */
  joins?: Readonly<Record<string, Sql>>;
  where?: Sql;
  /** A further condition without an index, which the database checks row by row. */
  checks?: Sql;
  /**
   * A row meets at least one of these conditions. Each becomes a query with an index of its own, and UNION combines
   * them. With OR, the database would read the whole table.
   */
  anyOf?: readonly Sql[];
  /** No row meets two conditions of anyOf, so UNION ALL combines the queries. */
  apart?: boolean;
  /**
   * No index finds the rows of anyOf, but these SELECTs find their keys, by indexes of several tables and without a
   * client's filters. Keys may repeat. SQLite then checks the conditions of anyOf row by row, as `checks`.
   */
  keys?: readonly Sql[];
  /** The default order. Its last terms are unique, so that every row has a fixed place. */
  order: readonly OrderTerm[];
  /** The key of a row of `from`, which makes an order that a client asks for unique. */
  key: readonly Sql[];
  /** Sorts the appended key in the direction of the term before it, so that the database can use an index on both. */
  keyFollows?: boolean;
  /** Divides a list for which one statement could take long. Its total is counted part by part, never estimated. */
  parts?: Parts;
  /**
   * The same rows in their own table, where all their conditions are checked row by row. Its key is the first part of
   * the list's. The rows of found keys are read here.
   */
  table?: Required<Pick<ListStatement<T>, 'from' | 'joins' | 'checks' | 'order' | 'key'>>;
  /** A faster statement that counts the same rows. Without a key in it, the total is never estimated. */
  counted?: Counted<T>;
}

/** Parts of a list, which are read one after the other, so that other calls need not wait for the whole list. */
export interface Parts {
  /**
   * Yields conditions that replace `where` and `anyOf`. Each finds up to `size` rows by an index, and each row meets
   * exactly one. The first column of the list's `key` must tell its rows apart.
   */
  each(): AsyncIterable<Sql>;
  /** Maximum number of rows that a statement checks. */
  readonly size: number;
  /** The rows of a part come before those of the next one in the default order. */
  readonly inOrder: boolean;
  /** The list has so many rows that a read of the `table` in the order of an index soon finds some. */
  readonly many?: boolean;
}

type Counted<T> = Pick<ListStatement<T>, 'from' | 'joins' | 'where' | 'checks' | 'anyOf' | 'apart' | 'keys' | 'parts'> &
  Partial<Pick<ListStatement<T>, 'key'>>;

type TextMatch = Pick<Dialect, 'textMatch'>;

/**
 * The rows of a list. A page finds its keys first, with the columns that its order and its conditions need. It reads
 * and joins the other columns for these keys only. A whole list with `anyOf` does so, too: otherwise the database would
 * sort rows with all their columns, before it returns the first of them.
 */
export function pageOf<T>(list: ListStatement<T>, options: ListOptions, dialect: TextMatch): Sql {
  const read = options.fields?.map(({ name }) => name as keyof T & string);
  const terms = termsOf(list, options);
  const select = selectOf(list.columns, read);
  const conditions = isPage(options) || list.anyOf ? undefined : conditionsOf(list, options, dialect);
  // The keys are sorted before the other tables are joined.
  const order = conditions ? terms : namesOf(terms, raw('page.'));
  const rows = conditions ? list : (list.table ?? list);
  const tables = read ? tablesOf(rows, [select, ...(conditions ?? []), ...order.map(expressionOf)]) : allTablesOf(rows);
  if (conditions) return sql`SELECT ${select} FROM ${tables}${whereOf(conditions)} ORDER BY ${orderOf(order)}`;
  const keys = rows.key.map((key, at) => sql`${key} = page.${nth('Key', at)}`);
  return sql`SELECT ${select} FROM (${keysOf(list, options, terms, dialect)}) page
    CROSS JOIN ${tables}${whereOf(keys)} ORDER BY ${orderOf(order)}`;
}

export function rowOf<T>(list: Pick<ListStatement<T>, 'columns' | 'from' | 'joins'>, condition: Sql): Sql {
  return sql`SELECT ${selectOf(list.columns)} FROM ${allTablesOf(list)} WHERE ${condition}`;
}

/** The options with the key of the record among the fields to read, because services need it of each row. */
export function withKey(record: Class, options: ListOptions): ListOptions {
  const { fields } = options;
  if (!fields) return options;
  const keys = fieldsOf(record).filter(({ options: { key } }) => key !== undefined);
  const missing = keys.filter(({ name }) => !fields.some((field) => field.name === name));
  return missing.length === 0 ? options : { ...options, fields: [...fields, ...missing] };
}

/** The list as its database reads it: a database in this process checks conditions without an index row by row. */
export function readBy<T>(list: ListStatement<T>, { isInProcess }: Pick<Dialect, 'isInProcess'>): ListStatement<T> {
  const { anyOf, ...rest } = list;
  return anyOf && list.keys && isInProcess ? { ...rest, checks: rowByRow(join(anyOf, ' OR ')) } : list;
}

/**
 * Counts the rows regardless of `skip` and `take`. With `most`, counts what is read to find them, at most `most` for
 * each condition of `anyOf`: a row that meets two conditions counts twice.
 */
export function totalOf<T>(list: ListStatement<T>, options: ListOptions, dialect: TextMatch, most?: number): Sql {
  const { columns, key } = list;
  const { where, checks, anyOf, apart, keys: all, ...tables } = { key, ...(list.counted ?? list) };
  const conditions = conditionsOf({ where, checks, columns }, options, dialect);
  const keys = options.filters?.length ? undefined : all;
  if (!anyOf && !keys && most === undefined)
    return sql`SELECT COUNT(*) AS Total FROM ${tablesOf(tables, conditions)}${whereOf(conditions)}`;
  const found = (...part: readonly Sql[]): Sql => {
    const met = [...part, ...conditions];
    return sql`SELECT ${keyNames(tables.key)} FROM ${tablesOf(tables, met)}${whereOf(met)}`;
  };
  const rows = keys ?? (anyOf ? anyOf.map((part) => found(part)) : [found()]);
  const parts = most === undefined ? rows : rows.map((part) => sql`SELECT * FROM (${part}${limitOf(most)}) part`);
  return sql`SELECT COUNT(*) AS Total FROM (${join(parts, unionOf(apart || most !== undefined))}) found`;
}

/** Selects the keys of the requested rows, and the values that order the rows. */
export function keysOf<T>(
  list: ListStatement<T>,
  options: ListOptions,
  terms: readonly OrderTerm[],
  dialect: TextMatch,
): Sql {
  const { skip = 0, take } = options;
  const conditions = conditionsOf(list, options, dialect);
  const expressions = terms.map(expressionOf);
  const tables = tablesOf(list, [...conditions, ...(list.anyOf ?? []), ...expressions]);
  const found = (columns: readonly Sql[], where: readonly Sql[]): Sql =>
    sql`SELECT ${join(columns)} FROM ${tables}${whereOf(where)}`;
  const ordered = [
    keyNames(list.key),
    ...expressions.map((expression, at) => sql`${expression} AS ${nth('Term', at)}`),
  ];
  if (!list.anyOf) return sql`${found(ordered, conditions)} ORDER BY ${orderOf(namesOf(terms))}${limitOf(take, skip)}`;
  // Select for each condition no more rows than the page and the `skip` rows before it.
  const parts = list.anyOf.map((condition) => {
    const part = found(ordered, [condition, ...conditions]);
    return take === undefined
      ? part
      : sql`SELECT * FROM (${part} ORDER BY ${orderOf(namesOf(terms))}${limitOf(skip + take)}) part`;
  });
  return sql`SELECT found.* FROM (${join(parts, unionOf(list.apart))}) found
    ORDER BY ${orderOf(namesOf(terms))}${limitOf(take, skip)}`;
}

function keyNames(key: readonly Sql[]): Sql {
  return join(key.map((part, at) => sql`${part} AS ${nth('Key', at)}`));
}

function unionOf(apart = false): string {
  return apart ? ' UNION ALL ' : ' UNION ';
}

function namesOf(terms: readonly OrderTerm[], table = empty): OrderTerm[] {
  return terms.map((term, at) => {
    const name = sql`${table}${nth('Term', at)}`;
    return 'descending' in term ? { descending: name } : name;
  });
}

function isPage({ skip, take }: ListOptions): boolean {
  return skip !== undefined || take !== undefined;
}

function conditionsOf<T>(
  { where, checks, columns }: Pick<ListStatement<T>, 'where' | 'checks' | 'columns'>,
  { filters = [] }: ListOptions,
  dialect: TextMatch,
): Sql[] {
  const own = [where, checks].filter((condition) => condition !== undefined);
  return [...own, ...filters.map((filter) => conditionOf(filter, columns, dialect))];
}

export function termsOf<T>(
  { columns, order, key, keyFollows = false }: ListStatement<T>,
  { orderBy }: ListOptions,
): readonly OrderTerm[] {
  if (orderBy.length === 0) return order;
  const terms = orderBy.map(({ field, descending }): OrderTerm => {
    const name = field as keyof T;
    const expression = keyOf(columns[name]) ?? columns[name];
    return descending ? { descending: expression } : expression;
  });
  const isDescending = keyFollows && orderBy[orderBy.length - 1].descending;
  return [...terms, ...(isDescending ? key.map((part) => ({ descending: part })) : key)];
}

export function expressionOf(term: OrderTerm): Sql {
  return 'descending' in term ? term.descending : term;
}

function orderOf(terms: readonly OrderTerm[]): Sql {
  return join(terms.map((term) => ('descending' in term ? sql`${term.descending} DESC` : term)));
}

function whereOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql` WHERE ${join(conditions, ' AND ')}`;
}

const everything = 9_007_199_254_740_991;

/** The limit is a part of the text: SQLite looks at a value of LIMIT, and plans the statement again at each call. */
export function limitOf(take = everything, skip = 0): Sql {
  return sql` LIMIT ${raw(String(take))} OFFSET ${skip}`;
}

function nth(name: 'Key' | 'Term', at: number): Sql {
  return raw(`${name}${at}`);
}

function allTablesOf<T>({ from, joins = {} }: Pick<ListStatement<T>, 'from' | 'joins'>): Sql {
  return join([from, ...Object.values(joins)], ' ');
}

/** The tables with those joins that the `parts` of a statement need, directly or through another join. */
function tablesOf<T>({ from, joins = {} }: Pick<ListStatement<T>, 'from' | 'joins'>, parts: readonly Sql[]): Sql {
  let text = parts.map(({ statement }) => statement).join(' ');
  const needed: Sql[] = [];
  for (const [alias, table] of Object.entries(joins).reverse()) {
    if (!new RegExp(`\\b${alias}\\.`).test(text)) continue;
    needed.unshift(table);
    text += table.statement;
  }
  return join([from, ...needed], ' ');
}
