import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { RawConnection } from '../../../test/support/clients/raw-connection.js';
import { until } from '../../../test/support/time/until.js';
import type { RoleName } from '../endpoint/roles.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp({ BODY_LIMIT: '20000', UPLOAD_LIMIT: '100000' })));
afterAll(() => app.close());

const json = { 'Content-Type': 'application/json' };
const gzip = { ...json, 'Content-Encoding': 'gzip' };
const csv = { 'Content-Type': 'text/csv' };
const transfer = 'POST /v1/Smartsheets/TransferLines';
const upload = 'POST /v1/Sets/event-types';
const header = 'EventTypeId,EventTypeName,EventCategory,IsActive\n';
const short = ' '.repeat(15_000);
/** A body that is larger than all buffers between the client and the service. */
const long = ' \n'.repeat(300_000);

interface Refusal {
  line: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  by?: RoleName;
  /** Two statuses if they differ, because the service does not know the length of a chunked body before its end. */
  status: number | { byLength: number; inChunks: number };
}

/** Requests that the service answers before it has read their body, by reason. */
const refusals: Record<string, Refusal> = {
  'no credentials': { line: transfer, headers: json, body: short, status: 401 },
  'another role': { line: transfer, headers: json, body: short, by: 'Worker', status: 403 },
  'an unknown path': { line: 'POST /v1/Nowhere', headers: json, body: long, status: 404 },
  'another verb': { line: 'PATCH /v1/Auth/Me', headers: json, body: long, status: 405 },
  'a GET with a body': { line: 'GET /v1/EventType', body: short, by: 'Worker', status: 200 },
  'a HEAD with a body': { line: 'HEAD /v1/Auth/Me', body: long, status: { byLength: 413, inChunks: 401 } },
  'OPTIONS with a body': { line: 'OPTIONS /v1/Auth/Me', body: long, status: 200 },
  'too large a body': { line: transfer, headers: json, body: long, by: 'Administrator', status: 413 },
  'an unknown encoding': {
    line: transfer,
    headers: { ...json, 'Content-Encoding': 'wonder' },
    body: short,
    by: 'Administrator',
    status: 415,
  },
  'no GZIP': { line: transfer, headers: gzip, body: short, by: 'Administrator', status: 400 },
  'a body that decompresses to too many bytes': {
    line: transfer,
    headers: gzip,
    body: gzipSync(Buffer.alloc(5_000_000)),
    by: 'Administrator',
    status: 413,
  },
  'broken JSON': { line: transfer, headers: json, body: `{${short}`, by: 'Administrator', status: 400 },
  'a file of another role': {
    line: upload,
    headers: csv,
    body: header + long,
    by: 'Agent',
    status: { byLength: 413, inChunks: 403 },
  },
  'a file for no set': {
    line: 'POST /v1/Sets/nothing',
    headers: csv,
    body: header + long,
    by: 'Administrator',
    status: { byLength: 413, inChunks: 404 },
  },
  'a file of another type': { line: upload, headers: json, body: header + short, by: 'Administrator', status: 415 },
  'a compressed file': {
    line: upload,
    headers: { ...csv, 'Content-Encoding': 'gzip' },
    body: gzipSync(header + short),
    by: 'Administrator',
    status: 415,
  },
  'too large a file': { line: upload, headers: csv, body: header + long, by: 'Administrator', status: 413 },
  'a file without a header': { line: upload, headers: csv, body: short, by: 'Administrator', status: 400 },
  'a file with a bad row': {
    line: upload,
    headers: csv,
    body: `${header}x\n${short}`,
    by: 'Administrator',
    status: 400,
  },
};

/** Frames the bytes as one chunk of a chunked body. */
function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

const openResponses = async (): Promise<number> =>
  Number(/http_requests_in_progress (\d+)/.exec((await app.http.get('/metrics').expect(200)).text)?.[1]);

it.each(Object.keys(refusals))('reuses a connection after a response before the end of the body: %s', async (name) => {
  const { line, headers, body, by, status } = refusals[name];
  const caller = by && (await app.as(by));
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)];
  const byLength = { headers: { 'Content-Length': String(bytes.length) }, parts: [first, second] };
  const inChunks = {
    headers: { 'Transfer-Encoding': 'chunked' },
    parts: [chunk(first), Buffer.concat([chunk(second), Buffer.from('0\r\n\r\n')])],
  };
  for (const [kind, { headers: framing, parts }] of Object.entries({ byLength, inChunks })) {
    const connection = new RawConnection(app.url);
    connection.head(line, { ...caller, ...headers, ...framing });
    connection.write(parts[0]);
    // Some requests are rejected at once, others only at the end of their body.
    await sleep(50);
    connection.write(parts[1]);
    connection.head('GET /health/live');
    connection.head('GET /v1/Auth/Me');
    const statuses = await connection.answered(3);
    expect(statuses).toEqual([typeof status === 'number' ? status : status[kind as 'byLength'], 200, 401]);
    connection.leave();
  }
});

describe('input that is not HTTP', () => {
  it('rejects input that is not HTTP after the responses to earlier requests', async () => {
    const connection = new RawConnection(app.url);
    connection.head('GET /v1/EventType', await app.as('Worker'));
    connection.head('GET /v1/Auth/Me');
    connection.write('NONSENSE\r\n\r\n');
    expect(await connection.answered(3)).toEqual([200, 401, 400]);
    connection.leave();
  });

  it('sends no second response if a request breaks after its response', async () => {
    const connection = new RawConnection(app.url);
    connection.head(transfer, { ...json, 'Transfer-Encoding': 'chunked' });
    expect(await connection.answered(1)).toEqual([401]);
    connection.write('nonsense\r\n');
    await connection.end();
    expect(await connection.answered(1)).toEqual([401]);
  });

  it('closes a connection with input that is not HTTP, even if the client keeps it open', async () => {
    const connection = new RawConnection(app.url);
    const caller = await app.as('Administrator');
    connection.head(transfer, { ...caller, ...json, 'Transfer-Encoding': 'chunked' });
    connection.write('2\r\n{}\r\nnonsense\r\n');
    expect(await connection.answered(1)).toEqual([400]);
    // Of the open requests, only the one that asks for the metrics is left.
    await until(async () => (await openResponses()) === 1);
    connection.leave();
  });
});

it('lets a client send the rest of a rejected body and read the response before the connection closes', async () => {
  const connection = new RawConnection(app.url);
  connection.head('POST /v1/Nowhere', { Connection: 'close', 'Content-Length': String(20 * long.length) });
  connection.write(long);
  expect(await connection.answered(1)).toEqual([404]);
  for (let sent = 1; sent < 20; sent++) {
    connection.write(long);
    await sleep(5);
  }
  await connection.end();
  expect(connection.error).toBeUndefined();
  connection.leave();
});

describe('a client that sends Expect: 100-continue', () => {
  const expecting = { ...json, Expect: '100-continue', 'Content-Length': '2' };

  it('disconnects a rejected client that sent Expect: 100-continue, because its body may still follow', async () => {
    const connection = new RawConnection(app.url);
    connection.head(transfer, expecting);
    await connection.end();
    expect(await connection.answered(1)).toEqual([401]);
    expect(connection.text).not.toContain('100 Continue');
  });

  it('sends no 100 Continue in HTTP/1.0', async () => {
    const connection = new RawConnection(app.url);
    const { Authorization } = await app.as('Administrator');
    const lines = { ...expecting, Authorization };
    connection.write(`${transfer} HTTP/1.0\r\n`);
    connection.write(
      `${Object.entries(lines)
        .map((line) => line.join(': '))
        .join('\r\n')}\r\n\r\n{}`,
    );
    expect(await connection.answered(1)).toEqual([400]);
    expect(connection.text).not.toContain('100 Continue');
    connection.leave();
  });
});

describe('KEEP_ALIVE_TIMEOUT', () => {
  it('keeps an idle connection open for longer than proxies do', async () => {
    const connection = new RawConnection(app.url);
    connection.head('GET /health/live');
    await connection.answered(1);
    expect(connection.text).toContain('Keep-Alive: timeout=75\r\n');
    connection.leave();
  });

  it('closes an idle connection after KEEP_ALIVE_TIMEOUT', async () => {
    const brief = await startApp({ KEEP_ALIVE_TIMEOUT: '0.1' });
    const connection = new RawConnection(brief.url);
    connection.head('GET /health/live');
    await connection.end();
    expect(await connection.answered(1)).toEqual([200]);
    await brief.close();
  });
});
