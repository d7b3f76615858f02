import 'reflect-metadata';
import { Int32, Int64, Text } from '../fields.js';
import { parseFilters } from './list-filters.js';
import { applyOptions, parseListOptions } from './list-options.js';

class Row {
  @Int32() Id!: number;
  @Text(10) Name!: string;
  @Int64({ nullable: true }) Big!: Int64 | null;
}

class Secretive extends Row {
  @Text(10, { encrypted: true }) SSN!: string;
}

const parsed = (query: Record<string, string>) => parseListOptions(new Map(Object.entries(query)), Row);
const codes = (query: Record<string, string>) =>
  Object.fromEntries(parsed(query).errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]));

describe('parseListOptions', () => {
  it('accepts names in any letter case', () => {
    expect(
      parsed({ SKIP: '1', Take: '2', ORDERBY: 'Name, Id', orderbydesc: 'Big', FIELDS: 'Name,Id', Include: 'TOTAL' }),
    ).toMatchObject({
      errors: [],
      options: {
        skip: 1,
        take: 2,
        orderBy: [
          { field: 'Name', descending: false },
          { field: 'Id', descending: false },
          { field: 'Big', descending: true },
        ],
        fields: [{ name: 'Name' }, { name: 'Id' }],
        total: true,
      },
    });
  });

  it('orders by orderBy and orderByDesc in the order of the query, and reverses a field after -', () => {
    expect(parsed({ orderByDesc: 'Big,-Name', orderBy: '-Id' })).toMatchObject({
      errors: [],
      options: {
        orderBy: [
          { field: 'Big', descending: true },
          { field: 'Name', descending: false },
          { field: 'Id', descending: true },
        ],
      },
    });
    expect(codes({ orderBy: '--Id', fields: '-Id' })).toEqual({ orderBy: 'Enum', fields: 'Enum' });
  });

  it('rejects an order by an encrypted field', () => {
    const query = { orderBy: 'SSN', orderByDesc: 'Id,SSN', fields: 'SSN' };
    const { errors } = parseListOptions(new Map(Object.entries(query)), Secretive);
    expect(errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode])).toEqual([
      ['orderBy', 'Enum'],
      ['orderByDesc', 'Enum'],
    ]);
    expect(errors[0].Meta).toEqual({ Allowed: 'Id, Name, Big' });
    expect(errors[0].Message).toContain('SSN is stored encrypted');
  });

  it('rejects unknown options and fields', () => {
    expect(codes({ skip: '-1', take: '0', orderBy: 'Nope', fields: 'id', include: 'all' })).toEqual({
      skip: 'InclusiveBetween',
      take: 'InclusiveBetween',
      orderBy: 'Enum',
      fields: 'Enum',
      include: 'Enum',
    });
    const { errors } = parsed({ fields: 'Id,name' });
    expect(errors).toEqual([
      {
        ErrorCode: 'Enum',
        FieldName: 'fields',
        Message: 'fields must name fields of the record, which Meta.Allowed lists; the nearest to "name" is Name.',
        Meta: { Allowed: 'Id, Name, Big' },
      },
    ]);
    expect(codes({ take: '10001', skip: 'x' })).toEqual({ take: 'InclusiveBetween', skip: 'Invalid' });
  });
});

it('accepts at most 20 ascending and descending terms in total', () => {
  const terms = (count: number): string => 'Name,'.repeat(count).slice(0, -1);
  expect(parsed({ orderBy: terms(15), orderByDesc: terms(5) })).toMatchObject({ errors: [] });
  expect(codes({ orderBy: terms(15), orderByDesc: terms(6) })).toEqual({ orderBy: 'TooMany' });
  expect(codes({ orderByDesc: terms(21) })).toEqual({ orderByDesc: 'TooMany' });
});

describe('applyOptions', () => {
  const rows = [
    { Id: 1, Name: '\u{10000}', Big: '9007199254740993' },
    { Id: 2, Name: '\uffff', Big: '9007199254740992' },
    { Id: 3, Name: 'a', Big: null },
  ];
  const order = (query: Record<string, string>) => applyOptions(rows, Row, parsed(query).options).map(({ Id }) => Id);

  it('orders text by code point and numbers exactly, and puts unset values first', () => {
    expect(order({ orderBy: 'Name' })).toEqual([3, 2, 1]);
    expect(order({ orderBy: 'Big' })).toEqual([3, 2, 1]);
    expect(order({ orderByDesc: 'Big' })).toEqual([1, 2, 3]);
  });

  it.each([
    [{ Name: '', Id: 0, Big: null }, 'NameLessThanOrEqualTo', 'z', []],
    [{ Name: '', Id: 0, Big: null }, 'NameIn', 'a,', []],
    [{ Name: '', Id: 0, Big: null }, 'BigLessThanOrEqualTo', '1', []],
    [{ Name: '', Id: 0, Big: null }, 'NameIsNull', 'true', [0]],
    [{ Name: '', Id: 0, Big: null }, 'Id', '0', [0]],
  ])('of an unset field %j, the filter %s=%s finds %j', (row, name, text, found) => {
    const { filters, errors } = parseFilters(new Map([[name, [text]]]), Row, 'UTC');
    expect(errors).toEqual([]);
    expect(applyOptions([row], Row, { ...parsed({}).options, filters }).map(({ Id }) => Id)).toEqual(found);
  });

  it.each([
    ['IdBetween', '1,2', [1, 2]],
    ['IdGreaterThanOrEqualTo', '2', [2, 3]],
    ['IdLessThanOrEqualTo', '2', [1, 2]],
    ['IdIn', '1,3', [1, 3]],
    ['Big', '9007199254740993', [1]],
    ['BigLessThanOrEqualTo', '9007199254740992', [2]],
    ['BigIsNull', 'true', [3]],
    ['BigIsNull', 'false', [1, 2]],
    ['NameStartsWith', 'A', [3]],
    ['NameContains', '\u{10000}', [1]],
  ])('the filter %s=%s finds the rows %j, because ranges include both bounds', (name, text, found) => {
    const { filters } = parseFilters(new Map([[name, [text]]]), Row, 'UTC');
    expect(applyOptions(rows, Row, { ...parsed({}).options, filters }).map(({ Id }) => Id)).toEqual(found);
  });

  it('applies skip and take', () => {
    expect(order({ skip: '1', take: '1' })).toEqual([2]);
  });
});
