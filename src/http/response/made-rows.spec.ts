import { Int32, Text } from '../../record/fields.js';
import { applyOptions, noOptions, RowSource, type ListOptions } from '../../record/lists/list-options.js';
import { fieldOf } from '../../record/metadata.js';
import type { Row } from './chunks.js';
import { chosenRows, countOf } from './made-rows.js';

class Sample {
  @Int32() Id!: number;
  @Text(20) Word!: string;
}

const rows = Array.from({ length: 3000 }, (_, Id): Row => ({ Id, Word: `word ${(Id * 7) % 13}` }));
let made = 0;
let isClosed = false;
const source = new RowSource<Row>(() => RowSource.made(batches).open());
async function* batches(): AsyncGenerator<readonly Row[], void> {
  made = 0;
  isClosed = false;
  try {
    for (let at = 0; at < rows.length; at += 10) {
      made += 10;
      yield rows.slice(at, at + 10);
    }
  } finally {
    isClosed = true;
  }
}
async function all(options: ListOptions): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of chosenRows(source, Sample, options)) found.push(row);
  return found;
}
const filters: ListOptions['filters'] = [{ field: fieldOf(Sample, 'Word')!, test: 'in', values: ['word 5'] }];

describe('rows that are made while the client reads', () => {
  it.each<[string, Partial<ListOptions>]>([
    ['no options', {}],
    ['skip and take', { skip: 95, take: 11 }],
    ['a filter', { filters }],
    ['a filter with skip and take', { filters, skip: 20, take: 20 }],
    ['an order', { orderBy: [{ field: 'Word', descending: true }] }],
    [
      'an order with skip, take and a filter',
      { orderBy: [{ field: 'Id', descending: true }], filters, skip: 3, take: 5 },
    ],
  ])('are the same rows as those in memory with %s', async (_, options) => {
    const wanted = { ...noOptions, ...options };
    expect(await all(wanted)).toEqual(applyOptions(rows, Sample, wanted));
    expect(isClosed).toBe(true);
  });

  it('are made only as far as the page needs them', async () => {
    expect(await all({ ...noOptions, skip: 30, take: 5 })).toHaveLength(5);
    expect(made).toBe(40);
    expect(isClosed).toBe(true);
  });

  it('are counted with the filters, and without skip and take', async () => {
    expect(await countOf(source, Sample, { ...noOptions, filters, take: 1 })).toBe(
      applyOptions(rows, Sample, { ...noOptions, filters }).length,
    );
  });

  it('are sorted in the order of the rows if the fields are equal', async () => {
    const sorted = await all({ ...noOptions, orderBy: [{ field: 'Word', descending: false }] });
    const ids = sorted.filter(({ Word }) => Word === 'word 5').map(({ Id }) => Id);
    expect(ids).toEqual([...ids].sort((one, other) => Number(one) - Number(other)));
  });

  it('report a failure before the first row, and one while they are read', async () => {
    const failing = (after: number): RowSource<Row> =>
      RowSource.made(async function* () {
        for (let at = 0; at < after; at++) yield [rows[at]];
        throw new Error('lost');
      });
    await expect(failing(0).open()).rejects.toThrow('lost');
    const { first, rest } = await failing(1).open();
    expect(first).toEqual([rows[0]]);
    await expect(rest!.next()).rejects.toThrow('lost');
  });
});
