import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { Class } from '../../record/field-types.js';
import { filtered } from '../../record/lists/list-filters.js';
import { orderOf, RowSource, type ListOptions } from '../../record/lists/list-options.js';
import type { Row } from './chunks.js';

/** Number of rows that are sorted, or merged, in one turn. */
const sortedAtOnce = 500;

/**
 * Applies list options to rows that are made while the client reads. Only an order that the client asks for needs all
 * rows in memory.
 */
export function chosenRows(rows: RowSource<Row>, record: Class, options: ListOptions): RowSource<Row> {
  const { skip = 0, take = Infinity, orderBy, filters = [] } = options;
  const found = filters.length === 0 ? rows : rows.mapBatches(async (batch) => filtered(batch, filters));
  if (orderBy.length > 0) {
    const order = orderOf<Row>(record, options);
    return new RowSource(async () => ({ first: (await sorted(await held(found), order)).slice(skip, skip + take) }));
  }
  return skip === 0 && take === Infinity ? found : RowSource.made(() => partOf(found, skip, take));
}

/** Counts the rows that meet the filters. Makes them all for it. */
export async function countOf(rows: RowSource<Row>, record: Class, { filters }: ListOptions): Promise<number> {
  let count = 0;
  for await (const _ of chosenRows(rows, record, { filters, orderBy: [], total: false })) count++;
  return count;
}

async function* partOf(rows: RowSource<Row>, skip: number, take: number): AsyncGenerator<readonly Row[], void> {
  let at = 0;
  for await (const row of rows) {
    if (at >= skip) yield [row];
    if (++at >= skip + take) return;
  }
}

async function held(rows: RowSource<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Like `toSorted`, but other calls get their turns meanwhile. */
async function sorted(rows: readonly Row[], order: (one: Row, other: Row) => number): Promise<readonly Row[]> {
  if (isTurnOver()) await nextTurn();
  if (rows.length <= sortedAtOnce) return rows.toSorted(order);
  const half = rows.length >> 1;
  const [first, second] = [await sorted(rows.slice(0, half), order), await sorted(rows.slice(half), order)];
  const merged: Row[] = [];
  for (let a = 0, b = 0; a < first.length || b < second.length;) {
    if (merged.length % sortedAtOnce === 0 && isTurnOver()) await nextTurn();
    const isFirst = b === second.length || (a < first.length && order(first[a], second[b]) <= 0);
    merged.push(isFirst ? first[a++] : second[b++]);
  }
  return merged;
}
