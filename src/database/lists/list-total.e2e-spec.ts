import sql from 'sql-template-tag';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { Int32, Text } from '../../record/fields.js';
import { parseFilters } from '../../record/lists/list-filters.js';
import type { ListOptions, ListTotal } from '../../record/lists/list-options.js';
import type { Row } from '../driver/dialect.js';
import { columnsOf } from '../schema/columns.js';
import { Table } from '../schema/table.js';
import type { ListStatement } from './list-query.js';

@Table('counted', { indexes: [['Served']] })
class Counted {
  @Int32({ key: true }) CountedId!: number;
  /** From 0 to 9, with an index. */
  @Int32() Served!: number;
  /** From 0 to 3, without an index. */
  @Int32() Checked!: number;
  @Text(20) Title!: string;
}

const rows = 2000;
/** There is a large gap between the two halves of the keys, as after an import of rows with keys. */
const keyOf = (index: number): number => index + 1 + (index >= rows / 2 ? 1_000_000_000 : 0);

/** A pattern without a short period, so that evenly spaced slices are representative. */
const checkedOf = (index: number): number => ((index * 7919) % 101) % 4;
const matching = (isMatch: (index: number) => boolean): number =>
  Array.from({ length: rows }, (_, index) => index).filter(isMatch).length;
const ones = matching((index) => checkedOf(index) === 1);
const onesOfThrees = matching((index) => checkedOf(index) === 1 && index % 10 === 3);

const list = {
  columns: columnsOf(Counted, 't'),
  from: sql`counted t`,
  order: [sql`t.CountedId`],
  key: [sql`t.CountedId`],
} satisfies ListStatement<Counted>;

let scratch: ScratchDb;

beforeAll(async () => {
  scratch = await scratchDb({ tables: [Counted] });
  const values = Array.from({ length: rows }, (_, index) => ({
    CountedId: keyOf(index),
    Served: index % 10,
    Checked: checkedOf(index),
    Title: `title ${index}`,
  }));
  await scratch.db.tx(() => scratch.db.insertAll(Counted, values));
});
afterAll(() => scratch.close());
beforeEach(() => Object.assign(scratch.db.lists.totals, { exact: 400, longest: 60_000 }));

interface Asked {
  filters?: Record<string, string>;
  skip?: number;
  take?: number;
  shown?: number;
}

function total(statement: ListStatement<Counted>, { filters = {}, shown, ...page }: Asked = {}): Promise<ListTotal> {
  const given = new Map(Object.entries(filters).map(([name, value]) => [name, [value]]));
  const parsed = parseFilters(given, Counted, 'UTC');
  expect(parsed.errors).toEqual([]);
  const options: ListOptions = { orderBy: [], total: true, take: 10, ...page, filters: parsed.filters };
  return scratch.db.list(Counted, statement, options).total(shown) as Promise<ListTotal>;
}

const exactly = (count: number): ListTotal => ({ rows: count, isEstimate: false });

function expectAbout({ rows: estimate, isEstimate }: ListTotal, low: number, high: number): void {
  expect(isEstimate).toBe(true);
  expect(estimate).toBeGreaterThanOrEqual(low);
  expect(estimate).toBeLessThanOrEqual(high);
}

it('counts rows exactly up to the limit, and estimates them beyond it', async () => {
  scratch.db.lists.totals.exact = rows;
  expect(await total(list)).toEqual(exactly(rows));
  scratch.db.lists.totals.exact = rows - 1;
  expect(await total(list)).toEqual({ rows, isEstimate: true });
});

it('counts exactly if an index finds no more rows than the limit', async () => {
  expect(await total(list, { filters: { Served: '3' } })).toEqual(exactly(200));
  expect(await total({ ...list, where: sql`t.Served = 3` })).toEqual(exactly(200));
  expect(await total({ ...list, where: sql`t.Served = 3` }, { filters: { Checked: '1' } })).toEqual(
    exactly(onesOfThrees),
  );
  expect(await total({ ...list, where: sql`t.Served = 3`, checks: sql`t.Checked = 1` })).toEqual(exactly(onesOfThrees));
});

it('estimates the total for a condition without an index, even if few rows meet it', async () => {
  expectAbout(await total(list, { filters: { Checked: '1' } }), 250, 1000);
  expectAbout(await total({ ...list, checks: sql`t.Checked = 1` }), 250, 1000);
  expectAbout(await total(list, { filters: { ServedGreaterThanOrEqualTo: '5' } }), 500, 2000);
});

it('estimates the total from the slices that it counts before the time limit', async () => {
  scratch.db.lists.totals.longest = 0;
  const all = jest.spyOn(scratch.db, 'all');
  expect((await total(list, { shown: 10 })).isEstimate).toBe(true);
  // Four statements read the rows up to the limit, the ends of all keys, the ends of their parts, and one slice.
  expect(all).toHaveBeenCalledTimes(4);
  all.mockRestore();
});

it('rounds an estimated total to two digits', async () => {
  const { rows: estimate } = await total(list, { filters: { Checked: '1' }, shown: 10 });
  expect(estimate).toBe(Number(estimate.toPrecision(2)));
});

it('estimates the number of rows that meet any of several conditions', async () => {
  const anyOf = [sql`t.Served < 3`, sql`t.Checked = 0`];
  expectAbout(await total({ ...list, anyOf }), 700, 1600);
  scratch.db.lists.totals.exact = rows;
  expect(await total({ ...list, anyOf })).toEqual(
    exactly(matching((index) => index % 10 < 3 || checkedOf(index) === 0)),
  );
});

it('reads no more rows for an estimate than for the largest exact count', async () => {
  const read: Row[] = [];
  const { db } = scratch;
  const all = jest.spyOn(db, 'all').mockImplementation(async (query) => {
    const found = await Reflect.apply(Object.getPrototypeOf(db).all as typeof db.all, db, [query]);
    read.push(...(found as Row[]));
    return found;
  });
  await total(list, { filters: { Checked: '1' } });
  all.mockRestore();
  const counted = read.filter((row) => 'Total' in row).map(({ Total }) => Number(Total));
  expect(counted[0]).toBe(401);
  expect(counted.slice(1).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100);
});

it('derives the total from an incomplete page, without counting', async () => {
  const { db } = scratch;
  const all = jest.spyOn(db, 'all');
  expect(await total(list, { skip: 50, take: 10, shown: 7 })).toEqual(exactly(57));
  expect(await total(list, { take: 10, shown: 0 })).toEqual(exactly(0));
  expect(all).not.toHaveBeenCalled();
  all.mockRestore();
});

it('never estimates fewer rows than the page shows', async () => {
  const filters = { TitleContains: 'no such title' };
  expect(await total(list, { filters, skip: 30, take: 10, shown: 10 })).toEqual({ rows: 40, isEstimate: true });
});

it('counts exactly if the page may hold half of the estimated rows, or if it is the whole list', async () => {
  expect(await total(list, { filters: { Checked: '1' }, take: 450 })).toEqual(exactly(ones));
  expect(await total(list, { filters: { TitleContains: 'no such title' } })).toEqual(exactly(0));
  expect(await total(list, { filters: { Checked: '1' }, take: undefined })).toEqual(exactly(ones));
});

it('counts exactly if the list is not one table, or its key is not one number', async () => {
  expect(await total({ ...list, from: sql`(SELECT * FROM counted) t` })).toEqual(exactly(rows));
  expect(await total({ ...list, key: [sql`t.CountedId`, sql`t.Served`] })).toEqual(exactly(rows));
  expect(await total({ ...list, key: [sql`t.Title`] })).toEqual(exactly(rows));
});
