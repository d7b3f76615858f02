import 'reflect-metadata';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { effortOf } from '../../../test/support/time/time-of.js';
import { csvWriter, plainCell, safeCell } from './csv.js';
import { DateTime, Decimal, Flag, Guid, Int32, ListOf, Nested, Text } from '../fields.js';
import { guid, text } from '../field-types.js';

class Part {
  @Text(20) Name!: string;
}

class Row {
  @Int32() Id!: number;
  @Int32({ nullable: true }) Maybe!: number | null;
  @Text(50) Name!: string;
  @Flag() On!: boolean;
  @Guid() Key!: Guid | null;
  @DateTime() At!: DateTime | null;
  @DateTime({ suffix: '+00:00' }) SignIn!: DateTime | null;
  @Decimal(18, 2) Amount!: Decimal;
  @ListOf(guid) Keys!: Guid[];
  @Nested(() => Part) Part!: Part | null;
}

describe('csvWriter', () => {
  it('writes the CSV header even without rows', () => {
    const { header, rows } = csvWriter(Row);
    expect(header + rows([])).toBe('Id,Maybe,Name,On,Key,At,SignIn,Amount,Keys,Part\r\n');
  });

  it('writes unset text, GUIDs, date-times and null as empty cells, numbers, flags and lists as in JSON', () => {
    const unset = {
      Id: 0,
      Maybe: null,
      Name: '',
      On: 0,
      Key: null,
      At: null,
      SignIn: null,
      Amount: 0,
      Keys: [],
      Part: null,
    };
    expect(csvWriter(Row).rows([unset])).toBe('0,,,false,,,,0,[],\r\n');
    const set = {
      Id: 1,
      Maybe: 0,
      Name: 'a "b", c',
      On: 1,
      Key: 'f'.repeat(32),
      At: '2026-03-01T00:00:00.0000000',
      SignIn: '2026-03-01T00:00:00.1000000',
      Amount: -1250,
      Keys: ['a'.repeat(32)],
      Part: { Name: 'x' },
    };
    expect(csvWriter(Row).rows([set])).toBe(
      `1,0,"a ""b"", c",true,${'f'.repeat(32)},2026-03-01T00:00:00.0000000Z,2026-03-01T00:00:00.1000000+00:00,` +
        `-12.5,"[""${'a'.repeat(32)}""]","{""Name"":""x""}"\r\n`,
    );
  });

  it('writes a list that a row lacks as an empty list, and quotes cells with any line break', () => {
    expect(csvWriter(Row).rows([{ Id: 1 }])).toBe('1,,,false,,,,0,[],\r\n');
    for (const text of ['a\rb', 'a\nb', 'a\r\nb']) expect(csvWriter(Part).rows([{ Name: text }])).toBe(`"${text}"\r\n`);
  });

  it('writes every text so that a CSV reader returns it unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (names) => {
        const { header, rows } = csvWriter(Part);
        const read = parse(header + rows(names.map((Name) => ({ Name }))), {
          columns: true,
          skip_empty_lines: false,
          record_delimiter: '\r\n',
        }) as unknown as { Name: string }[];
        expect(read.map(({ Name }) => plainCell(Name))).toEqual(names);
      }),
    );
  });
});

describe('safeCell', () => {
  it.each([
    ['a;=HYPERLINK("x")', `a;'=HYPERLINK("x")`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a; =1;+2;-x', "a;' =1;+2;'-x"],
    [";'a", ";''a"],
  ])('puts an apostrophe between a semicolon or tab and a formula: %j', (text, cell) => {
    expect(safeCell(text)).toBe(cell);
    expect(plainCell(cell)).toBe(text);
  });

  it('writes no formula, whatever separator a spreadsheet uses, and keeps every text', () => {
    const part = fc.constantFrom(';', '\t', "'", '=', '+', '-', '@', ' ', '1', 'a', '\uFF1D', '\r', '"', ',');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const cell = safeCell(text);
        expect(plainCell(cell)).toBe(text);
        for (const split of cell.split(/[;\t]/)) expect(split).not.toMatch(/^\s*[=@\uFF1D]/);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    "'t Hart",
    "'s-Hertogenbosch",
    "'",
    "' ",
    "'quoted'",
    "'+44 7911 123456",
    "'+1 505 555 0142",
    "'-12.5",
    "'007",
    "'1,5",
    "a;'b",
    "a\t'b",
    "'t Hart;'=1",
    "'n Huis; 'n Tuin",
    '’t Hart',
    "d'Arc",
    "'90s",
  ])('reads %j, which the service never writes, unchanged', (cell) => {
    expect(plainCell(cell)).toBe(cell);
    expect(plainCell(safeCell(cell))).toBe(cell);
  });

  it('escapes a semicolon before a formula in the JSON of a cell', () => {
    class Noted {
      @ListOf(text(100)) Notes!: string[];
    }
    const Notes = ['a;=1+1', 'b; c'];
    const [cell] = parse(csvWriter(Noted).rows([{ Notes }])) as unknown as [[string]];
    expect(cell[0]).not.toContain(';=');
    expect(JSON.parse(cell[0])).toEqual(Notes);
  });

  it('checks a cell in time linear to its length', () => {
    const fillers = [' ', '1', '('];
    expect(effortOf(() => fillers.map((filler) => safeCell(`+1${filler.repeat(200_000)}x`)))).toBeLessThan(5000);
  });

  it.each([
    '=1+1',
    '@SUM(A1)',
    '+A1',
    '-A1',
    '-1-2',
    ' =1',
    '\u0001=1',
    '\tx',
    '\rx',
    '\0x',
    '\uFF1D1',
    '\uFF20x',
    "'quoted",
    '+1 and more',
    '-',
  ])('puts an apostrophe before %j', (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
    expect(plainCell(safeCell(text))).toBe(text);
  });

  it.each([
    '-12.5',
    '+3',
    '-1e5',
    '+1 (555) 010-0000',
    '+1 555 010 0000 ',
    '+15550100000',
    'a=b',
    '',
    ' x',
    'O’Neil',
    '1-2',
  ])('leaves the cell %j unchanged', (text) => {
    expect(safeCell(text)).toBe(text);
  });
});
