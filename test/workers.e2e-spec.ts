import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsersService } from '../src/auth/users/users.service.js';
import { password, startApp } from './support/app/app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { startProcess } from './support/processes/service-process.js';

const users = ['one@example.test', 'two@example.test'];
const mostPerUser = 600;
const workers = 3;
const settings = {
  NODE_ENV: 'test',
  WORKERS: String(workers),
  // Other suites may keep the machine busy.
  REQUEST_DEADLINE: '60',
  REQUESTS_PER_USER: String(mostPerUser),
  JWT_SECRET: 'test secret of more than 32 bytes, for tests',
  FIELD_KEY: '0123456789abcdef'.repeat(4),
};
const database = freshDatabase();
const tasks = '/v1/webix/gantt/tasks';
let service: Awaited<ReturnType<typeof startProcess>>;

beforeAll(async () => {
  const { url } = await database;
  const app = await startApp({ DATABASE_URL: url });
  const user = { displayName: 'Admin', roles: ['Administrator'], agentId: 0, password };
  for (const name of users) await app.get(UsersService).create(name, user);
  await app.close();
});
beforeEach(async () => {
  service = await startProcess({ ...settings, DATABASE_URL: (await database).url });
  await lines('listening', workers);
});
afterEach(() => void service.child.kill('SIGKILL'));
afterAll(async () => (await database).drop());

/** The log lines with that message, once there are enough of them. */
async function lines(msg: string, count: number) {
  for (;;) {
    const found = service.log().filter((line) => line.msg === msg);
    if (found.length >= count) return found;
    await sleep(20);
  }
}

interface Answer {
  status: number;
  text: string;
}

/** agent: the connections to use; by default a new one for each request. */
function call(method: string, path: string, headers = {}, body?: object, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = body && { 'Content-Type': 'application/json' };
    const options = { method, headers: { ...headers, ...sent }, agent: agent ?? false };
    const calling = request(service.url + path, options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
      response.on('error', reject);
    });
    calling.on('error', reject);
    calling.end(body && JSON.stringify(body));
  });
}

async function signedIn(user: string): Promise<{ Authorization: string }> {
  const { text } = await call('POST', '/v1/Auth/Login', {}, { UserName: user, Password: password });
  return { Authorization: `Bearer ${(JSON.parse(text) as { BearerToken: string }).BearerToken}` };
}

const ofTasks = ({ text }: Answer): { text: string; position: number }[] => JSON.parse(text);

it('workers run as several processes with common metrics', async () => {
  for (let number = 0; number < 30; number++) await call('GET', '/health/live');
  const { text } = await call('GET', '/metrics');
  expect(text).toContain('http_requests_total{route="/health/live",verb="GET",status="200"} 30\n');
  expect(text.match(/^http_requests_in_progress 1$/gm)).toHaveLength(1);
  const answered = (await lines('request', 30)).map(({ worker }) => worker);
  expect(new Set(answered).size).toBe(workers);
});

it('workers store each of 200 parallel writes exactly once, and show them at once', async () => {
  const headers = await signedIn(users[0]);
  const texts = Array.from({ length: 200 }, (_, number) => `task ${number}`);
  const answers = await Promise.all(texts.map((text) => call('POST', tasks, headers, { text })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let reader = 0; reader < workers; reader++) {
    const kept = ofTasks(await call('GET', tasks, headers));
    expect(kept.flatMap(({ text }) => (text.startsWith('task ') ? text : [])).sort()).toEqual(texts.sort());
    expect(kept.map(({ position }) => position)).toEqual(kept.map((_, index) => index));
  }
});

it('workers share the budget of a user', async () => {
  const headers = await signedIn(users[1]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; number < mostPerUser; number++) await call('GET', '/v1/Auth/Me', headers, undefined, agent);
  agent.destroy();
  // If all calls have reached one worker, the other workers learn of the spent budget a second later.
  const refused = async (): Promise<boolean> => {
    for (let other = 0; other < workers; other++)
      if ((await call('GET', '/v1/Auth/Me', headers)).status !== 429) return false;
    return true;
  };
  for (let looked = 0; looked < 100 && !(await refused()); looked++) await sleep(100);
  expect(await refused()).toBe(true);
});

it('workers continue when one is killed, and the primary replaces it', async () => {
  const [{ pid }] = await lines('worker started', workers);
  process.kill(pid!, 'SIGKILL');
  await lines('worker ended', 1);
  for (let number = 0; number < 10; number++) expect((await call('GET', '/health/ready')).status).toBe(200);
  await lines('listening', workers + 1);
  const { text } = await call('GET', '/metrics');
  expect(text).toContain('http_requests_total{route="/health/ready",verb="GET",status="200"} 10\n');
});

it('workers answer every accepted request before they end on SIGTERM', async () => {
  const headers = await signedIn(users[0]);
  const acknowledged = ofTasks(await call('GET', tasks, headers)).map(({ text }) => text);
  const statuses = new Set<number>();
  let ended = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let number = 0; !ended; number++) {
      const text = `last ${writer}-${number}`;
      // A process that has ended accepts nothing more.
      const answer = await call('POST', tasks, headers, { text }, agent).catch(() => undefined);
      if (!answer) continue;
      statuses.add(answer.status);
      acknowledged.push(text);
    }
    agent.destroy();
  });
  const pids = (await lines('worker started', workers)).map(({ pid }) => pid!);
  const before = acknowledged.length;
  while (acknowledged.length < before + 40) await sleep(20);
  service.child.kill('SIGTERM');
  expect(await once(service.child, 'exit')).toEqual([0, null]);
  ended = true;
  await Promise.all(writers);
  expect(statuses).toEqual(new Set([200]));
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');

  service = await startProcess({ ...settings, WORKERS: '1', DATABASE_URL: (await database).url });
  const kept = ofTasks(await call('GET', tasks, await signedIn(users[0])));
  expect(kept.map(({ text }) => text).sort()).toEqual(acknowledged.sort());
});

it('the primary exits with the error that keeps the first worker from starting', async () => {
  const empty = await freshDatabase();
  const starting = startProcess({ ...settings, DATABASE_URL: empty.url, MIGRATE_ON_START: 'false' });
  const { message } = await starting.then(
    () => new Error('it has started'),
    (error: unknown) => error as Error,
  );
  expect(message).toMatch(/ended with 1: /);
  expect(message.match(/Migrations are pending: run agency migrate/g)).toHaveLength(1);
  await empty.drop();
});
