import { Readable } from 'node:stream';
import { readdirSync } from 'node:fs';
import 'reflect-metadata';
import { LosslessNumber } from 'lossless-json';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { Int32, Text, Guid } from '../record/fields.js';
import { fieldsOf } from '../record/metadata.js';
import { columnMapOf } from './column-map.js';
import { readRows, type SourceRow } from './row-reader.js';
import { cellsOf, RowCutter, type CutRow } from './row-cutter.js';
import { SeenKeys } from './seen-keys.js';
import { ownTemporaryFolder } from '../../test/support/data/files.js';
import { spoolOf } from './source.js';
import { setNamed } from './set-names.js';

describe('row reader', () => {
  class Named {
    @Int32() Id!: number;
    @Text(50) Name!: string;
  }

  it('reads every number of an NDJSON row exactly', async () => {
    const text = Readable.from(['{"Cents":4503599627370497.25,"Id":9007199254740993,"Small":12.5}\n']);
    const rows: SourceRow[] = [];
    await readRows(text, 'ndjson', { fields: [], key: [] }, (row) => void rows.push(row));
    const Cents = new LosslessNumber('4503599627370497.25');
    const Id = new LosslessNumber('9007199254740993');
    expect(rows).toEqual([{ line: 1, size: 64, json: { Cents, Id, Small: 12.5 } }]);
  });

  it('reports a row with too many values, too deep nesting or a repeated name', async () => {
    const lines = [`{"Id":[${'0,'.repeat(50_000)}0]}`, `{"Id":${'['.repeat(40)}${']'.repeat(40)}}`, '{"Id":1,"Id":1}'];
    const problems: (string | undefined)[] = [];
    await readRows(Readable.from([lines.join('\n')]), 'ndjson', expected, (row) => void problems.push(row.problem));
    expect(problems).toEqual(['has more than 50000 values', 'is nested too deeply', 'has a name twice']);
  });

  const expected = { fields: fieldsOf(Named), key: ['Id'] };
  const ignore = (): undefined => undefined;

  const readingCsv = async (text: Iterable<string>): Promise<void> => {
    await readRows(Readable.from(text), 'csv', expected, ignore);
  };

  it.each(['<a b="c">\n', 'Id,Name\n1,a "word\n', 'Id\n"1"2\n', '"Id'])(
    'reports that the file %j is not CSV',
    async (file) => {
      await expect(readingCsv([file])).rejects.toThrow(/^line \d+: this is not CSV: /);
    },
  );

  it('names the line of the record that is not CSV', async () => {
    const rows = '0,of\n0,"two\nlines"\n'.repeat(500);
    await expect(readingCsv([`Id,Name\n${rows}\n1,a "word\n2,b\n`])).rejects.toThrow(/^line 1503: this is not CSV: /);
  });

  it('names the line on which a quote opens that is never closed', async () => {
    const rows = (before: string, count: number): string[] => [
      `Id,Name\n1,"a ""word""\nof two lines"\n\n2,""\n"${before}\n`,
      ...Array.from({ length: count }, (_, id) => `${id},and so on\n`.repeat(1000)),
    ];
    const told = (line: number): string => `line ${line}: this is not CSV: the quote that opens here is never closed`;
    await expect(readingCsv(rows('3', 1))).rejects.toThrow(told(6));
    await expect(readingCsv(rows('3\n","b ""', 1))).rejects.toThrow(told(7));
    await expect(readingCsv(rows('3', 3000))).rejects.toThrow(told(6));
  });

  describe('a file that a spreadsheet saved', () => {
    const rowsOf = async (text: string): Promise<SourceRow[]> => {
      const rows: SourceRow[] = [];
      await readRows(Readable.from([text]), 'csv', expected, (row) => void rows.push(row));
      return rows;
    };

    it.each([',', '"",""', ' , ', '"",', '" "," "', '\t,', ',"\n"', ',,,', '"","","",""', ',\u00A0'])(
      'skips the blank row %j, before and after the header',
      async (blank) => {
        const rows = await rowsOf(`${blank}\r\nId,Name\r\n1,a\r\n${blank}\r\n2,b\r\n${blank}\r\n`);
        expect(rows.map(({ json }) => json)).toMatchObject([{ Name: 'a' }, { Name: 'b' }]);
      },
    );

    it('ignores empty cells beyond the columns of the header, and reports others', async () => {
      const rows = await rowsOf('Id,Name\r\n1,a,,\r\n2,b,"",""\r\n3,c,,x\r\n4\r\n');
      expect(rows).toMatchObject([
        { json: { Name: 'a' } },
        { json: { Name: 'b' } },
        { problem: 'has 4 cells, and the header has 2' },
        { problem: 'has 1 cells, and the header has 2' },
      ]);
    });

    it.each(['1E+11', '4.90011e11', '-1.5E+12'])(
      'leaves the whole number %s as text, because it may have lost digits',
      async (cell) => {
        expect(await rowsOf(`Id,Name\n${cell},1E+11\n`)).toMatchObject([{ json: { Id: cell, Name: '1E+11' } }]);
      },
    );

    it.each([
      ['sep=;\r\nId;Name\r\n', /^The first line must be the header: remove the line "sep="\.$/],
      ['sep=,\r\nId,Name\r\n', /^The first line must be the header: remove the line "sep="\.$/],
      ['Id,Name\r1,a\r2,b\r', /^The lines of the file end with CR: CRLF or LF is needed\./],
      ['Id,Name,,\r\n1,a,,\r\n', /:\n {2}Column 3 has no name: .*\n {2}Column 4 has no name: [^\n]*$/],
    ])('says how to correct the header of %j', async (file, message) => {
      await expect(readingCsv([file])).rejects.toThrow(message);
    });
  });

  describe('a file of another program', () => {
    const read = async (text: string, map?: object) => {
      const [values, leftOut]: [unknown[], string[]] = [[], []];
      await readRows(
        Readable.from([text]),
        'csv',
        { ...expected, map: map && columnMapOf(JSON.stringify(map)), onLeftOut: (names) => leftOut.push(...names) },
        ({ json }) => void values.push(json?.Name),
      );
      return { values, leftOut };
    };
    const map = { ' number ': 'Id', Mobile: 'Name', Home: 'Name', Labels: null };

    it('takes the first value of several columns for a field, in the order of the map', async () => {
      const file = 'Name,Home,Labels,MOBILE,Number\nn,h,x,m,1\nn,h,x,,2\nn,,x,,3\n,,x,,4\n';
      expect(await read(file, map)).toEqual({ values: ['m', 'h', 'n', null], leftOut: ['Labels'] });
    });

    it('keeps the columns that have the name of a field', async () => {
      expect(await read('Id,Name,Labels\n1,a,x\n', map)).toEqual({ values: ['a'], leftOut: ['Labels'] });
    });

    it('leaves out all other columns if the map says so, also without a name or with the same name', async () => {
      const file = 'Number,,Other,Other,Mobile\n1,,x,y,a\n';
      await expect(read(file, map)).rejects.toThrow(
        /Column 2 has no name.*\n.*no column Other.*\n.*Other appears twice/,
      );
      expect(await read(file, { ...map, '*': null })).toEqual({
        values: ['a'],
        leftOut: ['column 2', 'Other', 'Other'],
      });
    });

    it.each(["'t Hart", "'=1", "''", "a;'b", "'+44 20 7946 0019"])(
      'reads each apostrophe of the cell %j as a letter if the file has a map',
      async (cell) => expect((await read(`Number,Mobile\n1,${cell}\n`, map)).values).toEqual([cell]),
    );

    it.each([
      ["'t Hart", "'t Hart"],
      ["'s-Graveland", "'s-Graveland"],
      ["'+44 20 7946 0019", "'+44 20 7946 0019"],
      ["''t Hart", "'t Hart"],
      ["'=1", '=1'],
      ["'@home", '@home'],
    ])('reads the cell %j of a file without a map as %j', async (cell, value) => {
      expect((await read(`Id,Name\n1,${cell}\n`)).values).toEqual([value]);
    });

    it.each([
      [{ A: 'Nothing' }, 'The map names Nothing, which is not a field.'],
      [{ Mobile: 'Name' }, 'The column Id is missing: it is the key.'],
    ])('rejects the map %j', async (wrong, message) => {
      await expect(read('Mobile\na\n', wrong)).rejects.toThrow(message);
    });

    it.each(['', '[]', '{}', '"x"', 'null', '{"A":1}', '{"A":{}}', '{"*":"Name"}'])('rejects the map %j', (text) => {
      expect(() => columnMapOf(text)).toThrow(/^The map (is not valid JSON\.|must be an object such as )/);
    });
  });

  describe('a malicious file', () => {
    const chunk = 65_536;
    function* endless(text: string, before = ''): Generator<string, void> {
      yield before;
      for (;;) yield text.repeat(chunk / text.length);
    }
    const readTo = async (format: 'csv' | 'ndjson', text: Iterable<string>) => {
      let asked = 0;
      async function* counted(): AsyncGenerator<string> {
        for (const part of text) {
          asked++;
          yield await Promise.resolve(part);
        }
      }
      let problem: unknown;
      try {
        await readRows(counted(), format, expected, ignore);
      } catch (error) {
        problem = error;
      }
      return { message: (problem as Error).message, asked };
    };

    it.each([
      ['csv', 'a line of text', 'x', 'line 3: a row has at most 1 MiB (1048576 bytes), and this one is longer.'],
      ['csv', 'a line of commas', ',', 'line 3: a row has at most 1 MiB (1048576 bytes), and this one is longer.'],
      ['csv', 'quotes that close', '""', 'line 3: a row has at most 1 MiB (1048576 bytes), and this one is longer.'],
      ['ndjson', 'a line of JSON', '[', 'line 3: a row has at most 1 MiB (1048576 bytes), and this one is longer.'],
    ] as const)('reads no more than 1 MiB of a row in %s that is %s', async (format, _, text, message) => {
      const before = format === 'csv' ? 'Id,Name\n1,a\n' : '{}\n{}\n';
      const read = await readTo(format, endless(text, before));
      expect(read.message).toBe(message);
      expect(read.asked).toBeLessThanOrEqual(1_048_576 / chunk + 2);
    });

    it('reads no more than 1 MiB after a quote that is never closed', async () => {
      const read = await readTo('csv', endless('1,and so on\n____', 'Id,Name\n\n1,"'));
      expect(read.message).toBe('line 3: this is not CSV: the quote that opens here is never closed within 1 MiB.');
      expect(read.asked).toBeLessThanOrEqual(1_048_576 / chunk + 2);
    });

    it('refuses a row of more than 1 MiB in bytes, however few its characters are', async () => {
      const read = await readTo('csv', [`Id,Name\n1,${'\u20ac'.repeat(349_526)}\n`]);
      expect(read.message).toMatch(/^line 2: a row has at most 1 MiB/);
    });

    it('refuses a header with more columns than the set has fields; the error names no column', async () => {
      const read = await readTo('csv', [`${'Id,'.repeat(300_000)}\n`]);
      expect(read.message).toBe('The header has 300001 columns, and the set has 2 fields.');
    });

    it('lets other calls run while it reads the rows of a file', async () => {
      let turns = 0;
      const count = setInterval(() => turns++, 0);
      const work = (): undefined => {
        for (const until = performance.now() + 17; performance.now() < until;);
      };
      await readRows(Readable.from(['Id,Name\n' + '1,a\n'.repeat(20)]), 'csv', expected, work);
      clearInterval(count);
      expect(turns).toBeGreaterThanOrEqual(15);
    });
  });
});

describe('row cutter', () => {
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
});

describe('seen keys', () => {
  class Keyed {
    @Guid() Id!: Guid;
  }

  it('keeps the keys of an unsorted file up to 64 MiB, and then asks for a sorted file', () => {
    const keys = new SeenKeys(fieldsOf(Keyed), true);
    let kept = 0;
    const fill = (): void => {
      for (;;) {
        keys.repeats({ Id: kept.toString(16).padStart(32, '0') });
        kept++;
      }
    };
    expect(fill).toThrow(/^The file is not in the order of its key \(Id\) and has more than [\d,]+ rows: sort it/);
    expect(kept).toBeGreaterThan(700_000);
    expect(kept).toBeLessThan(1_000_000);
  });
});

describe('source', () => {
  let temporary: ReturnType<typeof ownTemporaryFolder>;
  beforeAll(() => (temporary = ownTemporaryFolder()));
  afterAll(() => temporary.drop());

  const text = 'Zoë,1\r\n'.repeat(20_000);
  const parts = () => Readable.from([Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))]);

  it('reads an upload several times from a file without a name, so that a killed process leaves nothing', async () => {
    const spool = await spoolOf(parts());
    expect(readdirSync(temporary.folder)).toEqual([]);
    for (let time = 0; time < 2; time++) {
      const read: Buffer[] = [];
      for await (const part of spool.read()) read.push(part);
      expect(Buffer.concat(read).toString()).toBe(text);
    }
    expect(spool).toMatchObject({ size: Buffer.byteLength(text), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await spool.close();
  });

  it('refuses an upload that is longer than the limit', async () => {
    await expect(spoolOf(parts(), 100)).rejects.toThrow('Send at most 100 bytes');
  });
});

describe('names of sets', () => {
  it('refuses a record set of a table that the list of names lacks', () => {
    expect(setNamed('event-types')).toBe('event-types');
    expect(() => setNamed('lunches')).toThrow('src/sets/set-names.ts has no record set lunches: add it there.');
  });
});
