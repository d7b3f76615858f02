import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mysql2/promise';
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { until } from '../support/time/until.js';
import { fill, onDisk } from './disks.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { mustHave } from './servers.js';
import { Service } from './service.js';

const path = '/v1/EventType';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

let server: MariaDbServer;
let database: FreshDatabase;
let ledger: Ledger;
let service: Service;

beforeAll(() => mustHave({ mount: 'mount' }));
afterEach(ended);

/** Starts a MariaDB server and a service on it, and signs a user in. */
async function started(
  options: readonly string[] = [],
  settings: Record<string, string> = {},
  folder?: string,
): Promise<void> {
  server = await MariaDbServer.started(options, folder);
  database = await freshDatabase(server.url);
  ledger = await Ledger.open(database.url);
  service = await Service.started({ DATABASE_URL: database.url, REQUEST_DEADLINE: '2', ...settings });
  await ledger.start([service.url], { writers: 0 });
}

async function ended(): Promise<void> {
  await ledger.stop();
  await service.end();
  await server.remove();
}

const headers = (): Record<string, string> => ({
  ...{ Authorization: ledger.authorization, 'Content-Type': 'application/json' },
  traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
});
const read = (): Promise<Response> => fetch(service.url + path, { headers: headers() });
const write = (EventTypeName: string): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ EventTypeName, EventCategory: 'Signs' }),
  });
const ready = async (): Promise<number> => (await fetch(`${service.url}/health/ready`)).status;

/** The value of a series at /metrics; 0 if it is missing. */
async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? 0,
  );
}

const counted = (verb: string): Promise<number> =>
  metric(`http_requests_total{route="${path}",verb="${verb}",status="503"}`);

/** Waits until one line of the log contains all these parts. */
const logs = (...parts: string[]): Promise<void> =>
  until(
    () =>
      service
        .log()
        .split('\n')
        .some((line) => parts.every((part) => line.includes(part))),
    () => service.log(),
  );

it('while MariaDB is frozen, the service answers 503, is not ready, and counts and logs the failed call', async () => {
  await started();
  await server.freeze();
  const [answer, state] = await Promise.all([read(), ready()]);
  expect([answer.status, state]).toEqual([503, 503]);
  expect(await counted('GET')).toBe(1);
  await logs('"level":50', '"status":503', '"error":"ServiceUnavailable"', traceId);
  server.thaw();
  await until(async () => (await ready()) === 200);
  expect((await read()).status).toBe(200);
});

it('while MariaDB is slow, calls succeed late, the service stays ready, and the log has the query', async () => {
  await started([], { SLOW_QUERY: '0.5', REQUEST_DEADLINE: '20' });
  const holder = await server.connect();
  await holder.query(`USE ${new URL(database.url).pathname.slice(1)}; LOCK TABLES event_types WRITE`);
  const answer = read();
  await until(async () => (await metric('http_requests_in_progress')) > 1);
  // Hold the lock for longer than SLOW_QUERY.
  await holder.query('SELECT SLEEP(1)');
  expect(await ready()).toBe(200);
  await holder.query('UNLOCK TABLES');
  expect((await answer).status).toBe(200);
  await logs('"msg":"slow query"', 'event_types', '"operation":"listEventTypes"', traceId);
  expect(await counted('GET')).toBe(0);
  await holder.end();
});

it('while MariaDB has too many connections, the service answers 503', async () => {
  await started(['--max-connections=10'], { DATABASE_POOL: '4' });
  await server.kill();
  await server.start();
  const holders: Connection[] = [];
  // MariaDB accepts one connection of an administrator beyond max-connections.
  for (let held = 0; held < 11; held++) holders.push(await server.connect());
  const [answer, state] = await Promise.all([read(), ready()]);
  expect([answer.status, state]).toEqual([503, 503]);
  expect(answer.headers.get('Retry-After')).not.toBeNull();
  expect(await counted('GET')).toBe(1);
  for (const holder of holders) await holder.end();
  await until(async () => (await ready()) === 200);
  expect((await read()).status).toBe(200);
});

it('while the disk of MariaDB is full, writes get 503 and reads succeed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signs-'));
  await onDisk(folder, 160, async (disk) => {
    await started(['--innodb-log-file-size=8M'], {}, disk);
    fill(disk);
    let refused: Response | undefined;
    // The first writes may succeed, because the files of the tables still have room.
    for (let number = 0; refused?.ok !== false; number++) refused = await write(`No room ${number}`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      ResponseStatus: { Message: expect.stringMatching(/^The disk of the database is full/) },
    });
    expect((await read()).status).toBe(200);
    expect(await counted('POST')).toBe(1);
    await logs('"level":50', '"status":503', '"operation":"addEventType"', traceId);
    rmSync(join(disk, 'filler'));
    await until(async () => (await write('Room again')).ok);
    expect(await ready()).toBe(200);
    await ended();
  });
  rmSync(folder, { recursive: true });
});
