import sql, { join, type Sql } from 'sql-template-tag';
import { TimeSlice } from '../../context/time-slice.js';
import type { Filter } from '../../record/lists/list-filters.js';
import type { ListOptions, ListTotal } from '../../record/lists/list-options.js';
import type { Dialect, Row } from '../driver/dialect.js';
import type { Columns } from '../schema/columns.js';
import { totalOf, type ListStatement } from './list-query.js';

/** Parts of the key's range in which the lowest and the highest key are looked up. */
const strata = 32;
/** Slices of keys whose rows are counted for an estimate. */
const slices = 50;
/** A slice's number is multiplied with this: whenever counting ends, the counted slices are spread over all keys. */
const stride = 19;
/** Moves each slice by another distance, so that a regular pattern in the rows is not met again and again. */
const jitter = 7919;
/** Milliseconds after which an estimate uses the slices counted until then. */
const longest = 100;
/** An estimate for a page whose rows are not known yet must be this many times as large as the page. */
const margin = 2;

/** A range of keys that holds rows at both ends. */
interface Span {
  readonly First: number;
  readonly Last: number;
}

/** The one table of a list, with its alias. */
const oneTable = /^\s*(\w+) (\w+)\s*$/;
const plainColumn = /^(\w+)\.`?(\w+)`?$/;

/**
 * Counts the rows of lists. The count is exact if no more than `exact` rows must be read for it. Beyond that, rows in
 * slices of keys are counted, evenly spaced, and the total is estimated from them: docs/decisions/totals.md.
 */
export class ListTotals {
  /** Most rows that are counted exactly. */
  exact = 100_000;

  /** indexed: the first column of each index of a table. */
  constructor(
    private readonly all: (query: Sql) => Promise<Row[]>,
    private readonly dialect: Pick<Dialect, 'textMatch'>,
    private readonly indexed: (table: string) => ReadonlySet<string>,
  ) {}

  /** The number of rows without skip and take. shown: rows of the page, if it has been read. */
  async of<T>(list: ListStatement<T>, options: ListOptions, shown?: number): Promise<ListTotal> {
    const { skip = 0, take, filters = [] } = options;
    if (shown !== undefined && take !== undefined && shown < take && (skip === 0 || shown > 0))
      return { rows: skip + shown, isEstimate: false };
    // A list without its end is read whole, which takes longer than counting it.
    const sample = take === undefined ? undefined : sampleOf(list);
    if (!sample) return this.counted(list, options);
    const served = filters.filter((filter) => this.isServed(filter, sample));
    const size = await this.count(
      totalOf(withoutChecks(list), { ...options, filters: served }, this.dialect, this.exact + 1),
    );
    if (size <= this.exact) {
      const isChecked = served.length < filters.length || (list.counted ?? list).checks !== undefined;
      return isChecked ? this.counted(list, options) : { rows: size, isEstimate: false };
    }
    const estimate = await this.estimated(sample, options);
    const atLeast = skip + (shown ?? 0);
    if (estimate === undefined || (shown === undefined && estimate < margin * (skip + take!)))
      return this.counted(list, options);
    return { rows: Math.max(estimate, atLeast), isEstimate: true };
  }

  private async counted<T>(list: ListStatement<T>, options: ListOptions): Promise<ListTotal> {
    return { rows: await this.count(totalOf(list, options, this.dialect)), isEstimate: false };
  }

  private async count(query: Sql): Promise<number> {
    const [{ Total }] = await this.all(query);
    return Number(Total);
  }

  /** Whether an index finds the rows that meet a filter. */
  private isServed<T>({ field, test }: Filter, { from, columns }: Sample<T>): boolean {
    if (test !== 'in' && test !== 'atLeast' && test !== 'atMost') return false;
    const [, table, alias] = oneTable.exec(from.sql)!;
    const [, owner, column] = plainColumn.exec(columns[field.name as keyof T].sql) ?? [];
    return owner === alias && this.indexed(table).has(column);
  }

  /** undefined: the keys are no numbers. */
  private async estimated<T>(sample: Sample<T>, options: ListOptions): Promise<number | undefined> {
    const spans = await this.spansOf(sample);
    if (!spans) return undefined;
    const all = spans.reduce((sum, { First, Last }) => sum + Last - First + 1, 0);
    const width = Math.max(Math.floor(this.exact / 4 / slices), 1);
    const until = performance.now() + longest;
    const time = new TimeSlice();
    let [read, found] = [0, 0];
    for (let slice = 0; slice < slices && (slice === 0 || performance.now() < until); slice++) {
      const move = (slice * jitter) % Math.max(Math.floor(all / slices) - width, 1);
      const begin = Math.floor((((slice * stride) % slices) * all) / slices) + move;
      for (const { First, Last } of partOf(spans, begin, begin + width)) {
        const within = sql`${sample.key} BETWEEN ${First} AND ${Last}`;
        const where = join([within, ...(sample.where ? [sample.where] : [])], ' AND ');
        found += await this.count(totalOf({ ...sample, key: [sample.key], order: [], where }, options, this.dialect));
        read += Last - First + 1;
      }
      if (time.isOver) await time.yield();
    }
    return Number(((found * all) / read).toPrecision(2));
  }

  /**
   * The ranges of keys that hold the rows of a table, without large gaps between them. undefined: the keys are no
   * numbers.
   */
  private async spansOf<T>({ from, key }: Sample<T>): Promise<readonly Span[] | undefined> {
    const ends = (within: Sql): Sql => sql`SELECT (SELECT MIN(${key}) FROM ${from} WHERE ${within}) AS First,
      (SELECT MAX(${key}) FROM ${from} WHERE ${within}) AS Last`;
    const [{ First, Last }] = await this.all(ends(sql`1 = 1`));
    if (typeof First !== 'number' || typeof Last !== 'number') return undefined;
    const step = Math.ceil((Last - First + 1) / strata);
    const parts = Array.from({ length: strata }, (_, at) =>
      ends(sql`${key} BETWEEN ${First + at * step} AND ${First + (at + 1) * step - 1}`),
    );
    const spans = (await this.all(join(parts, ' UNION ALL '))) as unknown as (Span | { First: null })[];
    return spans.filter((span): span is Span => span.First !== null);
  }
}

/** A list whose rows can be counted in slices of one key. */
interface Sample<T> extends Pick<ListStatement<T>, 'from' | 'joins' | 'where' | 'checks'> {
  readonly columns: Columns<T>;
  readonly key: Sql;
}

/** undefined: the list is no table with one key. */
function sampleOf<T>(list: ListStatement<T>): Sample<T> | undefined {
  const { from, joins, where, checks, anyOf, key } = list.counted ? { ...list.counted } : list;
  if (key?.length !== 1 || !oneTable.test(from.sql)) return undefined;
  const conditions = [...(where ? [where] : []), ...(anyOf ? [sql`(${join(anyOf, ' OR ')})`] : [])];
  return {
    columns: list.columns,
    from,
    joins,
    where: conditions.length > 0 ? join(conditions, ' AND ') : undefined,
    checks,
    key: key[0],
  };
}

/** The list with all rows that its indexes find. */
function withoutChecks<T>(list: ListStatement<T>): ListStatement<T> {
  const { checks: _, ...rest } = list;
  if (!rest.counted) return rest;
  const { checks: __, ...counted } = rest.counted;
  return { ...rest, counted };
}

/** A range of the spans, as if they followed each other without gaps. */
function partOf(spans: readonly Span[], begin: number, end: number): Span[] {
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
