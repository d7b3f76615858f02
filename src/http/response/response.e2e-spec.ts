import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { rawAnswer, textOf, decoded } from '../../../test/support/clients/encoded.js';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { Registry } from '../endpoint/registry.js';
import { RawConnection } from '../../../test/support/clients/raw-connection.js';
import { ofExtras } from '../../../test/support/suites/of-extras.js';
import { until } from '../../../test/support/time/until.js';
import { Db } from '../../database/db.js';
import { ListTotals } from '../../database/lists/list-total.js';
import { RowSource } from '../../record/lists/list-options.js';
import { addContacts, person, seedPeople } from '../../../test/support/data/people.js';

describe('compression', () => {
  let app: TestApp;
  /** Paths of a response above and of one below 1 KB, both with an ETag. */
  const [long, short] = ['/v1/Roles/2', '/v1/EventType'];
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  async function ask(path: string, accepted?: string, more: Record<string, string> = {}, method = 'GET') {
    const headers = { ...(await app.as('Agent')), ...(accepted !== undefined && { 'Accept-Encoding': accepted }) };
    return rawAnswer(app.url + path, { ...headers, ...more }, method);
  }
  const codingOf = async (path: string, accepted?: string): Promise<string | undefined> => {
    const response = await ask(path, accepted);
    response.resume();
    return response.headers['content-encoding'];
  };
  const without = ({ headers }: IncomingMessage, ...names: string[]): object =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'x-request-id', ...names].includes(name)));

  describe('Accept-Encoding', () => {
    it('compresses a response of more than 1 KB on request, with the same content', async () => {
      const plain = await ask(long);
      const text = await textOf(plain);
      expect(text.length).toBeGreaterThan(1024);
      for (const coding of ['br', 'gzip']) {
        const compressed = await ask(long, coding);
        expect(compressed.headers['content-encoding']).toBe(coding);
        expect(Number(compressed.headers['content-length'])).toBeLessThan(text.length);
        expect(await textOf(compressed)).toBe(text);
        const own = ['content-encoding', 'content-length', 'etag'];
        expect(compressed.headers.etag).toBe(plain.headers.etag!.replace(/"$/, `-${coding}"`));
        expect(without(compressed, ...own)).toEqual(without(plain, ...own));
      }
      expect(plain.headers.vary).toBe('Accept, Authorization, X-Api-Key, Accept-Encoding');
    });

    it.each([
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0.5, gzip;q=0.9', 'gzip'],
      ['br;q=0, gzip;q=0.001', 'gzip'],
      ['BR', 'br'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['*;q=0.5, gzip', 'gzip'],
      ['identity;q=0, *', 'br'],
      ['gzip;q=0.5, identity', undefined],
      ['gzip;q=0', undefined],
      ['*;q=0', undefined],
      ['identity;q=0', undefined],
      ['deflate', undefined],
      ['', undefined],
      [undefined, undefined],
    ])('answers Accept-Encoding %s with the coding %s', async (accepted, coding) =>
      expect(await codingOf(long, accepted)).toBe(coding),
    );

    it('answers 304 to a client that has the response in another coding', async () => {
      const response = await ask(long, 'br');
      response.resume();
      for (const coding of ['br', 'gzip', 'identity']) {
        const again = await ask(long, coding, { 'If-None-Match': response.headers.etag! });
        expect([again.statusCode, again.headers['content-encoding'], await textOf(again)]).toEqual([
          304,
          undefined,
          '',
        ]);
        expect(again.headers.vary).toBe(response.headers.vary);
      }
    });

    it('sends the same headers for HEAD and GET of a compressed response', async () => {
      const [got, asked] = [await ask(long, 'gzip'), await ask(long, 'gzip', {}, 'HEAD')];
      got.resume();
      expect(without(asked)).toEqual(without(got));
      expect((await asked.toArray()).join()).toBe('');
    });

    it('compresses metrics, CSV and errors, but no workbooks', async () => {
      expect(await codingOf('/openapi.json', 'gzip')).toBe('gzip');
      expect(await codingOf('/metrics', 'gzip')).toBe('gzip');
      expect(await codingOf(`${long}.csv`, 'gzip')).toBe('gzip');
      // A workbook is already compressed.
      expect(await codingOf(`${long}.xlsx`, 'gzip')).toBeUndefined();
      const query = Array.from({ length: 30 }, (_, index) => `unknown${index}=1`).join('&');
      const failed = await ask(`${short}?${query}`, 'br');
      expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([400, 'br']);
      expect(JSON.parse(await textOf(failed))).toMatchObject({ ResponseStatus: { Errors: expect.any(Array) } });
    });
  });

  it('compresses a short response only if the client rejects uncompressed text', async () => {
    expect(await codingOf(short, 'br, gzip')).toBeUndefined();
    expect((await ask(short, 'br')).headers.vary).toBe('Accept, Authorization, X-Api-Key');
    expect(await codingOf(short, 'br;q=0, gzip, identity;q=0.0')).toBe('gzip');
    expect(await codingOf(short, 'gzip;q=0.5')).toBeUndefined();
  });

  it('never compresses a response with a secret', async () => {
    const { operations } = app.get(Registry);
    const secret = [
      ...['login', 'refresh', 'changePassword', 'enrol', 'confirmMfa', 'addUser', 'makePassword', 'addUserKey'],
      ...['addKioskKey', 'makeCalendar', 'addWebhook', 'renewWebhookSecret', ...ofExtras.secret],
    ];
    expect(operations.flatMap(({ showsSecret, name }) => (showsSecret ? [name] : [])).sort()).toEqual(secret.sort());
    await app.as('Agent');
    const body = JSON.stringify({ UserName: 'agent-0@example.test', Password: password });
    const type = { 'Content-Type': 'application/json' };
    const workbook = await rawAnswer(`${app.url}/v1/Auth/Login?format=xlsx`, type, 'POST', body);
    expect(await textOf(workbook)).toContain('>BearerToken<');
  });

  it('compresses a replay as the Accept-Encoding of the repeated call asks', async () => {
    const call = async (coding: string): Promise<IncomingMessage> =>
      rawAnswer(
        `${app.url}/v1/webix/gantt/tasks`,
        {
          ...(await app.as('Agent')),
          'Content-Type': 'application/json',
          'Idempotency-Key': 'compressed',
          'Accept-Encoding': coding,
        },
        'POST',
        JSON.stringify({ details: 'long '.repeat(300) }),
      );
    const answers = [await call('gzip'), await call('br'), await call('identity')];
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br', undefined]);
    expect(new Set(await Promise.all(answers.map(textOf))).size).toBe(1);
  });

  it('compresses nothing if COMPRESSION is false', async () => {
    const off = await startApp({ COMPRESSION: 'false' });
    const response = await rawAnswer(`${off.url}/openapi.json`, { 'Accept-Encoding': 'br' });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers.vary).toBe('Accept, Authorization, X-Api-Key');
    response.resume();
    await off.close();
  });
});

describe('streaming', () => {
  let app: TestApp;
  /** A service that closes a connection if the client reads nothing for a second. */
  let hasty: TestApp;
  beforeAll(async () => {
    app = await startApp();
    hasty = await startApp({ RESPONSE_TIMEOUT: '1' });
  });
  afterAll(async () => {
    await app.close();
    await hasty.close();
  });
  afterEach(() => jest.restoreAllMocks());

  /** Number of rows that were read from the list. */
  let written = 0;
  /** Random text, because repeated text would be compressed to almost nothing. */
  const row = (): object => {
    const AgentName = randomBytes(18).toString('base64');
    return {
      get AgentId(): number {
        written++;
        return 1;
      },
      ...{ AgentName, AgentStatus: 'Active', ContactCount: 0 },
    };
  };
  let read = 0;
  /** Number of lists that were closed. */
  let left = 0;

  /** Gives every list `count` rows. The second half waits for `secondHalf`. `failure` is thrown after the last row. */
  function rowsOf(count: number, { failure, secondHalf }: { failure?: Error; secondHalf?: Promise<void> } = {}): void {
    read = 0;
    left = 0;
    const next = async (): Promise<never[] | undefined> => {
      await new Promise((resolve) => setImmediate(resolve));
      if (read >= count / 2) await secondHalf;
      const size = Math.min(100, count - read);
      if (size === 0 && failure) throw failure;
      read += size;
      return size === 0 ? undefined : Array.from({ length: size }, () => row() as never);
    };
    const close = (): void => {
      left++;
    };
    const rest = { next, close, ended: Promise.resolve() };
    jest.spyOn(Db.prototype, 'rows').mockImplementation(() => new RowSource<never>(async () => ({ first: [], rest })));
  }

  async function open(path: string, coding = 'identity', of = app): Promise<IncomingMessage> {
    const headers = { ...(await of.as('Worker')), 'Accept-Encoding': coding };
    return rawAnswer(of.url + path, headers);
  }

  /** Returns the length of the decompressed body, or 'broken' if the connection breaks. */
  async function readAll(response: IncomingMessage): Promise<number | 'broken'> {
    try {
      let bytes = 0;
      for await (const chunk of decoded(response)) bytes += chunk.length;
      return bytes;
    } catch {
      return 'broken';
    }
  }

  const list = '/v1/Agent/Dropdown';

  describe.each([
    [list, 'identity'],
    [list, 'br'],
    [`${list}.csv`, 'identity'],
    [`${list}.csv`, 'gzip'],
    [`${list}.xlsx`, 'identity'],
  ])('the stream of %s as %s', (path, coding) => {
    it('sends the whole list if no error occurs', async () => {
      rowsOf(20_000);
      const response = await open(path, coding);
      expect(response.statusCode).toBe(200);
      expect(response.headers.etag).toBeUndefined();
      expect(response.headers['content-encoding'] ?? 'identity').toBe(coding);
      expect(await readAll(response)).toBeGreaterThan(20_000 * 20);
    });

    it('breaks the connection if the database fails after the first byte', async () => {
      rowsOf(20_000, { failure: new Error('lost') });
      const response = await open(path, coding);
      expect(response.statusCode).toBe(200);
      expect(await readAll(response)).toBe('broken');
    });

    it('answers an error if the database fails before the first byte', async () => {
      rowsOf(3, { failure: new Error('lost') });
      const response = await open(path, coding);
      expect([response.statusCode, response.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
      expect(response.headers['content-disposition']).toBeUndefined();
      response.resume();
    });

    it('ends the query when the client disconnects, and reads no faster than the client', async () => {
      rowsOf(5_000_000);
      const response = await open(path, coding);
      response.pause();
      // Wait until the socket buffers are full and the service stops reading rows.
      let stalled = -1;
      while (stalled !== read) {
        stalled = read;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      expect(stalled).toBeLessThan(500_000);
      response.destroy();
      await until(() => left > 0);
      expect(read).toBeLessThan(500_000);
    });
  });

  it.each(['br', 'gzip'])('flushes the first rows of a slow list as %s before the rest is read', async (coding) => {
    let arrived: () => void = () => undefined;
    rowsOf(2000, { secondHalf: new Promise((resolve) => (arrived = resolve)) });
    let bytes = 0;
    for await (const chunk of decoded(await open(list, coding))) {
      bytes += chunk.length;
      // The first half of the rows fills two chunks.
      if (bytes >= 2 * 32_768) arrived();
    }
    expect(bytes).toBeGreaterThan(2000 * 70);
  });

  describe('a slow client', () => {
    it('disconnects a client that reads nothing of a list', async () => {
      rowsOf(400_000);
      const response = await open('/v1/Agent/Dropdown', 'identity', hasty);
      response.pause();
      await until(() => left > 0);
      expect(left).toBe(1);
      expect(read).toBeLessThan(400_000);
      response.destroy();
    });

    it('cancels the queued responses of a connection when the client disconnects', async () => {
      rowsOf(400_000);
      const connection = new RawConnection(hasty.url);
      const caller = await hasty.as('Worker');
      connection.socket.pause();
      for (let asked = 0; asked < 3; asked++) connection.head(`GET ${list}`, caller);
      connection.head('POST /v1/Auth/Login', { 'Content-Type': 'application/json', 'Content-Length': '2' });
      connection.write('{}');
      await until(() => left > 2);
      expect(left).toBe(3);
      const { text } = await hasty.http.get('/metrics').expect(200);
      expect(text).toContain('http_requests_in_progress 1\n');
      connection.leave();
    });

    it.each([
      ['/openapi.json', 20],
      ['/', 4000],
      ['/assets/swagger-ui-bundle.js', 20],
    ])('disconnects a client that reads nothing of %s, and cancels all queued responses', async (path, times) => {
      const files = jest.spyOn(fs, 'createReadStream');
      const accepted = once(hasty.app.getHttpServer(), 'connection') as Promise<[Socket]>;
      const socket = connect(Number(new URL(hasty.url).port), '127.0.0.1').on('error', () => undefined);
      // More bytes than the socket buffers hold.
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
      socket.pause();
      const [held] = await accepted;
      await until(() => held.destroyed);
      await until(() => files.mock.results.every(({ value }) => (value as Readable).destroyed));
      socket.destroy();
    });

    it('serves other calls while it writes a long list', async () => {
      const rows = 200_000;
      rowsOf(rows);
      written = 0;
      let most = 0;
      let before = 0;
      const turn = (): void => {
        most = Math.max(most, written - before);
        before = written;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      expect(await open('/v1/Agent/Dropdown.csv').then(readAll)).toBeGreaterThan(rows * 30);
      clearImmediate(next);
      expect(written).toBeGreaterThanOrEqual(rows);
      // If a list is written in one turn of the event loop, all other calls wait for its end.
      expect(most).toBeLessThan(rows / 50);
    });
  });
});

describe('totals of lists', () => {
  const now = '2026-04-30T12:00:00.0000000';
  const contacts = 60;

  let app: TestApp;
  let admin: { Authorization: string };
  let agent: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await seedPeople(app);
    admin = await app.as('Administrator');
    agent = await app.as('Agent', person.own);
    await addContacts(
      app,
      Array.from({ length: contacts }, (_, index) => ({
        ContactId: index + 1,
        AgentId: index < 12 ? person.own : person.other,
        Name: `Name ${index}`,
        Department: index % 2 === 0 ? 'Sales' : 'Service',
      })),
    );
  });
  afterAll(() => app.close());
  beforeEach(() => Object.assign(app.get(ListTotals), { exact: 40, longest: 60_000 }));

  interface Body {
    ResponseStatus: { Meta: { Total: string; TotalIsEstimate?: string } };
  }

  async function metaOf(path: string, who = admin): Promise<Body['ResponseStatus']['Meta']> {
    const { body } = await app.http.get(path).set(who).expect(200);
    return (body as Body).ResponseStatus.Meta;
  }

  it.each([
    '/v1/Contacts?include=total&take=5',
    '/v1/Contacts?include=total&take=5&DepartmentContains=Sal',
    '/v1/ActivityTracker/All?include=total&take=5',
    '/v1/ActivityTracker/NotContacted?include=total&take=5',
  ])('%s marks a total as estimated if more rows than the limit must be read', async (path) => {
    const { Total, TotalIsEstimate } = await metaOf(path);
    expect(TotalIsEstimate).toBe('true');
    expect(Number(Total)).toBeGreaterThanOrEqual(5);
    expect(Number(Total)).toBeLessThanOrEqual(2 * contacts);
    app.get(ListTotals).exact = 100_000;
    const exact = path.includes('Department') ? contacts / 2 : contacts;
    expect(await metaOf(path)).toEqual({ Total: String(exact) });
  });

  it('counts the contacts of an agent exactly, although all contacts are more than the limit', async () => {
    expect(await metaOf('/v1/Contacts?include=total&take=5', agent)).toEqual({ Total: '12' });
    expect(await metaOf('/v1/ActivityTracker/NotContacted?include=total&take=5', agent)).toEqual({ Total: '12' });
    expect(await metaOf(`/v1/Contacts?include=total&take=5&AgentId=${person.own}`)).toEqual({ Total: '12' });
  });

  it('returns an exact total with the last page', async () => {
    const path = '/v1/Contacts?include=total&take=7&DepartmentContains=Sal&skip=28';
    expect(await metaOf(path)).toEqual({ Total: '30' });
    const none = '/v1/Contacts?include=total&take=7&DepartmentContains=none';
    expect(await metaOf(none)).toEqual({ Total: '0' });
  });

  it('sends a total only in JSON, and only with include=total', async () => {
    const csv = await app.http.get('/v1/Contacts.csv?include=total&fields=ContactId').set(admin).expect(200);
    expect(csv.text.trim().split('\r\n')).toHaveLength(contacts + 1);
    const { body } = await app.http.get('/v1/Contacts?take=5').set(admin).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({});
    expect(await app.db.one(sql`SELECT COUNT(*) AS Total FROM contacts`)).toEqual({ Total: contacts });
  });
});
