import sql from 'sql-template-tag';
import { onServer, scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { Int32, Text } from '../../record/fields.js';
import { parseFilters } from '../../record/lists/list-filters.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { columnsOf } from '../schema/columns.js';
import { Table } from '../schema/table.js';
import type { ListStatement } from './list-query.js';

@Table('sliced', { indexes: [['Title']] })
class Sliced {
  @Int32({ key: true }) SlicedId!: number;
  @Text(20, { nullable: true }) Title!: string | null;
  @Text(20, { nullable: true }) Plain!: string | null;
}

const rows = 600;

const list: ListStatement<Sliced> = {
  columns: columnsOf(Sliced, 't'),
  from: sql`sliced t`,
  where: sql`t.SlicedId <> 5`,
  order: [sql`t.Title`, sql`t.SlicedId`],
  key: [sql`t.SlicedId`],
  keyFollows: true,
};

let scratch: ScratchDb;

beforeAll(async () => {
  scratch = await scratchDb({ tables: [Sliced] });
  const values = Array.from({ length: rows }, (_, index) => {
    const mixed = (index * 7919) % 601;
    return {
      SlicedId: index + 1 + (index < 300 ? 0 : 1_000_000),
      Title: mixed % 9 === 0 ? null : `title ${mixed % 150}`,
      Plain:
        mixed % 7 === 0
          ? null
          : `${mixed % 3 === 0 ? 'often' : 'more'} ${index % 100 === 7 ? 'rare' : ''}${mixed % 40}`,
    };
  });
  await scratch.db.tx(() => scratch.db.insertAll(Sliced, values));
});
afterAll(() => scratch.close());

interface Asked extends Pick<ListOptions, 'skip' | 'take'> {
  orderBy?: ListOptions['orderBy'];
  filters?: Record<string, string>;
}

async function idsOf({ filters = {}, orderBy = [], ...page }: Asked, statement = list): Promise<number[]> {
  const given = new Map(Object.entries(filters).map(([name, value]) => [name, [value]]));
  const parsed = parseFilters(given, Sliced, 'UTC');
  expect(parsed.errors).toEqual([]);
  const found = scratch.db.list(Sliced, statement, { orderBy, total: false, filters: parsed.filters, ...page });
  const ids: number[] = [];
  for await (const { SlicedId } of found) ids.push(SlicedId);
  return ids;
}

/** A list with several conditions that have an index each, such as the list of an agent with a branch. */
const ofMany: ListStatement<Sliced> = {
  ...list,
  anyOf: [sql`t.SlicedId < 200`, sql`t.SlicedId BETWEEN 250 AND 1000400`, sql`t.SlicedId > 1000500`],
  apart: true,
};

/**
 * Sets `reach`, the number of first rows to check before slices are read, and `slice`, the number of keys in a slice.
 */
function cut(reach: number, slice: number): void {
  Object.assign(scratch.db.lists.pages, { reach, slice, most: 2 * reach });
}

const orders: (ListOptions['orderBy'] | undefined)[] = [
  undefined,
  [{ field: 'Title', descending: true }],
  [{ field: 'Plain', descending: false }],
  [
    { field: 'Plain', descending: true },
    { field: 'Title', descending: false },
  ],
];
const filters: Record<string, string>[] = [
  {},
  { PlainContains: 'often' },
  { PlainContains: 'rare' },
  { PlainContains: 'none' },
  { PlainIsNull: 'true' },
  { Plain: 'often 3', TitleGreaterThanOrEqualTo: 'title 2' },
];

it.each([
  ['a table', list],
  ['several parts of a table', ofMany],
])('finds the same pages of %s in slices as in one query', async (_, statement) => {
  for (const orderBy of orders)
    for (const filter of filters)
      for (const page of [{ take: 10 }, { skip: 4, take: 3 }, { skip: 100, take: 20 }]) {
        cut(1_000_000, 1_000_000);
        const asked = { orderBy, filters: filter, ...page };
        const expected = await idsOf(asked, statement);
        for (const [reach, slice] of [
          [100, 50],
          [30, 50],
          [1, 7],
        ]) {
          cut(reach, slice);
          expect({ asked, ids: await idsOf(asked, statement) }).toEqual({ asked, ids: expected });
        }
      }
});

it('reads slices of keys only if the first rows in the order of the list do not fill the page', async () => {
  cut(200, 100);
  const all = jest.spyOn(scratch.db, 'all');
  const statements = async (asked: Asked): Promise<number> => {
    all.mockClear();
    await idsOf(asked);
    return all.mock.calls.length;
  };
  expect(await statements({ take: 10 })).toBe(0);
  expect(await statements({ take: 10, filters: { Title: 'title 3' } })).toBe(0);
  expect(await statements({ take: 10, filters: { PlainContains: 'often' } })).toBe(1);
  expect(await statements({ take: 10, filters: { PlainContains: 'rare' } })).toBeGreaterThan(6);
  // A database server sorts all rows without blocking this process, so the service reads no slices from it.
  const sorted = await statements({ take: 10, orderBy: [{ field: 'Plain', descending: false }] });
  expect(sorted > 6).toBe(!onServer);
  const few = { TitleGreaterThanOrEqualTo: 'title 8', PlainContains: 'rare' };
  expect(await statements({ take: 10, filters: few })).toBeLessThan(3);
  expect(await statements({ filters: { PlainContains: 'rare' } })).toBe(0);
  cut(1000, 1000);
  expect(await statements({ take: 10, filters: { PlainContains: 'rare' } })).toBe(1);
  all.mockRestore();
});

it('names the field without an index when a list exceeds the deadline', async () => {
  cut(10, 20);
  const now = jest.spyOn(performance, 'now').mockImplementation(() => (passed += 3000));
  let passed = 0;
  const asked = idsOf({ take: 10, filters: { PlainContains: 'none' } });
  await expect(asked).rejects.toThrow(/^The query took too long\. .* There is no index on Plain\.$/);
  now.mockRestore();
});
