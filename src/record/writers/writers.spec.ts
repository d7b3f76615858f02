import 'reflect-metadata';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { effortOf } from '../../../test/support/time/time-of.js';
import { csvWriter, plainCell, safeCell } from './csv.js';
import { DateTime, Day, Decimal, Double, Flag, Guid, Int32, Int64, ListOf, Nested, Text, TextMap } from '../fields.js';
import { fieldOf } from '../metadata.js';
import { guid, text } from '../field-types.js';
import { rowsOf, sheetsOf, unzipped } from '../../../test/support/clients/workbook.js';
import { sheetBreak, sheetWriter } from './sheet.js';
import { jsonInWords } from './shown.js';
import { tableOf } from './table.js';
import { workbookOf } from './workbook.js';

describe('CSV', () => {
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
      for (const text of ['a\rb', 'a\nb', 'a\r\nb'])
        expect(csvWriter(Part).rows([{ Name: text }])).toBe(`"${text}"\r\n`);
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
});

describe('sheets', () => {
  class Part {
    @Text(40_000) Name!: string;
  }

  class Row {
    @Int32() Id!: number;
    @Int32({ nullable: true }) Maybe!: number | null;
    @Int64() Big!: Int64;
    @Decimal(18, 2) Amount!: Decimal;
    @Double() Share!: number;
    @Text(50) Name!: string;
    @Flag() On!: boolean;
    @Guid() Key!: Guid | null;
    @DateTime() At!: DateTime | null;
    @ListOf(guid) Keys!: Guid[];
    @Nested(() => Part) Part!: Part | null;
  }

  const names = ['Id', 'Maybe', 'Big', 'Amount', 'Share', 'Name', 'On', 'Key', 'At', 'Keys', 'Part'];
  const set = {
    Id: 7,
    Maybe: 0,
    Big: 123,
    Amount: -1250,
    Share: 0.1,
    Name: '0042',
    On: 1,
    Key: 'f'.repeat(32),
    At: '2026-03-01T12:30:00.0000000',
    Keys: ['a'.repeat(32)],
    Part: { Name: 'x' },
  };

  /** The cells of the rows, without the header row. */
  function cellsOf(record: abstract new () => object, ...rows: Record<string, unknown>[]) {
    return cellsIn('UTC', record, ...rows);
  }
  function cellsIn(timeZone: string, record: abstract new () => object, ...rows: Record<string, unknown>[]) {
    const { header, rows: write } = sheetWriter(record, undefined, { timeZone });
    return rowsOf(header + write(rows)).slice(1);
  }
  const nameOf = (Name: string) => cellsOf(Part, { Name })[0][0];
  const at = (At: string) => cellsOf(Row, { At })[0][8];

  describe('a sheet', () => {
    it('writes the header row of a sheet even without rows', () => {
      const { header, rows } = sheetWriter(Row, undefined, { timeZone: 'UTC' });
      expect(rowsOf(header + rows([]))).toEqual([names]);
    });

    it('writes a sheet without columns', () => {
      class Nothing {}
      const { header, rows, footer } = sheetWriter(Nothing, undefined, { timeZone: 'UTC' });
      const sheet = header + rows([{}]) + footer;
      expect(rowsOf(sheet)).toEqual([[], []]);
      // Spreadsheets reject a filter or a frozen row without a column.
      expect(sheet).not.toMatch(/<cols>|<autoFilter/);
    });

    it('writes set values as cells of their types', () => {
      const [cells] = cellsOf(Row, set);
      const moment = new Date('2026-03-01T12:30:00Z');
      const key = 'a'.repeat(32);
      expect(cells).toEqual([7, 0, 123, -12.5, 0.1, '0042', true, 'f'.repeat(32), moment, key, 'Name: x']);
    });

    it('writes empty cells for unset values, as in CSV', () => {
      expect(cellsOf(Row, {})).toEqual([[0, undefined, 0, 0, 0, undefined, false, undefined, undefined]]);
    });

    it('writes lists, records and maps as text for people, which a nested record can be read from again', () => {
      class Place {
        @Guid() LocationId!: Guid | null;
        @ListOf(guid) Services!: Guid[];
        @Flag() Open!: boolean;
      }
      class Agent {
        @Nested(() => Place) Place!: Place | null;
        @ListOf(() => Place) Places!: Place[];
        @TextMap() Words!: Record<string, string>;
      }
      const place = { LocationId: 'a'.repeat(32), Services: ['b'.repeat(32), 'c'.repeat(32)], Open: true };
      const Places = [place, { LocationId: null, Services: [], Open: false }];
      const [[shown, all, words]] = cellsOf(Agent, { Place: JSON.stringify(place), Places, Words: { a: '1', b: '2' } });
      expect(shown).toBe(`LocationId: ${place.LocationId}; Services: ${place.Services.join(', ')}; Open: true`);
      expect([all, words]).toEqual([`${shown as string}\nOpen: false`, 'a: 1; b: 2']);
      expect(fieldOf(Agent, 'Place')!.type.fromText(shown as string)).toEqual({ ...place, Open: expect.anything() });
      expect(fieldOf(Agent, 'Place')!.type.fromText('At home; 9: 30')).toBe('At home; 9: 30');
    });

    it('writes numbers of more than 15 digits as text', () => {
      const exact = { Big: 999_999_999_999_999, Amount: '99999999999999900' };
      const large = { Big: '9007199254740993', Amount: '123456789012345678' };
      const numbers = cellsOf(Row, exact, large, { Big: -1, Amount: 5 }).map((cells) => cells.slice(2, 4));
      expect(numbers).toEqual([
        [999_999_999_999_999, 999_999_999_999_999],
        ['9007199254740993', '1234567890123456.78'],
        [-1, 0.05],
      ]);
    });

    it('writes a time as a date cell, and as text if spreadsheets disagree about its day', () => {
      expect(at('1900-03-01T00:00:00.0000000')).toEqual(new Date('1900-03-01T00:00:00Z'));
      expect(at('9999-12-31T23:59:59.9990000')).toEqual(new Date('9999-12-31T23:59:59.999Z'));
      expect(at('1900-02-28T00:00:00.0000000')).toBe('1900-02-28T00:00:00.0000000Z');
      expect(at('2026-03-01T12:30:00.1234567')).toEqual(new Date('2026-03-01T12:30:00.123Z'));
    });

    it('writes the local times of a time zone, and leaves days as they are', () => {
      class Times {
        @DateTime() At!: DateTime | null;
        @Day() Born!: Day | null;
      }
      const row = (At: string) => ({ At, Born: '1980-04-03T00:00:00.0000000' });
      const moments = ['2026-03-08T07:59:59', '2026-03-08T08:00:00', '2026-11-01T06:30:00', '2026-11-01T07:30:00'];
      const rows = moments.map((moment) => row(`${moment}.0000000`));
      const local = ['2026-03-08T01:59:59', '2026-03-08T03:00:00', '2026-11-01T01:30:00', '2026-11-01T01:30:00'];
      expect(cellsIn('America/Chicago', Times, ...rows)).toEqual(
        local.map((time) => [new Date(`${time}Z`), new Date('1980-04-03')]),
      );
      const last = row('9999-12-31T23:00:00.0000000');
      expect(cellsIn('Asia/Tokyo', Times, last)[0][0]).toBe('9999-12-31T23:00:00.0000000Z');
      expect(cellsOf(Times, row('2026-03-08T08:00:00.0000000'))[0][1]).toEqual(new Date('1980-04-03'));
    });

    it('names the time zone in the last sheet of a workbook that has times', () => {
      const { footer } = sheetWriter(Row, undefined, { timeZone: 'America/Chicago' });
      expect(footer).toContain(`${sheetBreak}Time zone\n`);
      expect(footer).toContain('local times of America/Chicago');
      expect(sheetWriter(Part, undefined, { timeZone: 'America/Chicago' }).footer).not.toContain('Chicago');
    });

    it('writes a text that holds a number or a day as a cell that calculates', () => {
      class Report {
        @Text(30, { cell: 'hundredths' }) Points!: string;
        @Text(10, { cell: 'day' }) Day!: string;
      }
      const set = { Points: '-4000.50', Day: '2026-03-02' };
      expect(cellsOf(Report, set, { Points: '12345678901234567.00', Day: '1899-12-31' }, {})).toEqual([
        [-4000.5, new Date('2026-03-02')],
        ['12345678901234567.00', '1899-12-31'],
        [],
      ]);
    });

    it('writes a text that holds JSON as words', () => {
      class Logged {
        @Text(1000, { cell: jsonInWords }) Value!: string;
      }
      const words = (Value: string) => cellsOf(Logged, { Value })[0][0];
      expect(words('["a","b"]')).toBe('a, b');
      expect(words('{"Type":"created","Data":{"Id":"2","Tags":["x","y"]},"Note":null}')).toBe(
        'Type: created; Data: (Id: 2; Tags: x, y)',
      );
      expect(words('[{"Id":1,"Big":true},{"Id":2}]')).toBe('Id: 1; Big: true\nId: 2');
      for (const text of ['[note] of a person', '{', '42', 'a "b"']) expect(words(text)).toBe(text);
      expect(cellsOf(Logged, { Value: '' })).toEqual([[]]);
    });

    it('fits the widths of the columns to the titles and to the longest lines of the first rows', () => {
      class Measured {
        @Text(1000) Short!: string;
        @Text(1000) Note!: string;
        @Text(1000) Long!: string;
        @Int64() Big!: Int64;
        @Day() Born!: Day | null;
        @ListOf(guid) Keys!: string[];
        @Text(20) ATitleThatIsLongerThanItsValues!: string;
      }
      const { header } = sheetWriter(Measured, undefined, {
        timeZone: 'UTC',
        sample: [
          { Short: 'a', Note: `${'n'.repeat(40)}\n${'m'.repeat(30)}`, Long: 'l'.repeat(5000), Big: 7 },
          { Short: null, Keys: JSON.stringify(['a'.repeat(32)]), ATitleThatIsLongerThanItsValues: 'x' },
        ],
      });
      expect([...header.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
        14, 42, 60, 17, 12, 34, 36,
      ]);
    });

    it('keeps every millisecond of a date-time', () => {
      const millisecond = fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(millisecond, (date) => {
          expect(at(`${date.toISOString().slice(0, 23)}0000`)).toEqual(date);
        }),
      );
    });

    it('writes no formula to a sheet, and keeps every text', () => {
      const { header, rows, footer } = sheetWriter(Part, undefined, { timeZone: 'UTC' });
      expect(header + rows([{ Name: '=1+1' }]) + footer).not.toContain('<f');
      for (const text of ['=1+1', "'quoted", ' a  b ', 'a\r\nb\tc', '_x000D_', '<&>', '\u0001\u001f\ufffe', '😀'])
        expect(nameOf(text)).toBe(text);
      const text = fc.string({ unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('_', 'x000d_', '\r')) });
      fc.assert(
        fc.property(
          text.filter((name) => name !== ''),
          (name) => expect(nameOf(name)).toBe(name),
        ),
      );
    });

    it('shortens a text that is too long for a cell, and says so first', () => {
      expect(nameOf('a'.repeat(32_767))).toBe('a'.repeat(32_767));
      const cut = String(nameOf('😀'.repeat(20_000)));
      expect(cut.length).toBeLessThanOrEqual(32_767);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut).toMatch(/^\[Shortened: CSV and JSON have all 40000 characters\] (😀)+$/u);
    });

    it('continues in another sheet when a sheet is full', async () => {
      const { header, rows, footer } = sheetWriter(Part, undefined, { timeZone: 'UTC', rowsOfSheet: 3 });
      const text = header + rows([{ Name: 'a' }, { Name: 'b' }]) + rows([{ Name: 'c' }]) + footer;
      const bytes = Buffer.concat(await workbookOf(text).toArray());
      expect(text.split(sheetBreak)).toHaveLength(3);
      expect([...unzipped(bytes).keys()][0]).toBe('[Content_Types].xml');
      expect(sheetsOf(bytes)).toEqual([
        [['Name'], ['a'], ['b']],
        [['Name'], ['c']],
      ]);
      expect(unzipped(bytes).get('xl/workbook.xml')).toContain('name="Records 2" sheetId="2" r:id="rId2"');
    });
  });

  describe('a table', () => {
    class Item {
      @Int32() Id!: number;
      @Text(20) Label!: string;
    }
    class Group {
      @Int32() Id!: number;
      @ListOf(() => Item, { spread: true }) Items!: Item[];
      @Text(20) Name!: string;
    }
    const groups = [
      {
        ...{ Id: 1, Name: 'one' },
        Items: [
          { Id: 7, Label: 'a' },
          { Id: 8, Label: 'b' },
        ],
      },
      { Id: 2, Name: 'none', Items: [] },
    ];
    const written = (...names: string[]): string => {
      const table = tableOf(Group, names.length > 0 ? names.map((name) => fieldOf(Group, name)!) : undefined);
      const { header, rows } = csvWriter(Group, table.fields);
      return header + rows(table.rowsOf(groups));
    };

    it('has a row for each item of a spread list, with the other fields of the record', () => {
      expect(written()).toBe('Id,Label,Name\r\n1,a,one\r\n1,b,one\r\n2,,none\r\n');
    });

    it('has the columns of the chosen fields, and of the items only if the list is chosen', () => {
      expect(written('Name')).toBe('Name\r\none\r\nnone\r\n');
      expect(written('Name', 'Items')).toBe('Name,Id,Label\r\none,7,a\r\none,8,b\r\nnone,,\r\n');
    });
  });

  describe('a workbook', () => {
    it('makes a workbook with the same bytes of the same rows', async () => {
      const bytes = async () => Buffer.concat(await workbookOf(`${sheetBreak}One\n<a/>`).toArray());
      expect(await bytes()).toEqual(await bytes());
    });

    it("closes the source of a workbook when the reader stops, and passes the source's error on", async () => {
      const source = { ended: false };
      async function* endless(failure?: Error): AsyncGenerator<string> {
        try {
          yield `${sheetBreak}One\n`;
          for (let row = 0; row < 1_000_000; row++) {
            if (failure && row === 100) throw failure;
            yield await Promise.resolve(`${Math.random()}`.repeat(500));
          }
        } finally {
          source.ended = true;
        }
      }
      for await (const chunk of workbookOf(endless())) if ((chunk as Buffer).length > 1000) break;
      while (!source.ended) await new Promise((resolve) => setTimeout(resolve, 5));
      await expect(workbookOf(endless(new Error('lost'))).toArray()).rejects.toThrow('lost');
    });
  });
});
