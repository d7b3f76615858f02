import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { Class } from '../../record/field-types.js';
import { filtered } from '../../record/lists/list-filters.js';
import { orderOf, RowSource, type ListOptions } from '../../record/lists/list-options.js';

/** Number of rows that are sorted, or merged, in one turn. */
const sortedAtOnce = 500;

/**
 * Applies list options to rows that are made while the client reads. Only an order that the client asks for needs all
 * rows in memory.
 */
export function chosenRows<T extends object>(rows: RowSource<T>, record: Class, options: ListOptions): RowSource<T> {
  const { skip = 0, take = Infinity, orderBy, filters = [] } = options;
  const found = filters.length === 0 ? rows : rows.mapBatches(async (batch) => filtered(batch, filters));
  if (orderBy.length > 0) {
    const order = orderOf<T>(record, options);
    return new RowSource(async () => ({ first: (await sorted(await held(found), order)).slice(skip, skip + take) }));
  }
  return skip === 0 && take === Infinity ? found : RowSource.made(() => partOf(found, skip, take));
}

/** Counts the rows that meet the filters. Makes them all for it. */
export async function countOf<T extends object>(
  rows: RowSource<T>,
  record: Class,
  { filters }: ListOptions,
): Promise<number> {
  let count = 0;
  const found = chosenRows(rows, record, { filters, orderBy: [], total: false });
  for await (const batch of found.batches()) count += batch.length;
  return count;
}

async function* partOf<T>(rows: RowSource<T>, skip: number, take: number): AsyncGenerator<readonly T[], void> {
  let at = 0;
  for await (const batch of rows.batches()) {
    const part = batch.slice(Math.max(skip - at, 0), Math.max(skip + take - at, 0));
    if (part.length > 0) yield part;
    at += batch.length;
    if (at >= skip + take) return;
  }
}

export async function held<T>(rows: RowSource<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Like `toSorted`, but other calls get their turns meanwhile. */
async function sorted<T>(rows: readonly T[], order: (one: T, other: T) => number): Promise<readonly T[]> {
  if (isTurnOver()) await nextTurn();
  if (rows.length <= sortedAtOnce) return rows.toSorted(order);
  const half = rows.length >> 1;
  const [first, second] = [await sorted(rows.slice(0, half), order), await sorted(rows.slice(half), order)];
  const merged: T[] = [];
  for (let a = 0, b = 0; a < first.length || b < second.length;) {
    if (merged.length % sortedAtOnce === 0 && isTurnOver()) await nextTurn();
    const isFirst = b === second.length || (a < first.length && order(first[a], second[b]) <= 0);
    merged.push(isFirst ? first[a++] : second[b++]);
  }
  return merged;
}
