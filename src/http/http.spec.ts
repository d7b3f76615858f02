import 'reflect-metadata';
import type { Config } from '../config/config.js';
import { BusinessClock } from '../context/business-clock.js';
import { Invalid } from '../errors/errors.js';
import { type Class, int32 } from '../record/field-types.js';
import { Flag, Int32, ListOf, Text, Decimal, Int64, Nested } from '../record/fields.js';
import { listFieldOf } from '../record/metadata.js';
import { ResponseRecord } from '../record/response-status.js';
import type { ListedVersions } from './endpoint/listed-versions.js';
import { Binder } from './endpoint/binder.js';
import { type EndpointDeclaration, pathsOf } from './endpoint/declaration.js';
import type { Operation } from './endpoint/operation.js';
import { effortOf } from '../../test/support/time/time-of.js';
import { bind } from '../record/bind.js';
import { parseUrlencoded, urlencodedToJson } from './body/urlencoded.js';
import { noOptions } from '../record/lists/list-options.js';
import { HandlerResult, type Listener } from './endpoint/handler-result.js';
import { commentInterval, EventStream } from './response/event-stream.js';
import { RequestHashes } from './response/idempotency.js';
import { callerAddress, forwardedFor } from './server/address.js';

describe('binder', () => {
  class Pet {
    @Int32({ key: 'generated' }) PetId!: number;
    @Text(20) Name!: string;
    @Int32() Age!: number;
    @Text(20, { secret: true }) Chip!: string;
  }
  class Pup {
    @Int32({ key: 'generated' }) PupId!: number;
    @Text(20, { required: true }) Name!: string;
    @Text(20, { required: 'or set' }) Breed!: string;
    @Text(20) Chip!: string;
  }
  class Litter {
    @Text(20, { required: true }) Mother!: string;
    @Int32() Age!: number;
    @ListOf(() => Pup) Pups!: Pup[];
  }
  class PetFilter {
    @Flag() IsSold!: boolean;
  }
  class PetResponse extends ResponseRecord {
    @ListOf(() => Pet) Pets!: Pet[];
  }

  const config = { bodyDepth: 32, timeZone: 'UTC', country: 'US' } as Config;
  const versions = { setOf: () => undefined } as unknown as ListedVersions;
  const binder = new Binder(config, new BusinessClock(), versions);

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
  async function refusal(...given: Parameters<typeof bind>): Promise<[string, string][]> {
    try {
      await bind(...given);
    } catch (error) {
      if (error instanceof Invalid) return error.errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);
      throw error;
    }
    throw new Error('The binding threw nothing.');
  }

  describe('a GET', () => {
    it('binds nothing for a call without values', async () => {
      const { record, options } = await bind({});
      expect([record, options]).toEqual([{}, { orderBy: [], total: false }]);
    });

    it('converts the text of path and query to the types of the fields', async () => {
      const { record } = await bind({ query: PetFilter }, { params: { PetId: '3' }, query: 'Age=7&IsSold=true' });
      expect(record).toMatchObject({ PetId: 3, Age: 7, IsSold: true });
    });

    it('separates list options, filters of the convention, and filters of the operation', async () => {
      const { options } = await bind({ filters: ['Name'] }, { query: 'take=5&orderByDesc=Age&AgeIn=1,2&Name=Rex' });
      expect(options).toMatchObject({ take: 5, orderBy: [{ field: expect.anything(), descending: true }] });
      expect(options.filters!.map(({ field }) => field.name)).toEqual(['Age']);
    });

    it('throws all errors of path and query at once', async () => {
      expect((await refusal({}, { params: { PetId: 'x' }, query: 'Age=old&Nmae=Rex&take=0' })).sort()).toEqual([
        ['Age', 'Invalid'],
        ['Nmae', 'Unknown'],
        ['PetId', 'Invalid'],
        ['take', 'InclusiveBetween'],
      ]);
    });

    it('rejects a secret in the query, because proxies log URLs', async () => {
      expect(await refusal({}, { query: 'Chip=1234' })).toEqual([['Chip', 'Invalid']]);
    });
  });

  describe('a write', () => {
    const put = { verb: 'PUT' } as const;

    it('takes a field from the path, then from the query, then from the body', async () => {
      const { record } = await bind(put, { params: { PetId: '3' }, query: 'Age=7', json: { PetId: 3, Name: 'Rex' } });
      expect(record).toMatchObject({ PetId: 3, Age: 7, Name: 'Rex' });
    });

    it('reports a value that differs from the value in the path', async () => {
      expect(await refusal(put, { params: { PetId: '3' }, json: { PetId: 4 } })).toEqual([['PetId', 'Mismatch']]);
    });

    it('throws the errors of path, query and body at once', async () => {
      const sent = { params: { PetId: 'x' }, query: 'Nmae=Rex&Age=old', json: { Name: 5 } };
      expect((await refusal(put, sent)).sort()).toEqual([
        ['Age', 'Invalid'],
        ['Name', 'Invalid'],
        ['PetId', 'Invalid'],
      ]);
      expect(await refusal(put, { json: [] })).toEqual([['Body', 'Invalid']]);
    });

    it('throws the errors of the required fields that a new record lacks along with the others', async () => {
      const post = { verb: 'POST', request: Litter } as const;
      const json = { Age: 'old', Pups: [{ Chip: 5 }, { PupId: 7 }, { Name: 'Rex' }, {}] };
      expect((await refusal(post, { json })).sort()).toEqual([
        ['Age', 'Invalid'],
        ['Mother', 'NotEmpty'],
        ['Pups[0].Chip', 'Invalid'],
        ['Pups[0].Name', 'NotEmpty'],
        ['Pups[3].Name', 'NotEmpty'],
      ]);
      expect(await refusal({ ...post, verb: 'PUT' }, { json: { Age: 'old' } })).toEqual([['Age', 'Invalid']]);
    });

    it('binds only the fields of a DELETE that identify the record or that it uses', async () => {
      const remove = { verb: 'DELETE', uses: ['Age'] } as const;
      const { record } = await bind(remove, { params: { PetId: '3' }, json: { Name: 5, Age: 7 } });
      expect(record).toMatchObject({ PetId: 3, Age: 7 });
      expect(record).not.toHaveProperty('Name', 5);
    });
  });
});

describe('URL-encoded bodies', () => {
  class Inner {
    @Int64() Big!: Int64;
  }

  class Form {
    @Int32() Count!: number;
    @Int64() Big!: Int64;
    @Decimal(18, 4) Amount!: Decimal;
    @ListOf(int32) Ids!: number[];
    @ListOf(() => Inner) Inners!: Inner[];
    @Nested(() => Inner) Inner!: Inner;
  }

  const read = (form: string) => bind(Form, urlencodedToJson(parseUrlencoded(form, 'form'), Form));

  describe('a form', () => {
    it('parses a form in linear time if one name is repeated', () => {
      const effort = effortOf(() => {
        const values = parseUrlencoded('Ids=1&'.repeat(170_000), 'form');
        expect(values.get('Ids')).toHaveLength(170_000);
        const { errors } = bind(Form, urlencodedToJson(values, Form));
        expect(errors.map(({ ErrorCode, FieldName }) => [ErrorCode, FieldName])).toEqual([['Length', 'Ids']]);
      });
      expect(effort).toBeLessThan(5000);
    });

    it('accepts numbers with leading zeros in a form', () => {
      const { value, errors } = read('Count=007&Big=-0012&Amount=00.50');
      expect(errors).toEqual([]);
      expect(value).toEqual({ Count: 7, Big: -12, Amount: 5000 });
      expect(effortOf(() => expect(read(`Count=${'0'.repeat(500_000)}x`).errors).toHaveLength(1))).toBeLessThan(5000);
    });

    it('keeps all digits of numbers in JSON text of a form field', () => {
      const { value, errors } = read('Inner={"Big":9007199254740993}&Inners=[{"Big":-9007199254740995}]');
      expect(errors).toEqual([]);
      expect(value).toEqual({ Inner: { Big: '9007199254740993' }, Inners: [{ Big: '-9007199254740995' }] });
    });
  });
});

describe('event stream', () => {
  class Entry {
    @Int32() Number!: number;
  }
  class Entries {
    @ListOf(() => Entry) Entries!: Entry[];
  }
  const operation = {
    declaration: { response: Entries, events: 'entries' },
    list: { name: 'Entries', record: Entry },
  } as unknown as Operation;
  const shape = { operation, options: noOptions };

  let listener: Listener;
  let left = 0;
  const entries = (Number: number) => ({ Entries: [{ Number }] });
  const event = (Number: number) => `event: entries\ndata: {"Entries":[{"Number":${Number}}]}\n\n`;
  const open = () =>
    EventStream.open(
      shape,
      new HandlerResult(entries(1), {
        changes: async (given) => {
          listener = given;
          return () => {
            left++;
          };
        },
      }),
    );
  /** Reads what the stream has sent so far. */
  async function read(stream: EventStream): Promise<string> {
    let text = '';
    for (let turn = 0; turn < 10; turn++) {
      text += String(stream.read() ?? '');
      await new Promise((resolve) => setImmediate(resolve));
    }
    return text;
  }

  beforeEach(() => (left = 0));

  it('sends the record, then every change, and ends with the subscription', async () => {
    const stream = await open();
    expect(await read(stream)).toBe(`retry: 2000\n\n${event(1)}`);
    listener.next(entries(2));
    expect(await read(stream)).toBe(event(2));
    listener.end();
    await read(stream);
    expect(stream.readableEnded).toBe(true);
    expect(left).toBe(1);
  });

  it('keeps only the latest record while the client reads nothing', async () => {
    const stream = await open();
    await new Promise((resolve) => setImmediate(resolve));
    for (let number = 2; number <= 1000; number++) {
      listener.next(entries(number));
      if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(stream.readableLength).toBeLessThan(200);
    const text = await read(stream);
    expect(text.endsWith(event(1000))).toBe(true);
    expect(text.split('event: ').length - 1).toBeLessThanOrEqual(3);
    stream.destroy();
  });

  it('unsubscribes from the changes when the client disconnects', async () => {
    const stream = await open();
    stream.destroy();
    await read(stream);
    listener.next(entries(2));
    listener.end();
    expect(left).toBe(1);
  });

  it('sends comments in the stream at intervals while the client reads', async () => {
    const every = jest.spyOn(globalThis, 'setInterval');
    const stream = await open();
    const [comment, interval] = every.mock.calls.at(-1)! as [() => void, number];
    every.mockRestore();
    expect(interval).toBe(commentInterval);
    await read(stream);
    comment();
    expect(await read(stream)).toBe(':\n\n');
    // Without a reader, comments do not accumulate.
    for (let times = 0; times < 5; times++) comment();
    expect(await read(stream)).toBe(':\n\n');
    stream.destroy();
  });

  it('throws the error of a failed subscription to changes', async () => {
    const changes = async (): Promise<never> => {
      throw new Error('too many');
    };
    const refused = new HandlerResult(entries(1), { changes });
    await expect(EventStream.open(shape, refused)).rejects.toThrow('too many');
  });
});

describe('request hashes', () => {
  const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
  const hashes = (fieldKey: Uint8Array, ...fieldKeysOld: Uint8Array[]): RequestHashes =>
    new RequestHashes({ fieldKey, fieldKeysOld } as unknown as Config);
  const request = ['addUser', Buffer.from('{"OwnPassword":"correct horse"}')];

  it('hashes the same request differently with another FIELD_KEY', () => {
    const [first, second] = [hashes(key(1)), hashes(key(2))].map((one) => one.of(request).split('.')[1]);
    expect(first).not.toBe(second);
  });

  it('recognizes exactly the same request by a hash with a former FIELD_KEY', () => {
    const before = hashes(key(1)).of(request);
    const now = hashes(key(2), key(1));
    expect(now.isOf(before, request)).toBe(true);
    expect(now.isOf(before, ['addUser', 'another body'])).toBe(false);
  });

  it('returns undefined if the key of a hash is no longer configured', () => {
    expect(hashes(key(2)).isOf(hashes(key(1)).of(request), request)).toBeUndefined();
  });
});

describe('addresses', () => {
  describe('callerAddress', () => {
    it.each([
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
      [undefined, ''],
    ])('identifies the client at %s as %s', (ip, address) => {
      expect(callerAddress(ip)).toBe(address);
    });
  });

  describe('forwardedFor', () => {
    it.each([
      ['203.0.113.5:51234', 1, '203.0.113.5'],
      ['[2001:db8::1]:443', 1, '2001:db8::1'],
      ['[2001:db8::1]', 1, '2001:db8::1'],
      ['2001:db8::1', 1, '2001:db8::1'],
      ['198.51.100.1, 203.0.113.5:1', 1, '203.0.113.5'],
      ['198.51.100.1:80,203.0.113.5', 2, '198.51.100.1, 203.0.113.5'],
      ['unknown', 1, '192.0.2.1'],
      ['203.0.113.5:x', 1, '192.0.2.1'],
      ['', 1, '192.0.2.1'],
      ['_hidden, 203.0.113.5', 2, '203.0.113.5, 203.0.113.5'],
    ])('reads %j behind %d proxies as %j', (header, proxies, expected) => {
      expect(forwardedFor(header, proxies, '192.0.2.1')).toBe(expected);
    });
  });
});
