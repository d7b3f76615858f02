import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { roleNames } from '../src/http/endpoint/roles.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import { demoUsers, examplesOf, type Example } from './clients/examples.js';
import { startApp, type TestApp } from './support/app/app.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { asDemoUser } from './support/app/demo-app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { morning, workingDay } from './working-day.js';

/** A date in the past, so that today's date in an answer shows a use of the real time. */
const settings = { CLOCK: '2019-11-20T15:00:00Z' };

/** Random values, such as tokens, keys and secrets. */
const chance = ['BearerToken', 'RefreshToken', 'Secret', 'OtpauthUri', 'QrCode', 'ApiKey', 'Key', 'Password'];
const chanceFields = new RegExp(`"(${chance.join('|')})":("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'g');
const realTimes = /\b2[01][2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z?/g;
const keys = /\b(agk|kiosk)_[\w-]+/g;

let folder: string;
/** The service on SQLite, and the service on the server. */
let services: TestApp[];
let made = 0;
const closing: (() => Promise<void>)[] = [];

/** Calls each service in turn with the same seed, so that each makes the same ids. */
async function withEach<T, U>(of: readonly T[], work: (one: T, index: number) => Promise<U>): Promise<U[]> {
  const first = made;
  const done: U[] = [];
  for (const [index, one] of of.entries()) {
    made = first;
    done.push(await work(one, index));
  }
  made = first + 100_000;
  return done;
}

async function demo(url: string): Promise<TestApp> {
  // A folder beside the SQLite file has no mark of its database, whose writing takes an id.
  const own = { ...settings, DATABASE_URL: url, FILES_URL: mkdtempSync(join(folder, 'files-')) };
  const { code, stderr } = await agency(['demo', '--contacts', '60'], { ...cliSettings(url), ...own });
  if (code !== 0) throw new Error(stderr);
  return withoutJobs(await startApp(own));
}

/** The service with its jobs stopped, because a job takes ids at unpredictable times. */
async function withoutJobs(app: TestApp): Promise<TestApp> {
  closing.push(() => app.close());
  await app.get(JobsService).onModuleDestroy();
  return app;
}

beforeAll(async () => {
  jest
    .spyOn(crypto, 'randomUUID')
    .mockImplementation(() => `00000000-0000-4000-8000-${(made++).toString(16).padStart(12, '0')}`);
  // The codes of bookings.
  jest.spyOn(crypto, 'randomInt').mockImplementation((below: number) => made++ % below);
  folder = mkdtempSync(join(tmpdir(), 'agency-same-'));
  const server = await freshDatabase();
  closing.push(() => server.drop());
  services = await withEach([`sqlite:${join(folder, 'demo.sqlite')}`, server.url], demo);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function answerOf(
  app: TestApp,
  { verb, path, type, body }: Example,
  credentials: { Authorization: string },
): Promise<string> {
  const call = request(app.url)[verb](path).set(credentials);
  const { status, text, headers } = await (type ? call.set('Content-Type', type).send(body) : call);
  const shown = ['content-type', 'content-disposition', 'cache-control', 'vary', 'allow'].map((name) => headers[name]);
  return withoutChance(`${status} ${shown.join(' | ')}\n${text}`);
}

function withoutChance(text: string): string {
  return text
    .replaceAll(chanceFields, '"$1":…')
    .replaceAll(realTimes, 'then')
    .replaceAll(keys, 'a key')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'the service');
}

it('both databases give the same answers, byte for byte, to every example of the document and every role', async () => {
  const { body: document } = await services[0].http.get('/openapi.json').expect(200);
  const examples = examplesOf(document)
    // A preview of an import is rolled back, and MariaDB does not use its generated ids again. A ZIP has the time at
    // which it was made.
    .filter(({ operation }) => !['logout', 'uploadImport', 'changeImport', 'downloadPerson'].includes(operation))
    .flatMap((example) =>
      example.verb === 'get' ? [example, { ...example, path: `${example.path}.csv` }] : [example],
    );
  let compared = 0;
  for (const role of roleNames) {
    const tokens = await withEach(services, (app) => asDemoUser(app, demoUsers[role]));
    for (const example of examples) {
      const [ours, theirs] = await withEach(services, (app, index) => answerOf(app, example, tokens[index]));
      if (ours !== theirs) throw new Error(`${role}: ${example.verb} ${example.path}\n${differing(ours, theirs)}`);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(600);
});

it('both databases give the same answers, byte for byte, to every call of a working day', async () => {
  const days = await withEach([`sqlite:${join(folder, 'day.sqlite')}`, (await emptyDatabase()).url], async (url) => {
    const app = await withoutJobs(await startApp({ CLOCK: morning, COMPRESSION: 'false', DATABASE_URL: url }));
    const admin = await app.as('Administrator');
    return { steps: workingDay(() => ({ app, admin })), said: recorded(app) };
  });
  for (const name of Object.keys(days[0].steps)) {
    const [ours, theirs] = await withEach(days, async ({ steps, said }) => {
      await steps[name]();
      return said.splice(0);
    });
    expect(ours.length).toBeGreaterThan(0);
    for (const [at, answer] of ours.entries())
      if (theirs[at] !== answer) throw new Error(`${name}\n${differing(answer, theirs[at] ?? '')}`);
    expect(theirs).toHaveLength(ours.length);
  }
});

async function emptyDatabase(): Promise<{ url: string }> {
  const database = await freshDatabase();
  closing.push(() => database.drop());
  return database;
}

/** Records all calls and answers from now on: the request line, then the bytes. */
function recorded(app: TestApp): string[] {
  const said: string[] = [];
  app.app.getHttpServer().prependListener('request', ({ method, url }: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for (const name of ['write', 'end'] as const) {
      const send = response[name].bind(response) as (...given: unknown[]) => never;
      response[name] = (...given: unknown[]) => {
        const [chunk] = given;
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
        return send(...given);
      };
    }
    response.once('finish', () =>
      said.push(withoutChance(`${method} ${url} ${response.statusCode}\n${String(Buffer.concat(chunks))}`)),
    );
  });
  return said;
}

/** The position where two texts begin to differ. */
function differing(ours: string, theirs: string): string {
  let at = 0;
  while (ours[at] === theirs[at]) at++;
  return [ours, theirs].map((text) => text.slice(Math.max(0, at - 80), at + 120)).join('\n');
}
