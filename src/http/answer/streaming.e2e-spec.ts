import { get, type IncomingMessage } from 'node:http';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { Db } from '../../database/db.js';
import { RowSource } from '../../record/lists/list-options.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp({ RESPONSE_TIMEOUT: '1' })));
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

const row = { AgentId: 1, AgentName: 'A name of some length', AgentStatus: 'Active', ContactCount: 0 };
let read = 0;
let ended = false;

/** The rows of every list: so many, then a failure if asked for. */
function rowsOf(count: number, failure?: Error): void {
  read = 0;
  ended = false;
  const next = async (): Promise<never[] | undefined> => {
    await new Promise((resolve) => setImmediate(resolve));
    const size = Math.min(100, count - read);
    if (size === 0 && failure) throw failure;
    read += size;
    return size === 0 ? undefined : Array.from({ length: size }, () => row as never);
  };
  const rest = { next, leave: () => void (ended = true), ended: Promise.resolve() };
  jest.spyOn(Db.prototype, 'rows').mockImplementation(() => new RowSource<never>(async () => ({ first: [], rest })));
}

async function open(path: string): Promise<IncomingMessage> {
  const headers = await app.as('Worker');
  return new Promise((resolve, reject) => get(app.url + path, { headers }, resolve).on('error', reject));
}

/** The length of a whole body, or 'broken'. */
async function readAll(response: IncomingMessage): Promise<number | 'broken'> {
  try {
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return bytes;
  } catch {
    return 'broken';
  }
}

describe.each(['/v1/Agent/Dropdown', '/v1/Agent/Dropdown.csv'])('the stream of %s', (path) => {
  it('is whole when nothing fails', async () => {
    rowsOf(20_000);
    const response = await open(path);
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBeUndefined();
    expect(await readAll(response)).toBeGreaterThan(20_000 * 30);
  });

  it('breaks when the database fails after the first byte', async () => {
    rowsOf(20_000, new Error('lost'));
    const response = await open(path);
    expect(response.statusCode).toBe(200);
    expect(await readAll(response)).toBe('broken');
  });

  it('is a clean failure before the first byte', async () => {
    rowsOf(3, new Error('lost'));
    const response = await open(path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
    expect(response.headers['content-disposition']).toBeUndefined();
    response.resume();
  });

  it('ends the query when its reader leaves, and goes no faster than it', async () => {
    rowsOf(5_000_000);
    const response = await open(path);
    response.pause();
    // The sockets' buffers fill first.
    let stalled = -1;
    while (stalled !== read) {
      stalled = read;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(stalled).toBeLessThan(500_000);
    response.destroy();
    while (!ended) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(read).toBeLessThan(500_000);
  });
});

describe('a reader', () => {
  it('who takes nothing is cut off', async () => {
    rowsOf(400_000);
    const response = await open('/v1/Agent/Dropdown');
    response.pause();
    const began = Date.now();
    while (!ended && Date.now() - began < 10_000) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).toBe(true);
    expect(read).toBeLessThan(400_000);
    response.destroy();
  });

  it('leaves the others their turns', async () => {
    rowsOf(200_000);
    const whole = open('/v1/Agent/Dropdown.csv').then(readAll);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    expect(await whole).toBeGreaterThan(200_000 * 30);
    clearInterval(timer);
    // A list made in one go takes over a second.
    expect(longest).toBeLessThan(500);
  });
});
