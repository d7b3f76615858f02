import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { ListOptions } from '../record/lists/list-options.js';
import type { Dialect } from './dialect.js';
import { conditionOf } from './list-filter.js';
import { selectOf, type Columns } from './schema/columns.js';

/** What a list is ordered by: an expression, upwards unless said. */
export type OrderTerm = Sql | { readonly descending: Sql };

/** A list in the portable subset. */
export interface ListStatement<T> {
  columns: Columns<T>;
  /** The tables whose rows are listed, with their aliases. */
  from: Sql;
  /** What is joined to read more of a row, by alias: it neither adds nor drops rows, and is left out where it can. */
  joins?: Readonly<Record<string, Sql>>;
  where?: Sql;
  /** Conditions of which a row meets at least one. Each finds its rows by its own index; OR would read them all. */
  anyOf?: readonly Sql[];
  /** That no row meets two of these: nothing is looked for twice. */
  apart?: boolean;
  /** The order that the list has unless its caller asks for another, tie-break included. */
  order: readonly OrderTerm[];
  /** What tells a row of `from` from all others; the tie-break of an order that the caller asks for. */
  key: readonly Sql[];
  /** That as a tie-break the key goes downwards after what does: both in the direction that an index has. */
  keyFollows?: boolean;
  /** What a field is ordered by where it is not the field itself. */
  orderedBy?: Partial<Columns<T>>;
  /** Where as many rows are counted sooner, in whatever order. */
  counted?: Pick<ListStatement<T>, 'from' | 'joins' | 'where'>;
  /** The fields that are read whichever the caller asks for. */
  always?: readonly (keyof T & string)[];
}

type TextMatch = Pick<Dialect, 'textMatch'>;

/**
 * The rows of a list. A page costs what it shows: its keys are found first, through as few columns as its order and its
 * conditions need; the other columns are read, and joined, for those alone.
 */
export function pageOf<T>(list: ListStatement<T>, options: ListOptions, dialect: TextMatch): Sql {
  const { fields } = options;
  const read = fields && [...new Set([...(list.always ?? []), ...fields.map(({ name }) => name as keyof T & string)])];
  const terms = termsOf(list, options);
  const select = selectOf(list.columns, read);
  const conditions = isPage(options) || list.anyOf ? undefined : conditionsOf(list, options, dialect);
  // Ordered by its own terms, a page is in order before anything is joined to it.
  const order = isPage(options) ? namesOf(terms, raw('page.')) : terms;
  const tables = read ? tablesOf(list, [select, ...(conditions ?? []), ...order.map(expressionOf)]) : allTablesOf(list);
  if (conditions) return sql`SELECT ${select} FROM ${tables}${whereOf(conditions)} ORDER BY ${orderOf(order)}`;
  const keys = list.key.map((key, at) => sql`${key} = page.${nth('Key', at)}`);
  return sql`SELECT ${select} FROM (${keysOf(list, options, terms, dialect)}) page
    CROSS JOIN ${tables}${whereOf(keys)} ORDER BY ${orderOf(order)}`;
}

/** The row that meets a condition. */
export function rowOf<T>(list: Pick<ListStatement<T>, 'columns' | 'from' | 'joins'>, condition: Sql): Sql {
  return sql`SELECT ${selectOf(list.columns)} FROM ${allTablesOf(list)} WHERE ${condition}`;
}

/** How many rows the list has without `skip` and `take`. */
export function totalOf<T>(list: ListStatement<T>, { filters, ...rest }: ListOptions, dialect: TextMatch): Sql {
  const options = { ...rest, filters, skip: undefined, take: undefined };
  const { columns, anyOf, counted } = list;
  if (anyOf && !counted) return sql`SELECT COUNT(*) AS Total FROM (${keysOf(list, options, [], dialect)}) found`;
  const { where, ...tables } = counted ?? list;
  const conditions = conditionsOf({ where, columns }, options, dialect);
  return sql`SELECT COUNT(*) AS Total FROM ${tablesOf(tables, conditions)}${whereOf(conditions)}`;
}

/** The keys of the rows that are asked for; of a page, what it is ordered by too. */
function keysOf<T>(list: ListStatement<T>, options: ListOptions, terms: readonly OrderTerm[], dialect: TextMatch): Sql {
  const { skip = 0, take } = options;
  const conditions = conditionsOf(list, options, dialect);
  const expressions = terms.map(expressionOf);
  const keys = list.key.map((key, at) => sql`${key} AS ${nth('Key', at)}`);
  const tables = tablesOf(list, [...conditions, ...(list.anyOf ?? []), ...expressions]);
  const found = (columns: readonly Sql[], where: readonly Sql[]): Sql =>
    sql`SELECT ${join(columns)} FROM ${tables}${whereOf(where)}`;
  const ordered = [...keys, ...expressions.map((expression, at) => sql`${expression} AS ${nth('Term', at)}`)];
  if (!list.anyOf) return sql`${found(ordered, conditions)} ORDER BY ${orderOf(namesOf(terms))}${limitOf(take, skip)}`;
  const union = list.apart ? ' UNION ALL ' : ' UNION ';
  if (!isPage(options))
    return join(
      list.anyOf.map((condition) => found(keys, [condition, ...conditions])),
      union,
    );
  // No part gives the page more rows than the page and what is skipped before it.
  const parts = list.anyOf.map((condition) => {
    const part = found(ordered, [condition, ...conditions]);
    return take === undefined
      ? part
      : sql`SELECT * FROM (${part} ORDER BY ${orderOf(namesOf(terms))}${limitOf(skip + take)}) part`;
  });
  return sql`SELECT found.* FROM (${join(parts, union)}) found
    ORDER BY ${orderOf(namesOf(terms))}${limitOf(take, skip)}`;
}

/** The terms by the names that a page's keys have them under. */
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
  { where, columns }: Pick<ListStatement<T>, 'where' | 'columns'>,
  { filters = [] }: ListOptions,
  dialect: TextMatch,
): Sql[] {
  return [...(where ? [where] : []), ...filters.map((filter) => conditionOf(filter, columns, dialect))];
}

function termsOf<T>(
  { columns, order, key, keyFollows = false, orderedBy = {} }: ListStatement<T>,
  { orderBy }: ListOptions,
): readonly OrderTerm[] {
  if (orderBy.length === 0) return order;
  const terms = orderBy.map(({ field, descending }): OrderTerm => {
    const name = field as keyof T;
    const expression = orderedBy[name] ?? columns[name];
    return descending ? { descending: expression } : expression;
  });
  const isDescending = keyFollows && orderBy[orderBy.length - 1].descending;
  return [...terms, ...(isDescending ? key.map((part) => ({ descending: part })) : key)];
}

function expressionOf(term: OrderTerm): Sql {
  return 'descending' in term ? term.descending : term;
}

function orderOf(terms: readonly OrderTerm[]): Sql {
  return join(terms.map((term) => ('descending' in term ? sql`${term.descending} DESC` : term)));
}

function whereOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? empty : sql` WHERE ${join(conditions, ' AND ')}`;
}

const everything = 9_007_199_254_740_991;

function limitOf(take = everything, skip = 0): Sql {
  return sql` LIMIT ${take} OFFSET ${skip}`;
}

function nth(name: 'Key' | 'Term', at: number): Sql {
  return raw(`${name}${at}`);
}

function allTablesOf<T>({ from, joins = {} }: Pick<ListStatement<T>, 'from' | 'joins'>): Sql {
  return join([from, ...Object.values(joins)], ' ');
}

/** The tables with those joins alone that the parts of a statement need, or that a join that they need needs itself. */
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
