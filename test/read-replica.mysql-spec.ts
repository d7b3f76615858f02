import { Logger } from '@nestjs/common';
import { createConnection } from 'mysql2/promise';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from '../src/http/endpoint/registry.js';
import { startApp, type TestApp } from './support/app/app.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { freshDatabase, type FreshDatabase } from './support/database/fresh-database.js';
import { Line } from './support/servers/line.js';

/** Two databases that differ in the name of one event type, which shows where a read went. */
let databases: { primary: FreshDatabase; copy: FreshDatabase };
let line: Line;
let app: TestApp;
let admin: { Authorization: string };
/** DATABASE_READ_URL. */
let url: string;
let copyPort: number;

const change = async (statement: string): Promise<void> => {
  const connection = await createConnection(databases.copy.url);
  await connection.query(statement).finally(() => connection.destroy());
};
const eventType = (name: string) => ({ EventTypeName: name, EventCategory: 'Service' });

beforeAll(async () => {
  databases = { primary: await freshDatabase(), copy: await freshDatabase() };
  const copy = await startApp({ DATABASE_URL: databases.copy.url });
  const caller = await copy.as('Administrator');
  await copy.http.post('/v1/EventType').set(caller).send(eventType('Copy')).expect(200);
  await copy.close();
  const { hostname: host, port } = new URL(databases.copy.url);
  line = await Line.to({ host, port: Number(port) });
  copyPort = line.port;
  url = databases.copy.url.replace(`:${port}/`, `:${copyPort}/`);
  app = await startApp({ DATABASE_URL: databases.primary.url, DATABASE_READ_URL: url, REQUEST_DEADLINE: '4' });
  admin = await app.as('Administrator');
  await app.http.post('/v1/EventType').set(admin).send(eventType('Primary')).expect(200);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await line.close();
  await databases.primary.drop();
  await databases.copy.drop();
});

/** The database that the export of event types is read from. */
async function exported(): Promise<string | undefined> {
  const { text } = await app.http.get('/v1/Sets/event-types.csv').set(admin).expect(200);
  return /Copy|Primary/.exec(text)?.[0];
}

function later(milliseconds: number): void {
  jest.restoreAllMocks();
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
}

/** Moves the clock so far that the service checks a failed copy again, and waits until it reads the copy. */
async function readAgain(milliseconds: number): Promise<void> {
  later(milliseconds);
  for (let attempt = 0; attempt < 100 && (await exported()) !== 'Copy'; attempt++) await sleep(50);
  expect(await exported()).toBe('Copy');
}

it('the replica answers only reads that may be slightly stale', async () => {
  expect(await exported()).toBe('Copy');
  expect((await app.http.get('/metrics')).text).toContain('\ndatabase_replica_in_use 1\n');
  const { body } = await app.http.get('/v1/EventType').set(admin).expect(200);
  expect(body).toMatchObject({ EventType: [eventType('Primary')] });
  const late = app.get(Registry).operations.filter(({ declaration }) => declaration.mayReadLate);
  expect(late.map(({ name }) => name).sort()).toEqual([
    'exportRecordSet',
    'listAudit',
    'readResults',
    'reportVisits',
    'summarizeBranch',
    'summarizeSecurities',
  ]);
  expect(late.filter(({ declaration }) => declaration.verb !== 'GET')).toEqual([]);
});

it('the service reads the primary while the replica is down, with one line in the log', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn');
  await line.close();
  expect(await exported()).toBe('Primary');
  expect(await exported()).toBe('Primary');
  expect((await app.http.get('/metrics')).text).toContain('\ndatabase_replica_in_use 0\n');
  expect(warned.mock.calls.flat().filter((text) => String(text).includes('DATABASE_READ_URL'))).toHaveLength(1);
  const { hostname: host, port } = new URL(databases.copy.url);
  line = await Line.to({ host, port: Number(port) }, copyPort);
  await readAgain(6000);
});

it('the service reads the primary when the replica does not answer, after one failed call', async () => {
  line.fallSilent();
  await app.http.get('/v1/Sets/event-types.csv').set(admin).expect(503);
  expect(await exported()).toBe('Primary');
  line.silent = false;
  line.cut();
  await readAgain(6000);
});

it('the service reads the primary while the replica lacks tables or migrations', async () => {
  await change('RENAME TABLE event_types TO away');
  expect(await exported()).toBe('Primary');
  await change('RENAME TABLE away TO event_types');
  await change("UPDATE migrations SET name = CONCAT('-', name)");
  later(6000);
  for (let attempt = 0; attempt < 5; attempt++) expect(await exported()).toBe('Primary');
  await change('UPDATE migrations SET name = SUBSTRING(name, 2)');
  await readAgain(20_000);
});

it('the command line exports from the replica, and doctor checks it', async () => {
  const settings = { ...cliSettings(databases.primary.url), DATABASE_READ_URL: url };
  expect((await agency(['export', 'event-types'], settings)).stdout).toContain('Copy');
  const { stdout } = await agency(['doctor'], settings);
  expect(stdout).toMatch(/^ok {4}The database of DATABASE_READ_URL answers\.$/m);
  expect(stdout).toMatch(/^ok {4}DATABASE_READ_URL and DATABASE_URL name different databases\.$/m);
  expect(stdout).toMatch(/^ok {4}The replica has every migration of the primary\.$/m);
  expect(stdout).toMatch(/^warn {2}The replica accepts writes\.$/m);
  expect(stdout).toMatch(/^\w+ +The replica (has every row|lacks the last \d+ rows) of the audit/m);

  const same = await agency(['doctor'], { ...settings, DATABASE_READ_URL: databases.primary.url });
  expect(same.stdout).toMatch(/^warn {2}DATABASE_READ_URL and DATABASE_URL name the same database\.$/m);
  const away = await agency(['doctor'], { ...settings, DATABASE_READ_URL: 'mysql://nobody@127.0.0.1:9/none' });
  expect(away.stdout).toMatch(/^warn {2}The database of DATABASE_READ_URL cannot be opened/m);
  expect(away.code).toBe(0);
  await change('DELETE FROM migrations LIMIT 1');
  expect((await agency(['doctor'], settings)).stdout).toMatch(/^warn {2}The replica lacks migrations/m);
});
