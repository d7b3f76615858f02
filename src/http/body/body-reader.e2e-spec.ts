import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { until } from '../../../test/support/time/until.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp({ BODY_LIMIT: '16384', UPLOAD_LIMIT: '100000' })));
afterAll(() => app.close());

const path = '/v1/Smartsheets/TransferLines';
const large = 16_384;

/** Sends the head of a request and the first bytes of its body. Returns the status line. */
async function begin(target: string, headers: Record<string, string>, bytes = 0) {
  const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers });
  socket.write(`POST ${target} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  if (bytes > 0) socket.write(Buffer.alloc(bytes, ' '));
  const seen = (what: string): Promise<void> =>
    until(
      () => text.includes(what),
      () => `No ${what} in: ${text}`,
    );
  const answered = async (): Promise<string> => {
    await seen('\r\n');
    return text.split('\r\n')[0];
  };
  return { socket, answered, seen };
}

it('checks credentials before it reads the body', async () => {
  const { socket, answered } = await begin(path, { 'Content-Length': String(large) });
  expect(await answered()).toContain('401');
  socket.destroy();
});

it('accepts only small bodies for signing in', async () => {
  const { socket, answered } = await begin('/v1/Auth/Login', { 'Content-Length': '8193' });
  expect(await answered()).toContain('413');
  socket.destroy();
  const UserName = 'x'.repeat(8000);
  await app.http.post('/v1/Auth/Login').send({ UserName, Password: 'y' }).expect(400);
});

it('rejects a large body of an anonymous call, whose body may contain the credentials', async () => {
  const anonymous = await begin('/v1/CustomerCheckins', { 'Content-Length': '8193' });
  expect(await anonymous.answered()).toContain('413');
  anonymous.socket.destroy();
});

it('rejects a too large Content-Length at once', async () => {
  const { socket, answered } = await begin(path, {
    ...(await app.as('Administrator')),
    'Content-Length': String(large + 1),
  });
  expect(await answered()).toContain('413');
  socket.destroy();
});

it('refuses a body while 64 bodies of the largest size are open, and accepts it when their calls end', async () => {
  const caller = await app.as('Administrator');
  // The service reserves memory for a body before it sends 100 Continue.
  const head = { ...caller, 'Content-Length': String(large), Expect: '100-continue' };
  const open = await Promise.all(Array.from({ length: 64 }, () => begin(path, head, 1000)));
  for (const { answered } of open) expect(await answered()).toContain('100 Continue');
  const other = () => app.http.post(path).set(caller).send({ lines: [] });
  const refused = await other();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  for (const { socket } of open) socket.destroy();
  await until(async () => (await other()).status === 400);
});

it('sends 100 Continue after it has checked the credentials', async () => {
  const expecting = { 'Content-Length': '2', Expect: '100-continue' };
  const nobody = await begin(path, expecting);
  expect(await nobody.answered()).toContain('401');
  const somebody = await begin(path, { ...(await app.as('Administrator')), ...expecting });
  expect(await somebody.answered()).toContain('100 Continue');
  somebody.socket.write('{}');
  await somebody.seen('400 Bad Request');
  for (const { socket } of [nobody, somebody]) socket.destroy();
});

describe('a slow upload', () => {
  let slow: TestApp;
  beforeAll(async () => void (slow = await startApp({ REQUEST_TIMEOUT: '2', HEADERS_TIMEOUT: '2' })));
  afterAll(() => slow.close());

  /** Sends a chunk every 300 ms; returns the whole response. */
  async function sendSlowly(chunks: number, end: string): Promise<{ socket: Socket; text: () => string }> {
    const socket = connect(Number(new URL(slow.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
    const { Authorization } = await slow.as('Administrator');
    const headers = ['Host: x', `Authorization: ${Authorization}`, 'Content-Type: text/csv'];
    const head = ['POST /v1/Sets/event-types HTTP/1.1', ...headers, 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const types = Array.from({ length: chunks }, (_, id) => `${id + 1},Slow,Meeting\n`);
    const rows = ['EventTypeId,EventTypeName,EventCategory\n', ...types];
    for (const row of rows) {
      socket.write(`${row.length.toString(16)}\r\n${row}\r\n`);
      await sleep(300);
    }
    socket.write(end);
    return { socket, text: () => text };
  }

  it('accepts a slow upload as long as data arrives', async () => {
    const next = 'GET /v1/Auth/Me HTTP/1.1\r\nHost: x\r\n\r\n';
    const { socket, text } = await sendSlowly(10, `0\r\n\r\n${next}`);
    await until(
      () => text().includes('401 Unauthorized'),
      () => text(),
    );
    expect(text()).toMatch(/^HTTP\/1.1 200 OK[^]*"Read":10,"Inserted":10/);
    socket.destroy();
  });

  it('answers 408 to an upload and closes the connection if no more data arrives', async () => {
    const { socket, text } = await sendSlowly(4, '');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await until(
      () => text().includes('arrived for 2 s'),
      () => text(),
    );
    expect(text()).toMatch(/^HTTP\/1.1 408 Request Timeout/);
    await closed;
  });
});

it('reuses the connection after it has rejected a file before its end', async () => {
  const chunk = 'x'.repeat(65_535) + '\n';
  const { socket, seen } = await begin('/v1/Sets/event-types', {
    ...(await app.as('Administrator')),
    'Content-Type': 'text/csv',
    'Transfer-Encoding': 'chunked',
  });
  for (let sent = 0; sent < 40; sent++) socket.write(`10000\r\n${chunk}\r\n`);
  await seen('413 Payload Too Large');
  for (let sent = 0; sent < 40; sent++) socket.write(`10000\r\n${chunk}\r\n`);
  socket.write('0\r\n\r\nGET /v1/Auth/Me HTTP/1.1\r\nHost: x\r\n\r\n');
  await seen('401 Unauthorized');
  socket.destroy();
});
