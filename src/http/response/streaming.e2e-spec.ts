import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { decoded, rawAnswer } from '../../../test/support/clients/encoded.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { RawConnection } from '../../../test/support/clients/raw-connection.js';
import { until } from '../../../test/support/time/until.js';
import { Db } from '../../database/db.js';
import { RowSource } from '../../record/lists/list-options.js';

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
  const leave = (): void => {
    left++;
  };
  const rest = { next, leave, ended: Promise.resolve() };
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
