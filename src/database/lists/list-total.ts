import { Injectable } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { ListOptions, ListTotal } from '../../record/lists/list-options.js';
import { Dialect } from '../driver/dialect.js';
import { Statements } from '../transactions/statements.js';
import {
  indexedColumnsOf,
  isServed,
  partOf,
  rangeOf,
  sampleOf,
  sizeOf,
  spansOf,
  type IndexedColumns,
  type Sample,
} from './key-ranges.js';
import { totalOf, type ListStatement } from './list-query.js';

/** An estimate counts the rows in this many slices of keys. */
const slices = 50;
/** Slices are counted in the order 0, 19, 38, … modulo their number, so that even a few are spread over all keys. */
const stride = 19;
/** Moves each slice by a different distance, so that they do not all hit the same part of a repeating pattern. */
const jitter = 7919;
/**
 * If the page has not been read yet, an estimate below this many times `skip + take` is not used: the rows are counted
 * exactly.
 */
const margin = 2;

/**
 * Counts the rows of lists: exactly if that reads at most `exact` rows, otherwise by an estimate from evenly spaced
 * slices of keys: docs/decisions/totals.md.
 */
@Injectable()
export class ListTotals {
  exact = 100_000;
  /** Milliseconds after which no further slice is counted. */
  longest = 100;

  private readonly indexed: IndexedColumns;

  constructor(
    private readonly statements: Statements,
    private readonly dialect: Dialect,
    dataSource: DataSource,
  ) {
    this.indexed = indexedColumnsOf(dataSource);
  }

  /**
   * Counts the rows regardless of `skip` and `take`. `shown` is the page's number of rows, if the page has been read.
   */
  async of<T>(list: ListStatement<T>, options: ListOptions, shown?: number): Promise<ListTotal> {
    const { skip = 0, take, filters = [] } = options;
    const { checks, anyOf, apart, keys } = list.counted ?? list;
    if (shown !== undefined && take !== undefined && shown < take && (skip === 0 || shown > 0))
      return { rows: skip + shown, isEstimate: false };
    // Count a list without take exactly, because reading the list takes longer than counting it. The exception are rows
    // in several indexes: SQLite would block this process while it counts them.
    const sample = take === undefined && !keys ? undefined : sampleOf(list);
    if (!sample) return this.counted(list, options);
    const served = filters.filter((filter) => isServed(filter, sample, this.indexed));
    const size = await this.count(
      totalOf(withoutChecks(list), { ...options, filters: served }, this.dialect, this.exact + 1),
    );
    if (size <= this.exact) {
      const isChecked = served.length < filters.length || checks !== undefined;
      const isRepeated = keys !== undefined || (anyOf !== undefined && !apart);
      return isChecked || isRepeated ? this.counted(list, options) : { rows: size, isEstimate: false };
    }
    const estimate = await this.estimated(sample, options);
    const atLeast = skip + (shown ?? 0);
    if (estimate === undefined || (shown === undefined && estimate < margin * (skip + (take ?? 0))))
      return this.counted(list, options);
    return { rows: Math.max(estimate, atLeast), isEstimate: true };
  }

  private async counted<T>(list: ListStatement<T>, options: ListOptions): Promise<ListTotal> {
    const { parts, ...whole } = list.counted ?? list;
    if (!parts) return { rows: await this.count(totalOf(list, options, this.dialect)), isEstimate: false };
    let rows = 0;
    for await (const where of parts.each()) {
      rows += await this.count(
        totalOf({ ...list, counted: { ...whole, where, anyOf: undefined } }, options, this.dialect),
      );
      if (isTurnOver()) await nextTurn();
    }
    return { rows, isEstimate: false };
  }

  private async count(query: Sql): Promise<number> {
    const [{ Total }] = await this.statements.all(query);
    return Number(Total);
  }

  /** Returns undefined unless the keys are numbers. */
  private async estimated<T>(sample: Sample<T>, options: ListOptions): Promise<number | undefined> {
    const spans = await spansOf(sample, this.statements);
    if (!spans) return undefined;
    const all = sizeOf(spans);
    const width = Math.max(Math.floor(this.exact / 4 / slices), 1);
    const until = performance.now() + this.longest;
    let [read, found] = [0, 0];
    for (let slice = 0; slice < slices && (slice === 0 || performance.now() < until); slice++) {
      const move = (slice * jitter) % Math.max(Math.floor(all / slices) - width, 1);
      const begin = Math.floor((((slice * stride) % slices) * all) / slices) + move;
      for (const span of partOf(spans, begin, begin + width)) {
        const rows = { ...sample, ...rangeOf(sample, span), key: [sample.key], order: [] };
        found += await this.count(totalOf(rows, options, this.dialect));
        read += sizeOf([span]);
      }
      if (isTurnOver()) await nextTurn();
    }
    return Number(((found * all) / read).toPrecision(2));
  }
}

function withoutChecks<T>(list: ListStatement<T>): ListStatement<T> {
  const { checks: _, ...rest } = list;
  if (!rest.counted) return rest;
  const { checks: __, ...counted } = rest.counted;
  return { ...rest, counted };
}
