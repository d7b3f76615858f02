import type { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Invalid } from '../../errors/errors.js';
import type { Class } from '../../record/field-types.js';
import { Flag, Int32, ListOf, Text } from '../../record/fields.js';
import { listFieldOf } from '../../record/metadata.js';
import { ResponseRecord } from '../../record/response-status.js';
import { Binder } from './binder.js';
import type { EndpointDeclaration } from './declaration.js';
import { pathsOf } from './declaration.js';
import type { Operation } from './operation.js';

class Pet {
  @Int32({ key: 'generated' }) PetId!: number;
  @Text(20) Name!: string;
  @Int32() Age!: number;
  @Text(20, { secret: true }) Chip!: string;
}
class PetFilter {
  @Flag() IsSold!: boolean;
}
class PetResponse extends ResponseRecord {
  @ListOf(() => Pet) Pets!: Pet[];
}

const config = { bodyDepth: 32, timeZone: 'UTC', country: 'US' } as Config;
const binder = new Binder(config, new BusinessClock());

function bind(
  declared: Partial<EndpointDeclaration>,
  { params = {}, query = '', json = {} }: { params?: Record<string, string>; query?: string; json?: unknown } = {},
) {
  const declaration: EndpointDeclaration = {
    verb: 'GET',
    path: '/v1/Pets/{PetId}',
    request: Pet,
    response: PetResponse,
    summary: 'Pets',
    ...declared,
  };
  const list = listFieldOf(declaration.response)!;
  const operation = {
    declaration,
    group: { name: 'Pets', title: 'Pets', order: 1 },
    paths: pathsOf(declaration),
    list: { ...list, record: list.type.item!.record!() as Class },
    hasStatus: true,
  } as unknown as Operation;
  const values = new Map([...new URLSearchParams(query)].map(([name, value]) => [name, [value]]));
  return binder.bind({ operation, params, query: values, json });
}

/** The FieldName and ErrorCode of each error of the Invalid that the binding throws. */
function refusal(...given: Parameters<typeof bind>): [string, string][] {
  try {
    bind(...given);
  } catch (error) {
    if (error instanceof Invalid) return error.errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);
    throw error;
  }
  throw new Error('The binding threw nothing.');
}

const errorsOf = ({ errors }: ReturnType<typeof bind>) =>
  errors.listed.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);

describe('a GET', () => {
  it('binds nothing for a call without values', () => {
    const { record, options, errors } = bind({});
    expect([record, options, errors.names.size]).toEqual([{}, { orderBy: [], total: false }, 0]);
  });

  it('converts the text of path and query to the types of the fields', () => {
    const { record } = bind({ query: PetFilter }, { params: { PetId: '3' }, query: 'Age=7&IsSold=true' });
    expect(record).toMatchObject({ PetId: 3, Age: 7, IsSold: true });
  });

  it('separates list options, filters of the convention, and filters of the operation', () => {
    const { options } = bind({ filters: ['Name'] }, { query: 'take=5&orderByDesc=Age&AgeIn=1,2&Name=Rex' });
    expect(options).toMatchObject({ take: 5, orderBy: [{ field: expect.anything(), descending: true }] });
    expect(options.filters!.map(({ field }) => field.name)).toEqual(['Age']);
  });

  it('throws all errors of path and query at once', () => {
    expect(refusal({}, { params: { PetId: 'x' }, query: 'Age=old&Nmae=Rex&take=0' }).sort()).toEqual([
      ['Age', 'Invalid'],
      ['Nmae', 'Unknown'],
      ['PetId', 'Invalid'],
      ['take', 'InclusiveBetween'],
    ]);
  });

  it('rejects a secret in the query, because proxies log URLs', () => {
    expect(refusal({}, { query: 'Chip=1234' })).toEqual([['Chip', 'Invalid']]);
  });
});

describe('a write', () => {
  const put = { verb: 'PUT' } as const;

  it('takes a field from the path, then from the query, then from the body', () => {
    const { record } = bind(put, { params: { PetId: '3' }, query: 'Age=7', json: { PetId: 3, Name: 'Rex' } });
    expect(record).toMatchObject({ PetId: 3, Age: 7, Name: 'Rex' });
  });

  it('reports a value that differs from the value in the path', () => {
    const bound = bind(put, { params: { PetId: '3' }, json: { PetId: 4 } });
    expect(errorsOf(bound)).toEqual([['PetId', 'Mismatch']]);
  });

  it('returns the errors of the body, so that the operation can add its own', () => {
    const bound = bind(put, { params: { PetId: '3' }, json: { Age: 'old', Name: 'Rex' } });
    expect(errorsOf(bound)).toEqual([['Age', 'Invalid']]);
    expect(bound.record).toMatchObject({ PetId: 3, Name: 'Rex' });
  });

  it('throws the errors of the body if the operation cannot know its record, or runs outside a transaction', () => {
    expect(refusal(put, { json: { PetId: 'x' } })).toEqual([['PetId', 'Invalid']]);
    expect(refusal(put, { json: [] })).toEqual([['Body', 'Invalid']]);
    expect(refusal({ ...put, transaction: false }, { json: { Age: 'old' } })).toEqual([['Age', 'Invalid']]);
  });

  it('binds only the fields of a DELETE that identify the record or that it uses', () => {
    const remove = { verb: 'DELETE', uses: ['Age'] } as const;
    const { record, errors } = bind(remove, { params: { PetId: '3' }, json: { Name: 5, Age: 7 } });
    expect([record, errors.names.size]).toEqual([expect.objectContaining({ PetId: 3, Age: 7 }), 0]);
    expect(record).not.toHaveProperty('Name', 5);
  });
});
