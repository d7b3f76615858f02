import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cellsOf, RowCutter, type CutRow } from './row-cutter.js';

function cut(quotes: boolean, chunks: readonly string[]): CutRow[] {
  const cutter = new RowCutter(quotes);
  const rows = chunks.flatMap((chunk) => [...cutter.cut(chunk)]);
  const last = cutter.end();
  return last ? [...rows, last] : rows;
}

function chunksOf(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', '\u20ac'), maxLength: 8 });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const written = fc.record({ text: cell, plain: fc.boolean() }).map(({ text, plain }) => {
  return plain && !/[",\r\n]/.test(text) ? text : quoted(text);
});
const file = fc
  .array(fc.array(written, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  .chain((rows) => fc.constantFrom('\n', '\r\n').map((end) => rows.map((cells) => cells.join(',') + end).join('')));

it('reads CSV like the library csv-parse, however the chunks are cut', () => {
  const options = { relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] };
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 20 }), (text, size) => {
      const rows = cut(true, chunksOf(text, size));
      expect(rows.map((row) => cellsOf(row.text))).toEqual(parse(text, options));
      for (const { line, text: row } of rows)
        expect(
          text
            .split('\n')
            .slice(line - 1)
            .join('\n'),
        ).toContain(row);
    }),
    { numRuns: 300 },
  );
});

it('numbers each row by the line on which it begins', () => {
  const text = 'a\r\n\r\n\n"b\n""c""\n",d\ne';
  for (let size = 1; size <= text.length; size++)
    expect(cut(true, chunksOf(text, size))).toEqual([
      { line: 1, text: 'a' },
      { line: 4, text: '"b\n""c""\n",d' },
      { line: 7, text: 'e' },
    ]);
});

it('reports the line of an opening quote, across quotes within its text', () => {
  for (let size = 1; size < 20; size++)
    expect(() => cut(true, chunksOf('a\n"b\n""c""\n""""\nd', size))).toThrow(/^line 2: /);
});

it('treats quotes as text in a file that is not CSV', () => {
  expect(cut(false, ['{"a":"b\n"', '}\n'])).toEqual([
    { line: 1, text: '{"a":"b' },
    { line: 2, text: '"}' },
  ]);
});

describe('reading CSV takes linear time', () => {
  /** The number of characters that the work searches and joins. */
  const workOf = (work: () => unknown): number => {
    const searches = [jest.spyOn(String.prototype, 'indexOf'), jest.spyOn(String.prototype, 'includes')];
    const joins = jest.spyOn(Array.prototype, 'join');
    work();
    const joined = joins.mock.results.map(({ value }) => (value as string).length);
    const searched = searches.flatMap(({ mock: { calls, contexts, results } }) =>
      calls.map(([sought, from = 0], index) => {
        const { value } = results[index] as { value: number | boolean };
        const end = typeof value === 'number' && value >= 0 ? value + sought.length : String(contexts[index]).length;
        return end - from;
      }),
    );
    for (const spy of [...searches, joins]) spy.mockRestore();
    return [...joined, ...searched].reduce((sum, count) => sum + count, 0);
  };
  const most = 4;

  it.each<[string, string[]]>([
    ['a row that comes in small parts', [...Array<string>(4000).fill('x'.repeat(64)), '\n']],
    ['a quoted row that comes in small parts', ['"', ...Array<string>(4000).fill('x"",\n'.repeat(12)), '"']],
    ['blank lines', ['\n'.repeat(20_000)]],
    ['short rows without quotes', ['a\n'.repeat(20_000)]],
    ['short rows with quotes', ['"a"\n'.repeat(20_000)]],
    ['quotes without line ends', ['""'.repeat(20_000)]],
    ['quoted line ends', [`"${'\n'.repeat(20_000)}"`]],
  ])('cuts %s into rows reading each character a few times at most', (_, chunks) => {
    const work = workOf(() => cut(true, chunks));
    expect(work).toBeGreaterThan(0);
    expect(work).toBeLessThan(most * chunks.join('').length);
  });

  it.each([
    ['cells without quotes', ','.repeat(20_000)],
    ['quoted cells', '"",'.repeat(20_000)],
    ['a cell of quotes', `"${'""'.repeat(20_000)}"`],
    ['cells with a quote in the last one only', `${'a,'.repeat(20_000)}""`],
  ])('splits %s into cells reading each character a few times at most', (_, row) => {
    const work = workOf(() => cellsOf(row));
    expect(work).toBeGreaterThan(0);
    expect(work).toBeLessThan(most * row.length);
  });
});

it.each([
  ['a"b', 'a cell with a quote in it must be in quotes'],
  ['1,a "word', 'a cell with a quote in it must be in quotes'],
  ['"a"b,c', 'a comma or the end of the line must follow the closing quote of cell 1'],
])('describes the CSV error of %j', (row, message) => {
  expect(() => cellsOf(row)).toThrow(message);
});
