import 'reflect-metadata';
import { LosslessNumber } from 'lossless-json';
import { Readable } from 'node:stream';
import { Int32, Text } from '../record/fields.js';
import { fieldsOf } from '../record/metadata.js';
import { columnMapOf } from './column-map.js';
import { readRows, type SourceRow } from './row-reader.js';

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
    await expect(read(file, map)).rejects.toThrow(/Column 2 has no name.*\n.*no column Other.*\n.*Other appears twice/);
    expect(await read(file, { ...map, '*': null })).toEqual({ values: ['a'], leftOut: ['column 2', 'Other', 'Other'] });
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
      for (const until = performance.now() + 6; performance.now() < until;);
    };
    await readRows(Readable.from(['Id,Name\n' + '1,a\n'.repeat(20)]), 'csv', expected, work);
    clearInterval(count);
    expect(turns).toBeGreaterThanOrEqual(15);
  });
});
