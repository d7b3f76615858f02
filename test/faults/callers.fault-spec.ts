import { mkdtempSync, readdirSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import sql from 'sql-template-tag';
import { loadConfig } from '../../src/config/config.js';
import { openDatabase } from '../../src/database/start/connect.js';
import { password, startApp } from '../support/app/app.js';
import { cliSettings } from '../support/processes/cli.js';
import { openTemporaryFiles } from '../support/data/files.js';
import { until } from '../support/time/until.js';
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { Service } from './service.js';

/**
 * 16,000 bytes for each contact, so that an export is larger than all socket buffers together, which hold up to 40 MB.
 */
const notes = '\u{1f600}'.repeat(4000);
let server: MariaDbServer;
beforeAll(async () => {
  server = await MariaDbServer.started();
});
afterAll(() => server.remove());

describe.each(['SQLite', 'MariaDB'])('on %s', (kind) => {
  let database: FreshDatabase;
  let ledger: Ledger;
  let service: Service;
  let folder: string;

  beforeAll(async () => {
    database = await freshDatabase(kind === 'SQLite' ? undefined : server.url);
    ledger = await Ledger.open(database.url);
    const { db } = await openDatabase(loadConfig(cliSettings(database.url)));
    await db.tx(() => db.execute(sql`UPDATE contacts SET AdditionalInformation = ${notes}`));
    await db.close();
    folder = mkdtempSync(join(tmpdir(), 'uploads-'));
    const settings = { RESPONSE_TIMEOUT: '5', DATABASE_POOL: '4', TMPDIR: folder };
    service = await Service.started({ DATABASE_URL: database.url, ...settings });
    await ledger.start([service.url], { writers: 2 });
    await ledger.more(10);
  });
  afterAll(async () => {
    await ledger.stop();
    await service.end();
    await database.drop();
  });

  const headers = (): Record<string, string> => ({ Authorization: ledger.authorization });

  /** Begins an export of about 70 MB, and reads nothing of the response. */
  async function exported(): Promise<IncomingMessage> {
    const calling = request(`${service.url}/v1/Sets/contacts`, { headers: headers(), agent: false });
    calling.end();
    const [answer] = (await once(calling, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    expect(answer.statusCode).toBe(200);
    expect(await metric('database_streams_open')).toBe(1);
    return answer;
  }

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Waits until the service has closed all queries of exports. */
  async function freed(): Promise<void> {
    while ((await metric('database_streams_open')) > 0) await sleep(20);
  }

  it('a client that disconnects during an export ends the query of the export', async () => {
    const answer = await exported();
    answer.destroy();
    await freed();
  });

  it('the service disconnects a client that reads an export at a byte a second', async () => {
    const answer = await exported();
    const closed = new Promise((resolve) => answer.once('close', resolve));
    const reading = setInterval(() => answer.read(1), 1000);
    await freed();
    clearInterval(reading);
    answer.resume();
    await closed;
    expect(answer.complete).toBe(false);
  });

  it('a client that disconnects during an upload leaves no file and no row behind', async () => {
    const calling = request(`${service.url}/v1/Sets/event-types`, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'text/csv', 'Content-Length': 10_000_000 },
      agent: false,
    });
    calling.on('error', () => undefined);
    calling.write('EventTypeName,EventCategory\r\n' + 'Half,Upload\r\n'.repeat(100_000));
    await until(() => openTemporaryFiles(folder, service.pid) > 0);
    calling.destroy();
    await until(() => openTemporaryFiles(folder, service.pid) === 0);
    expect(readdirSync(folder)).toEqual([]);
    const kept = (await (await fetch(`${service.url}/v1/EventType`, { headers: headers() })).text()).match(/Half/);
    expect(kept).toBeNull();
  });

  if (kind === 'MariaDB') {
    it('an export breaks off and ends its query when the database stops', async () => {
      const answer = await exported();
      const closed = new Promise((resolve) => answer.once('close', resolve));
      await server.kill();
      try {
        answer.resume();
        await closed;
        expect(answer.complete).toBe(false);
        await freed();
      } finally {
        ledger.fault();
        await server.start();
      }
      await ledger.more(10);
    });

    describe('while another client holds the lock of a contact', () => {
      const others = ['one', 'two', 'three', 'four'].map((name) => `${name}@example.test`);
      let holder: Connection;

      beforeAll(async () => {
        const app = await startApp({ DATABASE_URL: database.url });
        for (const name of others)
          await app.users.create(name, { displayName: name, roles: ['Administrator'], agentId: 0, password });
        await app.close();
        holder = await server.connect();
        await holder.query(`USE ${new URL(database.url).pathname.slice(1)}; BEGIN`);
        await holder.query('SELECT ContactId FROM contacts WHERE ContactId = 4000 FOR UPDATE');
      });
      afterAll(() => holder.end());

      /** Sends 40 changes of the contact, and waits until most of them wait for a connection. */
      async function changes(
        tokens: readonly string[],
      ): Promise<Promise<[status: number, retryAfter: string | null]>[]> {
        const calls = Array.from({ length: 40 }, async (_, index): Promise<[number, string | null]> => {
          const answer = await fetch(`${service.url}/v1/Contacts/4000`, {
            method: 'PUT',
            headers: { Authorization: tokens[index % tokens.length], 'Content-Type': 'application/json' },
            body: '{"Name":"Held"}',
          });
          await answer.text();
          return [answer.status, answer.headers.get('Retry-After')];
        });
        while ((await metric('database_calls_waiting')) < 30) await sleep(20);
        return calls;
      }

      it('many parallel writes of one user leave database connections for other users', async () => {
        const [busy, another] = await Promise.all(others.map((name) => ledger.signIn(name)));
        const underway = await changes([busy]);
        const other = await fetch(`${service.url}/v1/EventType`, { headers: { Authorization: another } });
        expect(other.status).toBe(200);
        const answers = await Promise.all(underway);
        expect(new Set(answers.map(([status]) => status))).toEqual(new Set([429, 503]));
        expect(answers.filter(([, retryAfter]) => retryAfter === null)).toEqual([]);
      });

      it('the service answers 503 while all database connections are in use, and serves again afterwards', async () => {
        const tokens = await Promise.all(others.map((name) => ledger.signIn(name)));
        const underway = await changes(tokens);
        expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
        const answers = await Promise.all(underway);
        expect(answers.filter(([status]) => ![429, 503].includes(status))).toEqual([]);
        expect(answers.filter(([status]) => status === 503).length).toBeGreaterThanOrEqual(tokens.length);
        expect(answers.filter(([, retryAfter]) => retryAfter === null)).toEqual([]);
        await holder.query('ROLLBACK');
        const after = await fetch(`${service.url}/v1/EventType`, { headers: headers() });
        expect(after.status).toBe(200);
      });
    });
  }

  it('every acknowledged write during these faults is stored exactly once', async () => {
    await ledger.more(20);
    await ledger.stop();
    await ledger.settle(`${kind}, callers gone`);
  });
});
