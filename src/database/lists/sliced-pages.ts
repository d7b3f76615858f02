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
import { expressionOf, keysOf, pageOf, termsOf, totalOf, type ListStatement, type OrderTerm } from './list-query.js';

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
    // A database server runs one query for several conditions as fast as slices, and blocks no other call.
    const isSliced = !list.counted && (!list.anyOf || dialect.isInProcess);
    const sample = isSliced ? sampleOf(list) : undefined;
    if (!sample || take === undefined || skip + take > shortList) return undefined;
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
    return Number(Total) > this.most ? this.inSlices(list, sample, options, terms) : undefined;
  }

  private async inSlices<T>(
    list: ListStatement<T>,
    sample: Sample<T>,
    options: ListOptions,
    terms: readonly OrderTerm[],
  ): Promise<OpenedRows<Row> | undefined> {
    const { statements, dialect, indexed } = this;
    const spans = await spansOf(sample, statements);
    if (!spans) return undefined;
    const { skip = 0, take = 0 } = options;
    const rows = { ...list, anyOf: undefined, where: sample.where };
    const wanted = { ...options, skip: undefined, take: skip + take };
    // Hide the index on the order: with it, the database would walk through all rows for each slice.
    const sorted = terms.map((term) => unindexed(term, sample.key));
    const until = performance.now() + this.adapter.deadline;
    const size = sizeOf(spans);
    let found: number[] = [];
    const keep = async (part: Pick<ListStatement<T>, 'from' | 'where'>): Promise<number[]> =>
      (await statements.all(keysOf({ ...rows, ...part }, wanted, sorted, dialect))).map(({ Key0 }) => Number(Key0));
    for (let begin = 0; begin < size; begin += this.slice) {
      if (performance.now() > until) throw listTooLong(unservedFields(sample, options, indexed));
      for (const span of partOf(spans, begin, begin + this.slice)) found.push(...(await keep(rangeOf(sample, span))));
      if (found.length > mostKept) found = await keep(withCondition(rows, sql`${sample.key} IN (${join(found)})`));
      if (isTurnOver()) await nextTurn();
    }
    if (found.length === 0) return { first: [] };
    return statements.open(pageOf(withCondition(rows, sql`${sample.key} IN (${join(found)})`), options, dialect));
  }
}

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
