import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { RowSource, type ListOptions, type OpenedRows } from '../../record/lists/list-options.js';
import { keyOf } from '../schema/name-keys.js';
import { chunksOf } from '../sql/chunks.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import { listTooLong } from '../driver/db-errors.js';
import { Dialect, shortList, type Row } from '../driver/dialect.js';
import { Statements } from '../transactions/statements.js';
import {
  indexedColumnsOf,
  isIndexed,
  isServed,
  partOf,
  rangeOf,
  sampleOf,
  sizeOf,
  spansOf,
  type IndexedColumns,
  type Sample,
} from './key-ranges.js';
import {
  expressionOf,
  keysOf,
  pageOf,
  termsOf,
  totalOf,
  type ListStatement,
  type OrderTerm,
  type Parts,
} from './list-query.js';
import { partsInOrder } from './parts-in-order.js';

/**
 * Reads lists that state `parts` (docs/decisions/searching-contacts.md), and short pages of large tables whose filter
 * or order has no index. For most filters, rows from the start of the list fill the page. If not, it reads all rows in
 * slices of keys, yields to the event loop between slices, and keeps the first rows of each slice:
 * docs/decisions/pages-and-filters.md.
 *
 * Of 250,000 contacts on SQLite, a filter without an index that no contact meets took 151 ms of processor time in
 * slices and 593 ms in one query. In one query, it blocked all other calls for 596 ms, in slices for 43 ms. An order
 * without an index took 131 ms in slices and 82 ms in one query, and blocked other calls for 15 instead of 81 ms.
 */
@Injectable()
export class SlicedPages {
  /** Number of rows from the start of the list that are checked before slices are read. */
  reach = 5000;
  /** If an index finds more rows than this, slices are read. */
  most = 100_000;
  /** Number of keys in a slice. */
  slice = 10_000;

  private readonly indexed: IndexedColumns;

  constructor(
    private readonly statements: Statements,
    private readonly dialect: Dialect,
    private readonly adapter: DatabaseAdapter,
    dataSource: DataSource,
  ) {
    this.indexed = indexedColumnsOf(dataSource);
  }

  /**
   * Opens a page of a list that is read slice by slice. Returns undefined if slices would make the list no faster, so
   * that one query should read it.
   */
  async open<T>(list: ListStatement<T>, options: ListOptions): Promise<OpenedRows<Row> | undefined> {
    const { statements, dialect, indexed } = this;
    const { skip = 0, take, filters = [] } = options;
    // A list of few rows consists of those with these keys. One of more rows is checked row by row.
    if (list.keys && list.checks) {
      const [{ Total }] = await statements.all(totalOf(list, { ...options, filters: [] }, dialect, this.slice + 1));
      const isOne = sql`${list.key[0]} IN (${join(list.keys, ' UNION ')})`;
      if (Number(Total) <= this.slice)
        return statements.open(pageOf(withCondition({ ...list, checks: undefined }, isOne), options, dialect));
    }
    if (list.parts) return this.inParts(list, list.parts, options);
    const isShort = take !== undefined && skip + take <= shortList;
    // A database server runs one query for several conditions as fast as slices, and blocks no other call.
    const isSliced = !list.counted && (!list.anyOf || dialect.isInProcess);
    const sample = isSliced ? sampleOf(list) : undefined;
    if (!sample || !isShort) return undefined;
    const served = filters.filter((filter) => isServed(filter, sample, indexed));
    const terms = termsOf(list, options);
    const isOrdered = isIndexed(expressionOf(terms[0]), sample, indexed);
    const isServedAll = served.length === filters.length && !(list.checks && dialect.isInProcess);
    // A database server sorts all rows in one query. SQLite would block this process meanwhile.
    if (isOrdered ? isServedAll : !dialect.isInProcess) return undefined;
    const found = { ...list, checks: undefined, keys: undefined };
    if (isOrdered) {
      const beyond = { ...options, filters: served, skip: this.reach, take: 1 };
      const edge = (await statements.all(keysOf(found, beyond, terms, dialect))).at(0);
      const near = edge && upTo(terms[0], edge.Term0);
      if (!near) return undefined;
      const first = await statements.open(pageOf(withCondition(list, near), options, dialect));
      if (first.first.length === take) return first;
    }
    const [{ Total }] = await statements.all(totalOf(found, { ...options, filters: served }, dialect, this.most + 1));
    return Number(Total) > this.most ? this.inSlices(list, sample, options) : undefined;
  }

  private async inSlices<T>(
    list: ListStatement<T>,
    sample: Sample<T>,
    options: ListOptions,
  ): Promise<OpenedRows<Row> | undefined> {
    const spans = await spansOf(sample, this.statements);
    if (!spans) return undefined;
    const [size, step] = [sizeOf(spans), this.slice];
    const slices = async function* (): AsyncGenerator<Slice<T>> {
      for (let begin = 0; begin < size; begin += step)
        for (const span of partOf(spans, begin, begin + step)) yield rangeOf(sample, span);
    };
    const rows = { ...list, anyOf: undefined, where: sample.where };
    const { skip = 0, take = 0 } = options;
    const unserved = unservedFields(sample, options, this.indexed);
    const keys = await this.keysOf(rows, slices(), options, { wanted: skip + take, unserved });
    return this.rowsOf(rows, keys, options);
  }

  /**
   * Opens a list that has parts: finds its keys part by part, and then reads their rows. A database server does so for
   * short pages in the default order; it sorts other lists in one query, without blocking this process.
   */
  private async inParts<T>(
    list: ListStatement<T>,
    parts: Parts,
    options: ListOptions,
  ): Promise<OpenedRows<Row> | undefined> {
    const { skip = 0, take = Infinity, orderBy, filters = [] } = options;
    const wanted = skip + take;
    const isByDefault = orderBy.length === 0;
    if (!this.dialect.isInProcess && (!isByDefault || filters.length > 0 || wanted > mostOfServer)) return undefined;
    const found = { ...list, anyOf: undefined };
    const table = { ...found, ...list.table, where: undefined };
    const keysIn = (of: ListStatement<T>, each: AsyncIterable<Sql>, how: Partial<KeysWanted<T>>): Promise<number[]> =>
      this.keysOf(of, slicesOf(each), options, { wanted, rows: table, ...how });
    // Check each row again, because it may have changed since its key was found.
    const rowsOf = (keys: readonly number[]): Promise<OpenedRows<Row>> => this.rowsOf(table, keys, options);
    const isWhole = wanted === Infinity;
    if (parts.inOrder && isByDefault) {
      const enough = isWhole ? mostKept : wanted;
      const keys = await keysIn(found, parts.each(), { enough, isSorted: true });
      // A query for a whole list of so many rows soon finds the next one.
      return isWhole && keys.length >= enough ? undefined : rowsOf(keys);
    }
    const inOrder = parts.many ? this.orderedParts(table, options, parts.size) : undefined;
    const isShort = wanted <= shortList;
    // Many rows in an order without an index are sorted in one query.
    if (parts.many && !inOrder && !isShort) return undefined;
    if (inOrder && !isWhole) {
      const near = await keysIn(table, inOrder(), { enough: wanted, isSorted: true, most: partsNear });
      if (near.length >= wanted) return rowsOf(near);
    }
    const enough = inOrder ? Math.min(wanted, mostKept) : isShort ? Infinity : mostSorted;
    const keys = await keysIn(found, parts.each(), { enough });
    if (keys.length < enough) return rowsOf(keys);
    return inOrder && rowsOf(await keysIn(table, inOrder(), { enough: wanted, isSorted: true }));
  }

  /** The parts of a table in the order that the client wants. Returns undefined if no index has this order. */
  private orderedParts<T>(
    table: ListStatement<T>,
    options: ListOptions,
    size: number,
  ): (() => AsyncIterable<Sql>) | undefined {
    const { from, key } = table;
    const terms = termsOf(table, options);
    const [column, last] = terms.map(expressionOf);
    const descending = 'descending' in terms[0];
    const isThenByKey = terms.length === 2 && last.sql === key[0].sql && 'descending' in terms[1] === descending;
    if (!isThenByKey || !isIndexed(column, table, this.indexed)) return undefined;
    return () => partsInOrder(this.statements, { from, column, isNullable: true, key: key[0], descending }, size);
  }

  /** The keys of the first rows of a list that is read in slices, in the list's order. */
  private async keysOf<T>(
    list: ListStatement<T>,
    slices: AsyncIterable<Slice<T>>,
    options: ListOptions,
    { wanted, rows = list, isSorted = false, enough = Infinity, most = Infinity, unserved = [] }: KeysWanted<T>,
  ): Promise<number[]> {
    const { statements, dialect } = this;
    const isPage = wanted < Infinity;
    const page = { ...options, skip: undefined, take: isPage ? wanted : undefined };
    // Hide the index on the order: with it, the database would walk through all rows for each slice.
    const orderOf = (part: ListStatement<T>): readonly OrderTerm[] =>
      termsOf(part, options).map((term) => (isSorted ? term : unindexed(term, part.key[0])));
    const keep = async (part: ListStatement<T>): Promise<number[]> =>
      (await statements.all(keysOf(part, page, orderOf(part), dialect))).map(({ Key0 }) => Number(Key0));
    const kept = (): Promise<number[]> => keep(withKeys(rows, found));
    let until = performance.now() + this.adapter.deadline;
    let found: number[] = [];
    let read = 0;
    for await (const slice of slices) {
      if (isPage && performance.now() > until) throw listTooLong(unserved);
      for (const key of await keep({ ...list, ...slice })) found.push(key);
      if (found.length >= enough || ++read === most) return found.slice(0, wanted);
      if (!isSorted && wanted <= shortList && found.length > mostKept) found = await kept();
      if (!isTurnOver()) continue;
      // Waits for a turn do not count.
      const waits = performance.now();
      await nextTurn();
      until += performance.now() - waits;
    }
    return isSorted || found.length === 0 ? found : kept();
  }

  /** Opens the rows with these keys, which are in the list's order, without those that the page skips. */
  private async rowsOf<T>(
    list: ListStatement<T>,
    found: readonly number[],
    { skip, take: _, ...options }: ListOptions,
  ): Promise<OpenedRows<Row>> {
    const { statements, dialect } = this;
    const keys = found.slice(skip);
    const page = (some: readonly number[]): Sql => pageOf(withKeys(list, some), { ...options, filters: [] }, dialect);
    if (keys.length === 0) return { first: [] };
    if (keys.length <= shortList) return statements.open(page(keys));
    const batches = async function* (): AsyncGenerator<Row[], void> {
      for (const some of chunksOf(keys, shortList)) {
        if (isTurnOver()) await nextTurn();
        yield await statements.all(page(some));
      }
    };
    return RowSource.made(batches).open();
  }
}

interface KeysWanted<T> {
  /** Number of rows from the start of the list to the end of the page, or Infinity. */
  readonly wanted: number;
  /** A statement for the rows of given keys. */
  readonly rows?: ListStatement<T>;
  /** The slices follow each other in the list's order. */
  readonly isSorted?: boolean;
  /** After this number of keys, no further slice is read. The keys are then in the order of the slices. */
  readonly enough?: number;
  /** Maximum number of slices that are read. */
  readonly most?: number;
  /** The fields without an index, for the error about a list that takes too long. */
  readonly unserved?: readonly string[];
}

/** What a slice of a list replaces in its statement. */
type Slice<T> = Partial<Pick<ListStatement<T>, 'from' | 'where'>>;

/**
 * If more keys than this have been collected, only those of the first `skip + take` rows in the list's order are kept.
 */
const mostKept = 2000;
/** Number of parts in the order of an index that are read first, because many rows soon fill a page. */
const partsNear = 5;
/** A database server reads a page in parts up to this row. */
const mostOfServer = 1000;
/** Maximum number of keys that one statement sorts. */
const mostSorted = 25_000;

async function* slicesOf<T>(parts: AsyncIterable<Sql>): AsyncGenerator<Slice<T>> {
  for await (const where of parts) yield { where };
}

function withKeys<T>(list: ListStatement<T>, keys: readonly number[]): ListStatement<T> {
  return withCondition(list, sql`${list.key[0]} IN (${join(keys)})`);
}

function withCondition<T>(list: ListStatement<T>, condition: Sql): ListStatement<T> {
  return { ...list, where: list.where ? sql`${condition} AND ${list.where}` : condition };
}

/**
 * The condition that a row's first order term is at most `edge` in the list's order. Returns undefined if every row
 * meets the condition.
 */
function upTo(term: OrderTerm, edge: unknown): Sql | undefined {
  const expression = expressionOf(term);
  if ('descending' in term) return edge === null ? undefined : sql`${expression} >= ${edge}`;
  return edge === null ? sql`${expression} IS NULL` : sql`(${expression} IS NULL OR ${expression} <= ${edge})`;
}

function unindexed(term: OrderTerm, key: Sql): OrderTerm {
  const expression = sql`CASE WHEN ${key} IS NOT NULL THEN ${expressionOf(term)} END`;
  return 'descending' in term ? { descending: expression } : expression;
}

function unservedFields<T>(
  sample: Sample<T>,
  { filters = [], orderBy }: ListOptions,
  indexed: IndexedColumns,
): string[] {
  const checked = filters.filter((filter) => !isServed(filter, sample, indexed)).map(({ field }) => field.name);
  const sorted = orderBy.slice(0, 1).map(({ field }) => field);
  const sortedBy = (column: Sql): Sql => keyOf(column) ?? column;
  const isPlain = (field: string): boolean => isIndexed(sortedBy(sample.columns[field as keyof T]), sample, indexed);
  return [...new Set([...checked, ...sorted.filter((field) => !isPlain(field))])];
}
