import { ifSet } from './unset.js';

/** The query of a list. */
export interface ListQuery {
  take?: number;
  skip?: number;
  orderBy?: string;
  orderByDesc?: string;
  fields?: string;
  filters?: object;
}

/** The key that orders the list, and whether it does so in descending order. */
function orderOf({ orderBy, orderByDesc, fields }: ListQuery): [key: string, descending: boolean] | undefined {
  const key = orderBy ?? orderByDesc ?? '';
  const isKey = /^\w*(Id|ID|GUID)$/.test(key) && !(orderBy && orderByDesc);
  // Among chosen fields the first may be no key, but a field with unset values: in descending order they come last, and
  // no comparison finds them.
  return isKey && !(orderByDesc && fields) ? [key, Boolean(orderByDesc)] : undefined;
}

/**
 * Reads a list page by page. If the key of its records orders it, the next page begins at the last key, so that rows
 * which are removed meanwhile do not shift it; otherwise it begins after as many rows as were read.
 */
export async function* pagesOf<R>(
  read: (query: ListQuery) => Promise<R[]>,
  { take = 500, skip = 0, ...query }: ListQuery,
): AsyncGenerator<R, void> {
  const [key, descending] = orderOf(query) ?? [];
  const bound = `${key}${descending ? 'LessThan' : 'GreaterThan'}OrEqualTo`;
  let asked = { ...query, skip, take };
  let last: unknown;
  /** The rows with the last key, which the next page repeats. */
  let seen: string[] = [];
  for (;;) {
    const page = await read(asked);
    for (const row of page) {
      const at = seen.indexOf(JSON.stringify(row));
      if (at < 0) yield row;
      else seen.splice(at, 1);
    }
    if (page.length < asked.take) return;
    const value = key && keyOf(page.at(-1), key);
    if (value === undefined || value === last) {
      seen = [];
      asked = { ...asked, skip: asked.skip + asked.take };
      continue;
    }
    last = value;
    seen = page.filter((row) => keyOf(row, key!) === value).map((row) => JSON.stringify(row));
    // One row more, because the last one of this page comes again.
    asked = { ...query, filters: { ...query.filters, [bound]: value }, skip: 0, take: Math.min(take + 1, 10_000) };
  }
}

/** The key of a record, which is its first field. An unset value is no key, and no comparison matches it. */
function keyOf(row: unknown, key: string): string | number | undefined {
  const [name, value] = Object.entries(row as Record<string, string | number | null>)[0]!;
  return name === key ? ifSet(value) : undefined;
}
