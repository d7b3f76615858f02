import fc from 'fast-check';
import sql, { raw, type Sql } from 'sql-template-tag';
import { onServer, scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { DateTime, Decimal, Double, Flag, Guid, Int32, Int64, Name, Text } from '../../record/fields.js';
import { filterForms, parseFilters } from '../../record/lists/list-filters.js';
import { applyOptions, type ListOptions, type ListTotal } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { collationOf } from '../mysql/mysql-version.js';
import { columnsOf } from '../schema/columns.js';
import { Table } from '../schema/table.js';
import type { Row } from '../driver/dialect.js';
import type { ListStatement } from './list-query.js';
import { ListTotals } from './list-total.js';
import { SlicedPages } from './sliced-pages.js';
import { Statements } from '../transactions/statements.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';

describe('filters', () => {
  @Table('samples')
  class Sample {
    @Int32({ key: true }) SampleId!: number;
    @Text(100) Title!: string;
    @Text(100, { nullable: true }) Note!: string | null;
    @Name(100, { nullable: true }) Person!: string | null;
    @Int64({ nullable: true }) Big!: Int64 | null;
    @Decimal(18, 2) Price!: Decimal;
    @Double() Weight!: number;
    @Flag() Open!: boolean;
    @Guid() Code!: Guid | null;
    @DateTime() At!: DateTime | null;
  }

  const texts = [
    '',
    'a',
    'A',
    'Änne',
    'änne ',
    'ÄNNE',
    'a*b',
    'A*B?',
    '[x]',
    'x^y',
    'X.Y',
    'line\nA',
    '🖋 pen',
    'Straße',
    '\\d',
    "o'k",
    '%',
    '_',
  ];
  const numbers = ['0', '1', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'];
  const guids = [null, '0123456789abcdef0123456789abcdef', 'ffffffffffffffffffffffffffffffff'];
  const moments = [null, '2026-03-01T00:00:00.0000000', '2026-03-01T23:59:59.9999999', '2026-03-02T00:00:00.0000001'];
  const exact = (text: string): Int64 => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

  let scratch: ScratchDb;
  let rows: Sample[];

  beforeAll(async () => {
    scratch = await scratchDb({ tables: [Sample] });
    if (onServer) {
      // The migrations create this index, too.
      const server = await scratch.db.one<{ Version: string }>(sql`SELECT VERSION() AS Version`);
      const collation = collationOf(server!.Version);
      await scratch.dataSource.query(`ALTER TABLE samples CONVERT TO CHARACTER SET utf8mb4 COLLATE ${collation}`);
    }
    const pick = <T>(from: readonly T[], index: number): T => from[index % from.length];
    const values = Array.from({ length: 80 }, (_, index) => ({
      SampleId: index + 1,
      Title: pick(texts, index),
      Note: pick([null, ...texts.slice(1)], index * 7),
      Person: pick([null, ...texts.slice(1)], index * 5),
      Big: pick([null, ...numbers.map(exact)], index),
      Price: pick(['4503599627370497', '0', '1250', '-1'].map(exact), index),
      Weight: pick([0, 0.5, -1e21, 12.5], index * 3),
      Open: index % 3 === 0,
      Code: pick(guids, index),
      At: pick(moments, index),
    }));
    rows = await scratch.db.tx(() => scratch.db.insertAll(Sample, values));
  });
  afterAll(() => scratch.close());

  const query = {
    columns: columnsOf(Sample, 's'),
    from: sql`samples s`,
    where: sql`s.SampleId > ${0}`,
    order: [{ descending: sql`s.SampleId` }],
    key: [sql`s.SampleId`],
  };

  async function found(options: ListOptions): Promise<{ ids: number[]; total: number | undefined }> {
    const list = scratch.db.list(Sample, query, options);
    const ids = [];
    for await (const { SampleId } of list) ids.push(SampleId);
    return { ids, total: (await list.total())?.rows };
  }

  const inMemory = (options: ListOptions): number[] =>
    applyOptions([...rows].reverse(), Sample, options).map(({ SampleId }) => SampleId);

  it('a filter finds the same rows in the database as in memory', async () => {
    const names = fieldsOf(Sample).flatMap(({ name }) => ['', ...filterForms].map((form) => name + form));
    const value = fc.constantFrom(
      ...texts,
      ...numbers,
      ...guids.map(String),
      ...moments.map(String),
      'true',
      'false',
      '2026-03-01',
      '12.5',
      '45035996273704.97',
      'ann',
      'B',
    );
    const given = fc.oneof(value, fc.tuple(value, value).map(String));
    const filters = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), given), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 2,
    });
    let narrowed = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.boolean(), async (pairs, descending) => {
        const parsed = parseFilters(new Map(pairs.map(([name, text]) => [name, [text]])), Sample, 'UTC');
        if (parsed.errors.length > 0) return;
        const orderBy = descending ? [{ field: 'Title', descending }] : [];
        const options: ListOptions = { orderBy, total: true, filters: parsed.filters };
        const { ids, total } = await found(options);
        const expected = inMemory(options);
        expect([...ids].sort()).toEqual([...expected].sort());
        if (!descending) expect(ids).toEqual(expected);
        expect(total).toBe(expected.length);
        if (ids.length > 0 && ids.length < rows.length) narrowed++;
      }),
      { numRuns: 1500 },
    );
    expect(narrowed).toBeGreaterThan(50);
  });

  it('a filtered list returns its rows page by page', async () => {
    const { filters } = parseFilters(new Map([['Open', ['true']]]), Sample, 'UTC');
    const options: ListOptions = {
      orderBy: [{ field: 'Title', descending: false }],
      total: true,
      filters,
      skip: 2,
      take: 3,
    };
    const { ids, total } = await found(options);
    expect(ids).toHaveLength(3);
    expect(total).toBe(rows.filter(({ Open }) => Open).length);
  });
});

describe('totals', () => {
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
  beforeEach(() => Object.assign(scratch.get(ListTotals), { exact: 400, longest: 60_000 }));

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
    scratch.get(ListTotals).exact = rows;
    expect(await total(list)).toEqual(exactly(rows));
    scratch.get(ListTotals).exact = rows - 1;
    expect(await total(list)).toEqual({ rows, isEstimate: true });
  });

  it('counts exactly if an index finds no more rows than the limit', async () => {
    expect(await total(list, { filters: { Served: '3' } })).toEqual(exactly(200));
    expect(await total({ ...list, where: sql`t.Served = 3` })).toEqual(exactly(200));
    expect(await total({ ...list, where: sql`t.Served = 3` }, { filters: { Checked: '1' } })).toEqual(
      exactly(onesOfThrees),
    );
    expect(await total({ ...list, where: sql`t.Served = 3`, checks: sql`t.Checked = 1` })).toEqual(
      exactly(onesOfThrees),
    );
  });

  it('estimates the total for a condition without an index, even if few rows meet it', async () => {
    expectAbout(await total(list, { filters: { Checked: '1' } }), 250, 1000);
    expectAbout(await total({ ...list, checks: sql`t.Checked = 1` }), 250, 1000);
    expectAbout(await total(list, { filters: { ServedGreaterThanOrEqualTo: '5' } }), 500, 2000);
  });

  it('estimates the total from the slices that it counts before the time limit', async () => {
    scratch.get(ListTotals).longest = 0;
    const all = jest.spyOn(scratch.get(Statements), 'all');
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
    scratch.get(ListTotals).exact = rows;
    expect(await total({ ...list, anyOf })).toEqual(
      exactly(matching((index) => index % 10 < 3 || checkedOf(index) === 0)),
    );
  });

  it('reads no more rows for an estimate than for the largest exact count', async () => {
    const read: Row[] = [];
    const statements = scratch.get(Statements);
    const original = statements.all.bind(statements);
    const all = jest.spyOn(statements, 'all').mockImplementation(async (query) => {
      const found = await original(query);
      read.push(...found);
      return found;
    });
    await total(list, { filters: { Checked: '1' } });
    all.mockRestore();
    const counted = read.filter((row) => 'Total' in row).map(({ Total }) => Number(Total));
    expect(counted[0]).toBe(401);
    expect(counted.slice(1).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100);
  });

  it('derives the total from an incomplete page, without counting', async () => {
    const all = jest.spyOn(scratch.get(Statements), 'all');
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
});

describe('values', () => {
  const names = ['Call', 'Call, back', 'Lunch "out"', 'Tea', 'Café, späti', "It's, so", 'x,y,z', ',', '6" pipe'];

  let app: TestApp;
  let worker: { Authorization: string };
  beforeAll(async () => {
    app = await startApp();
    worker = await app.as('Worker');
    const admin = await app.as('Administrator');
    for (const EventTypeName of names)
      await app.http.post('/v1/EventType').set(admin).send({ EventTypeName, EventCategory: 'Meeting' }).expect(200);
  });
  afterAll(() => app.close());

  const list = (query: string) => app.http.get(`/v1/EventType?orderBy=EventTypeId&${query}`).set(worker);

  it.each<[query: string, found: string[]]>([
    ['EventTypeNameIn="Call, back",Tea', ['Call, back', 'Tea']],
    ['EventTypeNameIn=Tea, "Call, back" ', ['Call, back', 'Tea']],
    ['EventTypeNameIn="Call","Tea"', ['Call', 'Tea']],
    ['EventTypeNameIn=Call,Tea', ['Call', 'Tea']],
    ['EventTypeNameIn=Call&EventTypeNameIn=Tea', ['Call', 'Tea']],
    ['EventTypeNameIn="Call, back"&EventTypeNameIn="x,y,z",Tea', ['Call, back', 'Tea', 'x,y,z']],
    ['EventTypeNameIn="Lunch ""out"""', ['Lunch "out"']],
    ['EventTypeNameIn=Lunch "out"', ['Lunch "out"']],
    ['EventTypeNameIn=6" pipe,Tea', ['Tea', '6" pipe']],
    ['EventTypeNameIn=","', [',']],
    ['EventTypeNameIn="It\'s, so",Tea', ['Tea', "It's, so"]],
    ['EventTypeNameIn="Café, späti"', ['Café, späti']],
    ['EventTypeNameIn="Nothing, at all"', []],
    ['EventTypeNameIn="Call",,Tea', ['Call', 'Tea']],
    ['EventTypeNameBetween="Call, back","Call, back"', ['Call, back']],
    ['EventTypeNameBetween="x,y,z",xz', ['x,y,z']],
    ['EventTypeName=Call, back', ['Call, back']],
    ['EventTypeIdIn="1","2"', ['Call', 'Call, back']],
    ['EventTypeIdIn=1&EventTypeIdIn=2,"3"', ['Call', 'Call, back', 'Lunch "out"']],
    ['EventTypeIdBetween="1","2"', ['Call', 'Call, back']],
  ])('the filter %s finds %j', async (query, found) => {
    const { body } = await list(encodeURI(query)).expect(200);
    expect(body.EventType.map((row: { EventTypeName: string }) => row.EventTypeName)).toEqual(found);
  });

  it.each([
    ['EventTypeNameIn="Call, back', 'with each opened quote closed'],
    ['EventTypeNameBetween=Call,"Tea', 'with each opened quote closed'],
    ['EventTypeNameBetween="Call, back"', 'must be two values'],
    ['EventTypeNameBetween=Call, back,Tea', 'must be two values'],
    ['EventTypeNameBetween=a,b&EventTypeNameBetween=c,d', 'more than once'],
  ])('refuses %s', async (query, told) => {
    const { body } = await list(encodeURI(query)).expect(400);
    expect(body.ResponseStatus.Message).toContain(told);
  });
});

describe('sliced pages', () => {
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

  /** A list whose rows two SELECTs find, some of them both, such as the audit of one kind of records. */
  const even = (alias: string): Sql => sql`${raw(alias)}.SlicedId % 2 = 0`;
  const low = (alias: string): Sql => sql`${raw(alias)}.SlicedId < 90`;
  const ofKeys: ListStatement<Sliced> = {
    ...list,
    where: undefined,
    anyOf: [even('t'), low('t')],
    keys: [even, low].map((isOne) => sql`SELECT k.SlicedId FROM sliced k WHERE ${isOne('k')}`),
  };

  /**
   * Sets `reach`, the number of first rows to check before slices are read, and `slice`, the number of keys in a slice.
   */
  function cut(reach: number, slice: number): void {
    Object.assign(scratch.get(SlicedPages), { reach, slice, most: 2 * reach });
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
    ['the rows of several SELECTs', ofKeys],
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

  it('reads and counts a list that has parts part by part, with the result of one query', async () => {
    cut(1_000_000, 1_000_000);
    const ends = [0, 90, 200, 1_000_400, 2_000_000];
    let read = 0;
    const each = async function* (): AsyncGenerator<Sql> {
      for (const [at, end] of ends.slice(1).entries()) {
        read++;
        yield sql`t.SlicedId >= ${ends[at]} AND t.SlicedId < ${end}`;
      }
    };
    const total = async (statement: ListStatement<Sliced>, take?: number): Promise<ListTotal | undefined> =>
      scratch.db.list(Sliced, statement, { orderBy: [], total: true, take }).total();
    const kinds = [
      { inOrder: false },
      { inOrder: true },
      // `many` allows a page to be read from the table in the order of an index.
      { inOrder: false, many: true },
    ];
    for (const kind of kinds) {
      const size = 40;
      const { inOrder, many } = kind;
      const { from, key, where: checks } = list;
      const order = inOrder ? [sql`t.SlicedId`] : list.order;
      const whole = { ...list, order };
      // The parts replace the condition `where`, which finds the same rows.
      const parts = { ...kind, each, size };
      const table = { from, joins: {}, key, order, checks: checks! };
      const divided = { ...whole, where: sql`t.SlicedId >= 0`, checks, parts, table };
      for (const orderBy of orders)
        for (const filter of filters)
          for (const page of [{ take: 10 }, { skip: 4, take: 3 }, { skip: 100, take: 20 }, { take: 300 }, {}]) {
            const asked = { orderBy, filters: filter, ...page };
            expect({ asked, ids: await idsOf(asked, divided) }).toEqual({ asked, ids: await idsOf(asked, whole) });
          }
      read = 0;
      await idsOf({ take: 10 }, divided);
      // Reads no further part after the last row of the page, and no part if the table soon fills the page.
      expect(read).toBe(inOrder ? 1 : many ? 0 : ends.length - 1);
      read = 0;
      await idsOf({ take: 10, orderBy: orders[1] }, divided);
      // A database server sorts other orders in one query.
      expect(read).toBe(onServer || many ? 0 : ends.length - 1);
      read = 0;
      for (const take of [10, undefined]) expect(await total(divided, take)).toEqual(await total(whole, take));
      expect(read).toBe(2 * (ends.length - 1));
    }
  });

  it('reads slices of keys only if the first rows in the order of the list do not fill the page', async () => {
    cut(200, 100);
    const all = jest.spyOn(scratch.get(Statements), 'all');
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

  it('counts each row of several SELECTs once, and estimates their number if they read more rows', async () => {
    const total = async (take: number | undefined, exact: number) => {
      scratch.get(ListTotals).exact = exact;
      const options = { orderBy: [], total: true, filters: [], take };
      return (await scratch.db.list(Sliced, ofKeys, options).total(undefined))!;
    };
    const [{ Total }] = await scratch.db.all<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM sliced t WHERE ${even('t')} OR ${low('t')}`,
    );
    for (const take of [10, undefined]) {
      expect(await total(take, 1000)).toEqual({ rows: Total, isEstimate: false });
      expect(await total(take, 100)).toMatchObject({ isEstimate: true });
    }
    scratch.get(ListTotals).exact = 100_000;
  });

  it('names the field without an index when a list exceeds the deadline', async () => {
    cut(10, 20);
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (passed += 3000));
    let passed = 0;
    const asked = idsOf({ take: 10, filters: { PlainContains: 'none' } });
    await expect(asked).rejects.toThrow(/^The query took too long\. .* There is no index on Plain\.$/);
    now.mockRestore();
  });
});
