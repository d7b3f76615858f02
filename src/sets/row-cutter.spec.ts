import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { effortOf } from '../../test/support/time-of.js';
import { cellsOf } from './csv-cells.js';
import { RowCutter, type CutRow } from './row-cutter.js';

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

it('reads CSV as the library csv-parse reads it, however the text comes in', () => {
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

it('gives each row the line on which it begins', () => {
  const text = 'a\r\n\r\n\n"b\n""c""\n",d\ne';
  for (let size = 1; size <= text.length; size++)
    expect(cut(true, chunksOf(text, size))).toEqual([
      { line: 1, text: 'a' },
      { line: 4, text: '"b\n""c""\n",d' },
      { line: 7, text: 'e' },
    ]);
});

it('keeps the line of a quote that opens, over quotes within its text', () => {
  for (let size = 1; size < 20; size++)
    expect(() => cut(true, chunksOf('a\n"b\n""c""\n""""\nd', size))).toThrow(/^line 2: /);
});

it('takes quotes for text where there is no CSV', () => {
  expect(cut(false, ['{"a":"b\n"', '}\n'])).toEqual([
    { line: 1, text: '{"a":"b' },
    { line: 2, text: '"}' },
  ]);
});

it('looks at each character once, in rows that come in small parts and in blank lines', () => {
  const parts = Array<string>(16_000).fill('x'.repeat(64));
  expect(effortOf(() => expect(cut(true, [...parts, '\n'])).toHaveLength(1))).toBeLessThan(3000);
  const blank = '\n'.repeat(65_536);
  expect(effortOf(() => expect(cut(true, Array<string>(256).fill(blank))).toEqual([]))).toBeLessThan(10_000);
  expect(effortOf(() => expect(cellsOf('"",'.repeat(300_000))).toHaveLength(300_001))).toBeLessThan(3000);
});

it.each([
  ['a"b', 'a cell with a quote in it must be in quotes'],
  ['1,a "word', 'a cell with a quote in it must be in quotes'],
  ['"a"b,c', 'a comma or the end of the line must follow the closing quote of cell 1'],
])('says what is wrong with %j', (row, message) => {
  expect(() => cellsOf(row)).toThrow(message);
});
