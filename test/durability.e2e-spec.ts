import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { UsersService } from '../src/auth/users/users.service.js';
import { password, startApp } from './support/app/app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { startProcess } from './support/processes/service-process.js';
import { until } from './support/time/until.js';

const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) };
const database = freshDatabase();
const running: ChildProcess[] = [];

beforeAll(async () => {
  const app = await startApp({ DATABASE_URL: (await database).url });
  const user = { displayName: 'Admin', roles: ['Administrator'], agentId: 0, password };
  await app.get(UsersService).create('admin@example.test', user);
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

it('after SIGTERM the service accepts calls for SHUTDOWN_DELAY, reports not ready and closes connections', async () => {
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
