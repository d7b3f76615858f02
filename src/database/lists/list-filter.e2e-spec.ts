import fc from 'fast-check';
import sql from 'sql-template-tag';
import { onServer, scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { DateTime, Decimal, Double, Flag, Guid, Int32, Int64, Text } from '../../record/fields.js';
import { filterForms, parseFilters } from '../../record/lists/list-filters.js';
import { applyOptions, type ListOptions } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { collationOf } from '../mysql/mysql-version.js';
import { columnsOf } from '../schema/columns.js';
import { Table } from '../schema/table.js';

@Table('samples')
class Sample {
  @Int32({ key: true }) SampleId!: number;
  @Text(100) Title!: string;
  @Text(100, { nullable: true }) Note!: string | null;
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
