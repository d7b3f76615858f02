import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { ListOptions, OpenedRows } from '../../record/lists/list-options.js';
import { keyOf } from '../schema/name-keys.js';
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

/**
 * Reads short pages of large tables whose filter or order has no index. For most filters, rows from the start of the
 * list fill the page. If not, it reads all rows in slices of keys, yields to the event loop between slices, and keeps
 * the first rows of each slice: docs/decisions/pages-and-filters.md.
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
    const isShort = take !== undefined && skip + take <= shortList;
    if (list.parts) return dialect.isInProcess && isShort ? this.inParts(list, list.parts, options) : undefined;
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
    return this.firstOf(rows, slices(), options, { unserved: unservedFields(sample, options, this.indexed) });
  }

  private inParts<T>(list: ListStatement<T>, divided: Parts, options: ListOptions): Promise<OpenedRows<Row>> {
    const parts = async function* (): AsyncGenerator<Slice<T>> {
      for await (const where of divided.each()) yield { where };
    };
    const isSorted = divided.inOrder && options.orderBy.length === 0;
    return this.firstOf({ ...list, anyOf: undefined }, parts(), options, { isSorted });
  }

  /**
   * The page of a list that is read in slices. If the slices follow each other in the order of the list (`isSorted`),
   * reads no further slice after the last row of the page.
   */
  private async firstOf<T>(
    rows: ListStatement<T>,
    slices: AsyncIterable<Slice<T>>,
    options: ListOptions,
    { isSorted = false, unserved = [] }: { isSorted?: boolean; unserved?: readonly string[] },
  ): Promise<OpenedRows<Row>> {
    const { statements, dialect } = this;
    const { skip = 0, take = 0 } = options;
    const [key] = rows.key;
    const wanted = { ...options, skip: undefined, take: skip + take };
    // Hide the index on the order: with it, the database would walk through all rows for each slice.
    const sorted = termsOf(rows, options).map((term) => unindexed(term, key));
    let until = performance.now() + this.adapter.deadline;
    let found: number[] = [];
    const keep = async (part: Slice<T>): Promise<number[]> =>
      (await statements.all(keysOf({ ...rows, ...part }, wanted, sorted, dialect))).map(({ Key0 }) => Number(Key0));
    const kept = (): ListStatement<T> => withCondition(rows, sql`${key} IN (${join(found)})`);
    for await (const slice of slices) {
      if (performance.now() > until) throw listTooLong(unserved);
      found.push(...(await keep(slice)));
      if (isSorted && found.length >= skip + take) break;
      if (found.length > mostKept) found = await keep(kept());
      if (!isTurnOver()) continue;
      // Waits for a turn do not count.
      const waits = performance.now();
      await nextTurn();
      until += performance.now() - waits;
    }
    return found.length === 0 ? { first: [] } : statements.open(pageOf(kept(), options, dialect));
  }
}

/** What a slice of a list replaces in its statement. */
type Slice<T> = Partial<Pick<ListStatement<T>, 'from' | 'where'>>;

/**
 * If more keys than this have been collected, only those of the first `skip + take` rows in the list's order are kept.
 */
const mostKept = 2000;

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
