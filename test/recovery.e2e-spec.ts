import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from './support/app/app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { startProcess } from './support/processes/service-process.js';
import { until } from './support/time/until.js';
import { store } from './support/data/rows.js';
import { SystemClock } from '../src/context/system-clock.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import { MessageUpkeepService } from '../src/modules/messages/message-upkeep.service.js';
import { DelivererService } from '../src/modules/webhooks/deliverer.service.js';
import { Schema } from '../src/database/schema/schema.js';
import { encryptedColumnsOf, tableOf } from '../src/database/schema/table.js';
import { extras } from '../src/extras.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { asDemoUser, startDemo } from './support/app/demo-app.js';

describe('durability', () => {
  const secrets = {
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
  };
  const database = freshDatabase();
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    const app = await startApp({ DATABASE_URL: (await database).url });
    const user = { displayName: 'Admin', roles: ['Administrator'], agentId: 0, password };
    await app.users.create('admin@example.test', user);
    await app.close();
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await (await database).drop();
  });

  interface Service {
    child: ChildProcess;
    url: string;
    log: Awaited<ReturnType<typeof startProcess>>['log'];
    headers: Record<string, string>;
  }

  /** The service as a separate process, and the headers of an Administrator. */
  async function start(more: Record<string, string> = {}): Promise<Service> {
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: (await database).url, ...more };
    const { child, url, log } = await startProcess(settings);
    running.push(child);
    const body = JSON.stringify({ UserName: 'admin@example.test', Password: password });
    const signedIn = await fetch(`${url}/v1/Auth/Login`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    const { BearerToken } = (await signedIn.json()) as { BearerToken: string };
    return { child, url, log, headers: { Authorization: `Bearer ${BearerToken}`, 'Content-Type': 'application/json' } };
  }

  function exit(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
      else child.once('exit', resolve);
    });
  }

  async function addTask({ url, headers }: Service, text: string): Promise<boolean> {
    const answer = await fetch(`${url}/v1/webix/gantt/tasks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text }),
    });
    await answer.text();
    return answer.ok;
  }

  /** Sends the head and half of the body of a request. `end` sends the rest, and returns the status of the answer. */
  function begun({ url, headers }: Service, text: string): { end: () => Promise<number | undefined> } {
    const body = JSON.stringify({ text });
    const calling = request(`${url}/v1/webix/gantt/tasks`, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      agent: false,
    });
    const status = new Promise<number | undefined>((resolve, reject) =>
      calling.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode)),
    );
    calling.write(body.slice(0, 5));
    return {
      end: () => {
        calling.end(body.slice(5));
        return status;
      },
    };
  }

  async function tasks({ url, headers }: Service): Promise<{ text: string; position: number }[]> {
    return (await (await fetch(`${url}/v1/webix/gantt/tasks`, { headers })).json()) as {
      text: string;
      position: number;
    }[];
  }

  it('a service that is killed while it writes loses no acknowledged write', async () => {
    const first = await start();
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; ; number++) {
        const text = `task ${writer}-${number}`;
        if (!(await addTask(first, text).catch(() => false))) return;
        acknowledged.push(text);
      }
    });
    while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    first.child.kill('SIGKILL');
    await Promise.all(writers);

    const second = await start();
    const kept = await tasks(second);
    expect(kept.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged));
    expect(kept.map(({ position }) => position)).toEqual(kept.map((_, index) => index));
    second.child.kill('SIGKILL');
  });

  it('SIGTERM ends the process in time, with or without idle connections, and fails no accepted request', async () => {
    const service = await start();
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    const accepted = Array.from({ length: 20 }, (_, number) => begun(service, `last ${number}`));
    const inProgress = async (): Promise<number> => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^http_requests_in_progress (\d+)$/m.exec(metrics)?.[1]);
    };
    // The number includes the request for the metrics.
    await until(async () => (await inProgress()) > accepted.length);
    service.child.kill('SIGTERM');
    await until(() => service.log().some(({ msg }) => msg === 'stopping'));
    expect(await Promise.all(accepted.map(({ end }) => end()))).toEqual(accepted.map(() => 200));
    expect(await exit(service.child)).toBe(0);
    silent.destroy();
  });

  it('after SIGTERM the service accepts calls for SHUTDOWN_DELAY, is not ready and closes connections', async () => {
    const service = await start({ SHUTDOWN_DELAY: '2' });
    const ask = async (path: string): Promise<[number, string | null]> => {
      const { status, headers } = await fetch(service.url + path, { headers: service.headers });
      return [status, headers.get('connection')];
    };
    service.child.kill('SIGTERM');
    await until(() => service.log().some(({ msg }) => msg === 'stopping'));
    const stopping = Date.now();
    expect(await ask('/health/ready')).toEqual([503, 'close']);
    while (Date.now() < stopping + 1500) expect(await ask('/v1/Roles?take=1')).toEqual([200, 'close']);
    expect(await exit(service.child)).toBe(0);
    expect(Date.now() - stopping).toBeGreaterThanOrEqual(2000);
  });
});

describe('backlog', () => {
  const second = 1000;
  const hour = 3600 * second;

  let app: TestApp;
  const now = Date.now();
  beforeAll(async () => {
    app = await startApp();
    await app.get(JobsService).onModuleDestroy();
    jest.spyOn(app.get(SystemClock), 'now').mockImplementation(() => now);
  });
  afterAll(() => app.close());

  const at = (milliseconds: number): string => app.get(SystemClock).at(milliseconds);

  /** The number of waiting rows, and the age of the oldest one in seconds. */
  async function gauges(name: string): Promise<(number | undefined)[]> {
    const { text } = await app.http.get('/metrics').expect(200);
    return [`${name}_waiting`, `${name}_oldest_waiting_seconds`].map((gauge) => {
      const value = new RegExp(`^${gauge} (\\S+)$`, 'm').exec(text)?.[1];
      return value === undefined ? undefined : Number(value);
    });
  }

  it('/metrics has the number of messages that are due or wait for a retry, and the age of the oldest', async () => {
    await app.get(MessageUpkeepService).measure();
    expect(await gauges('messages')).toEqual([0, 0]);
    const message = (CreatedAt: number, more: object): object => ({
      ...{ Kind: 'AppointmentMade', Channel: 'Mail', ContactId: null, AgentId: null, UserId: null, Values: {} },
      ...{ Record: 'Appointment', RecordId: '1', Recipient: '', State: 'Pending', Tries: 0, LastError: '', Resends: 0 },
      ...{ CreatedAt: at(CreatedAt), GiveUpAt: at(72 * hour), NextTryAt: null, SentAt: null },
      ...{ OnceKey: null, WayOutHash: null, ...more },
    });
    await store(app, 'Message', [
      message(-60 * second, { NextTryAt: at(-second) }),
      message(-2 * hour, { NextTryAt: at(hour), Tries: 5 }),
      // The backlog does not count messages that wait for the end of quiet hours, are sent or have failed.
      message(-9 * hour, { NextTryAt: at(hour) }),
      message(-24 * hour, { State: 'Sent', Tries: 1 }),
      message(-24 * hour, { State: 'Failed', Tries: 3 }),
    ]);
    await app.get(MessageUpkeepService).measure();
    expect(await gauges('messages')).toEqual([2, 7200]);
  });

  it('/metrics has the number of events that wait for an active webhook, and the age of the oldest', async () => {
    await app.get(DelivererService).measure();
    expect(await gauges('webhook_deliveries')).toEqual([0, 0]);
    const webhook = (WebhookId: number, Active: boolean): object => ({
      ...{ WebhookId, Url: 'https://crm.example.com/', Events: [], Active, FailingSince: null, LastError: '' },
      CreatedAt: at(0),
    });
    await store(app, 'Webhook', [webhook(1, true), webhook(2, false)]);
    const delivery = (WebhookId: number, CreatedAt: number, State: string): object => ({
      ...{ WebhookId, EventId: 'e'.repeat(32), Type: 'contact.created', Subject: 'Contact 1', Payload: '{}', State },
      ...{ Tries: 0, Status: 0, LastError: '', CreatedAt: at(CreatedAt), NextTryAt: at(hour), DeliveredAt: null },
    });
    await store(app, 'WebhookDelivery', [
      delivery(1, -30 * second, 'Pending'),
      delivery(1, -90 * second, 'Pending'),
      delivery(1, -hour, 'Delivered'),
      delivery(2, -2 * hour, 'Pending'),
    ]);
    await app.get(DelivererService).measure();
    expect(await gauges('webhook_deliveries')).toEqual([2, 90]);
  });
});

describe('a lost key', () => {
  const FIELD_KEY = 'ab'.repeat(32);
  const page = readFileSync(join(__dirname, '../docs/operations.md'), 'utf8');
  const statements = /^\*\*If you lose the key\*\*.*?```sql\n(.*?)```/ms
    .exec(page)![1]
    .trim()
    .split(/;\n?/)
    .filter(Boolean);

  let lost: TestApp;
  beforeAll(async () => {
    lost = await startDemo();
  });
  afterAll(() => lost.close());

  it('the documented statements let the service continue with a new FIELD_KEY', async () => {
    const { entities } = lost.get(Schema);
    const encrypted = encryptedColumnsOf(entities);
    const missed = encrypted.filter(({ table }) => !statements.some((statement) => statement.includes(table)));
    expect(missed).toEqual([]);
    const tables = entities.map((entity) => tableOf(entity).name);
    const possible = statements.filter((statement) =>
      tables.includes(/^(?:UPDATE|DELETE FROM) (\w+)/.exec(statement)![1]),
    );
    // Only a build without an extra lacks a table.
    if (extras.length > 0) expect(possible).toEqual(statements);
    const settings = { ...cliSettings(lost.database), FIELD_KEY };
    expect(await agency(['migrate'], settings)).toMatchObject({ code: 1 });
    for (const statement of possible) await lost.db.tx(() => lost.db.execute(sql([statement])));
    expect(await agency(['migrate'], settings)).toMatchObject({ code: 0 });

    const app = await startApp({ DATABASE_URL: lost.database, FIELD_KEY });
    const admin = await asDemoUser(app, 'admin@demo.test');
    for (const path of ['Contacts', 'Agents', 'ActivityTracker/All', 'Appointments/2026-01-01/2026-12-31', 'Webhooks'])
      await app.http.get(`/v1/${path}`).set(admin).expect(200);
    const webhook = { Url: 'https://crm.example.com/', Events: ['contact.created'] };
    await app.http.post('/v1/Webhooks').set(admin).send(webhook).expect(200);
    await app.http.put('/v1/Contacts/1').set(admin).send({ SSN: '123-45-6789' }).expect(200);
    await app.close();
  });
});
