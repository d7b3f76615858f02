import 'reflect-metadata';
import fc from 'fast-check';
import { bind, duplicates, madeUnset, missing } from './bind.js';
import {
  DateTime,
  Decimal,
  Double,
  Flag,
  Guid,
  Int32,
  Int64,
  ListOf,
  Name,
  Nested,
  Phone,
  Text,
  TextMap,
} from './fields.js';
import { parseExactJson } from './values/exact-json.js';
import { jsonWriter } from './writers/json.js';
import { guid, text } from './field-types.js';

class Child {
  @Int32({ required: true }) Id!: number;
  @Text(5) Name!: string;
}

class Sample {
  @Int32({ min: 1, max: 10 }) Small!: number;
  @Int32({ nullable: true }) Maybe!: number | null;
  @Int64() Big!: Int64;
  @Decimal(18, 4) Amount!: Decimal;
  @Double() Real!: number;
  @Flag() On!: boolean;
  @Guid({ required: true }) Key!: Guid;
  @DateTime() At!: DateTime;
  @Text(4, { required: true }) Code!: string;
  @Text(10, { nullable: true }) Note!: string | null;
  @Text(10, { enum: ['red', 'blue'] }) Colour!: string;
  @Text(10, { enum: ['big', 'small'], default: 'small' }) Size!: string;
  @ListOf(() => Child) Children!: Child[];
  @ListOf(guid) Keys!: Guid[];
  @Nested(() => Child) Child!: Child;
  @Nested(() => Child, { typesOnly: true }) Loose!: Child;
  @TextMap() Meta!: Record<string, string>;
}

const errorsOf = (json: unknown): Record<string, string> =>
  Object.fromEntries(bind(Sample, json).errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]));
describe('bind', () => {
  it('binds a record, and leaves absent fields absent', () => {
    const { value, errors } = bind(Sample, { Small: 3, On: false, Child: { Id: 1 } });
    expect(errors).toEqual([]);
    expect(value).toEqual({ Small: 3, On: false, Child: { Id: 1 } });
  });

  it('reports a list that is too long with one error', () => {
    const { errors } = bind(Sample, { Children: Array<number>(100_000).fill(1) });
    expect(errors.length).toBeLessThan(510);
    expect(bind(Sample, { Keys: Array<string>(501).fill('') }).errors).toMatchObject([{ ErrorCode: 'Length' }]);
  });

  it('is strict about types, and reports every bad field at once', () => {
    expect(
      errorsOf({
        Small: '3',
        Big: 1.5,
        Amount: 'x',
        Real: true,
        On: 1,
        Key: 'zz',
        At: '2026-13-01',
        Code: 7,
        Children: {},
        Child: [],
      }),
    ).toEqual({
      Small: 'Invalid',
      Big: 'Invalid',
      Amount: 'Invalid',
      Real: 'Invalid',
      On: 'Invalid',
      Key: 'Invalid',
      At: 'Invalid',
      Code: 'Invalid',
      Children: 'Invalid',
      Child: 'Invalid',
    });
  });

  it('rejects a day that does not exist', () => {
    const messageOf = (At: string): string => bind(Sample, { At }).errors[0].Message;
    for (const day of ['2026-02-30', '20261301', '2026-04-31T10:00:00Z'])
      expect(messageOf(day)).toBe('At must be a day that exists in the calendar.');
    for (const day of ['2026-2-3', '0000-01-01', '2026-02-28T25:00']) expect(messageOf(day)).toContain('ISO 8601');
  });

  it('checks ranges, lengths in code points, enumerations and required fields', () => {
    expect(errorsOf({ Small: 11, Code: '😀😀😀😀', Colour: 'green', Key: '' })).toEqual({
      Small: 'InclusiveBetween',
      Colour: 'Enum',
    });
    expect(errorsOf({ Code: '😀😀😀😀😀' })).toEqual({ Code: 'Length' });
  });

  it('names the path of an error in a nested record', () => {
    expect(errorsOf({ Children: [{ Id: 1 }, { Id: 'x' }, { Id: 2, Name: 'too long' }, 4], Keys: ['no'] })).toEqual({
      'Children[1].Id': 'Invalid',
      'Children[2].Name': 'Length',
      'Children[3]': 'Invalid',
      'Keys[0]': 'Invalid',
    });
  });

  it('accepts every name in a map, even the names of members of Object.prototype', () => {
    const Meta = { constructor: 'a', prototype: 'b', then: 'c' };
    const { value, errors } = bind(Sample, parseExactJson(JSON.stringify({ Meta })));
    expect({ errors, Meta: { ...value.Meta } }).toEqual({ errors: [], Meta });
  });

  it('applies the rules of the derived record to a field that it declares again', () => {
    class Parent {
      @Text(5) Code!: string;
      @Phone(20) Home!: string;
    }
    class Derived extends Parent {
      @Name(3) override Code!: string;
    }
    const codes = bind(Derived, { Code: ' abcd', Home: '12' }).errors.map((error) => [error.FieldName, error.Meta]);
    expect(codes).toEqual(
      expect.arrayContaining([
        ['Code', { Max: '3' }],
        ['Home', undefined],
      ]),
    );
    expect(bind(Parent, { Code: ' abc' }).errors).toEqual([]);
  });

  it('checks only the types of the fields of a nested record if typesOnly is set', () => {
    expect(errorsOf({ Loose: { Name: 'much too long' } })).toEqual({});
    expect(errorsOf({ Loose: { Name: 5 } })).toEqual({ 'Loose.Name': 'Invalid' });
  });

  it('rejects a name in the wrong letter case, and ignores unknown names', () => {
    expect(errorsOf({ small: 1, Child: { id: 1 }, unknown: 1, ['__proto__x']: 2 })).toEqual({
      small: 'WrongCase',
      'Child.id': 'WrongCase',
    });
  });

  it('treats an unset value as absent if the field has a default and a list of allowed values', () => {
    for (const unset of [null, '']) expect(bind(Sample, { Size: unset }).value.Size).toBeUndefined();
    expect(errorsOf({ Size: 'huge', Colour: '' })).toEqual({ Size: 'Enum', Colour: 'Enum' });
  });

  it('ignores an unset value of a required field in an update, and rejects it in a new record and a filter', () => {
    const lacking = (json: object) =>
      missing(Child, bind(Child, json).value).map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`);
    expect(lacking({})).toEqual(['Id NotNull']);
    expect(lacking({ Id: null })).toEqual(['Id NotEmpty']);
    expect(lacking({ Id: 0 })).toEqual([]);
    for (const Key of [null, '', '0'.repeat(32), '00000000-0000-0000-0000-000000000000']) {
      const { value, errors } = bind(Sample, { Key, Code: 'a' });
      expect(errors).toEqual([]);
      expect(value.Key).toBeUndefined();
      expect(missing(Sample, value)).toContainEqual(
        expect.objectContaining({ FieldName: 'Key', ErrorCode: 'NotEmpty' }),
      );
      expect(madeUnset(Sample, value).map(({ FieldName }) => FieldName)).toEqual(['Key']);
    }
    expect(madeUnset(Sample, bind(Sample, { Small: 1 }).value)).toEqual([]);
  });

  it('binds null, empty text, zero GUIDs and zero dates to unset values, and keeps 0 and false', () => {
    const { value } = bind(Sample, {
      Maybe: null,
      Big: 0,
      On: false,
      At: '0001-01-01T00:00:00',
      Note: '',
      Keys: null,
      Child: null,
    });
    expect(value).toEqual({ Maybe: null, Big: 0, On: false, At: null, Note: null, Keys: [], Child: null });
  });

  it('rejects text with NUL or lone surrogates', () => {
    expect(errorsOf({ Code: 'a\0' })).toEqual({ Code: 'Invalid' });
    expect(errorsOf({ Code: '\ud800' })).toEqual({ Code: 'Invalid' });
  });

  it('accepts at most 500 items, and rejects values that are nested too deeply', () => {
    expect(errorsOf({ Children: Array.from({ length: 501 }, () => ({ Id: 1 })) })).toEqual({ Children: 'Length' });
    expect(bind(Sample, { Child: { Id: 1 } }, { depth: 1 }).errors[0]).toMatchObject({
      ErrorCode: 'TooDeep',
      FieldName: 'Child',
    });
  });

  it('shows how to send a value of the wrong type, except for a secret, an encrypted and a long one', () => {
    class Typed {
      @Int32() Count!: number;
      @Text(50) Name!: string;
      @Flag() On!: boolean;
      @Text(50, { secret: true }) Password!: string;
      @Text(50, { encrypted: true }) SSN!: string;
      @ListOf(text(50)) Codes!: string[];
    }
    const messages = (json: object): string[] => bind(Typed, json).errors.map(({ Message }) => Message);
    expect(messages({ Count: '12', Name: 1, On: 'false', Password: 1234, SSN: 123456789, Codes: ['a', 7] })).toEqual([
      'Count must be a whole number between -2147483648 and 2147483647: send 12, not "12".',
      'Name must be a string: send "1", not 1.',
      'On must be true or false: send false, not "false".',
      'Password must be a string.',
      'SSN must be a string.',
      'Codes[1] must be a string: send "7", not 7.',
    ]);
    expect(messages({ Name: 1e300 * 1e3 })).toHaveLength(1);
    expect(messages({ Count: '007' })[0]).toMatch(/: send 7, not "007"\.$/);
    expect(messages({ Count: `1${'0'.repeat(30)}` })[0]).not.toContain('send');
  });

  it('reports missing fields of a new record and repeated items of a list', () => {
    expect(missing(Sample, bind(Sample, { Code: 'a' }).value, 'Samples[1]')).toMatchObject([
      { FieldName: 'Samples[1].Key', ErrorCode: 'NotEmpty' },
    ]);
    expect(duplicates([{ A: 1 }, { A: 0 }, { A: 1 }, { A: 0 }], ['A'], 'L')).toMatchObject([
      { FieldName: 'L[2].A', ErrorCode: 'Duplicate' },
    ]);
  });

  it('accepts a GUID in every form and stores one form', () => {
    const key = '0123456789abcdef0123456789abcdef';
    for (const form of [
      key.toUpperCase(),
      '01234567-89AB-cdef-0123-456789abcdef',
      `{01234567-89ab-cdef-0123-456789abcdef}`,
    ])
      expect(bind(Sample, { Key: form }).value.Key).toBe(key);
    expect(errorsOf({ Key: '0123-456789abcdef0123456789abcdef' })).toEqual({ Key: 'Invalid' });
  });

  it('keeps every int64 exact from text to text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (big) => {
        const { value, errors } = bind(Sample, parseExactJson(`{"Big":${big}}`));
        expect(errors).toEqual([]);
        expect(jsonWriter(Sample)(value as never)).toContain(`"Big":${big},`);
      }),
    );
    for (const whole of ['12.0', '1.2e1', '120e-1']) {
      const { value, errors } = bind(Sample, parseExactJson(`{"Big":${whole},"Small":1.0}`));
      expect({ value, errors }).toEqual({ value: { Big: 12, Small: 1 }, errors: [] });
    }
    for (const broken of ['1.00000000000000000001', '1e-400', '1.5'])
      expect(bind(Sample, parseExactJson(`{"Big":${broken},"Small":${broken}}`)).errors).toHaveLength(2);
    expect(bind(Sample, parseExactJson('{"Big":9223372036854775808}')).errors[0].ErrorCode).toBe('Invalid');
  });

  it('keeps every decimal exact from text to text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }), (units) => {
        const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
        const text = `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
        const { value, errors } = bind(Sample, parseExactJson(`{"Amount":${text}}`));
        expect(errors).toEqual([]);
        expect(jsonWriter(Sample)(value as never)).toContain(`"Amount":${text.replace(/\.?0+$/, '')},`);
      }),
    );
    expect(errorsOf({ Amount: 0.12345 })).toEqual({ Amount: 'Invalid' });
    expect(errorsOf({ Amount: 1e14 })).toEqual({ Amount: 'InclusiveBetween' });
  });
});
