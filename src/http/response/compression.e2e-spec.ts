import type { IncomingMessage } from 'node:http';
import { rawAnswer, textOf } from '../../../test/support/clients/encoded.js';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { Registry } from '../endpoint/registry.js';

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
      expect([again.statusCode, again.headers['content-encoding'], await textOf(again)]).toEqual([304, undefined, '']);
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
  expect(operations.filter(({ showsSecret }) => showsSecret).map(({ name }) => name)).toEqual([
    'login',
    'refresh',
    'changePassword',
    'enrol',
    'confirmMfa',
    'exchangeOpenIdCode',
    'addUser',
    'makePassword',
    'addUserKey',
    'addKioskKey',
    'makeCalendar',
    'addWebhook',
    'renewWebhookSecret',
  ]);
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
