import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { roleNames } from '../src/http/endpoint/roles.js';
import { demoUsers, examplesOf, type Example } from './clients/examples.js';
import { startApp, type TestApp } from './support/app.js';
import { agency, cliSettings } from './support/cli.js';
import { demoPassword } from './support/demo-app.js';
import { freshDatabase } from './support/fresh-database.js';

jest.setTimeout(240_000);

/** Long ago: what bears today's date was written by the real time. */
const settings = { CLOCK: '2019-11-20T15:00:00Z' };

/** What is made by chance: tokens, keys, secrets. */
const chance = ['BearerToken', 'RefreshToken', 'Secret', 'OtpauthUri', 'QrCode', 'ApiKey', 'Key', 'Password'];
const chanceFields = new RegExp(`"(${chance.join('|')})":("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'g');
const realTimes = /\b20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z?/g;
const keys = /\bagk_[\w-]+/g;
const ids = /\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g;

/** The caller would have to sign in again; sessions of one user end in the order of ids that are made by chance. */
const leftOut = ['logout', 'endOtherSessions', 'endUserSessions'];

interface Service {
  app: TestApp;
  /** Ids in the order in which they were first seen: those made by chance have another text in each service. */
  seen: Map<string, number>;
}

let folder: string;
let services: Service[];
const closing: (() => Promise<void>)[] = [];

async function demo(url: string): Promise<Service> {
  const { code, stderr } = await agency(['demo', '--contacts', '60'], { ...cliSettings(url), ...settings });
  if (code !== 0) throw new Error(stderr);
  const app = await startApp({ ...settings, DATABASE_URL: url });
  closing.push(() => app.close());
  return { app, seen: new Map() };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-same-'));
  const server = await freshDatabase();
  closing.push(() => server.drop());
  services = [await demo(`sqlite:${join(folder, 'demo.sqlite')}`), await demo(server.url)];
}, 120_000);

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

function comparable(text: string, { seen }: Service): string {
  const told = text.replaceAll(chanceFields, '"$1":…').replaceAll(realTimes, 'then').replaceAll(keys, 'a key');
  return told.replaceAll(ids, (id) => {
    if (!seen.has(id)) seen.set(id, seen.size);
    return `id ${seen.get(id)}`;
  });
}

async function answerOf(service: Service, { verb, path, type, body }: Example, authorization: string): Promise<string> {
  const call = request(service.app.url)[verb](path).set('Authorization', authorization);
  const { status, text, headers } = await (type ? call.set('Content-Type', type).send(body) : call);
  const told = ['content-type', 'content-disposition', 'cache-control', 'vary', 'allow'].map((name) => headers[name]);
  return comparable(`${status} ${told.join(' | ')}\n${text}`, service);
}

it('are given by both databases, byte for byte, to every example of the document by every role', async () => {
  const { body: document } = await services[0].app.http.get('/openapi.json').expect(200);
  const examples = examplesOf(document)
    .filter(({ operation }) => !leftOut.includes(operation))
    .flatMap((example) =>
      example.verb === 'get' ? [example, { ...example, path: `${example.path}.csv` }] : [example],
    );
  let compared = 0;
  for (const role of roleNames) {
    const tokens = await Promise.all(
      services.map(async ({ app }) => {
        const credentials = { UserName: demoUsers[role], Password: demoPassword };
        const { body } = await app.http.post('/v1/Auth/Login').send(credentials).expect(200);
        return `Bearer ${body.BearerToken}`;
      }),
    );
    for (const example of examples) {
      const [ours, theirs] = [
        await answerOf(services[0], example, tokens[0]),
        await answerOf(services[1], example, tokens[1]),
      ];
      if (ours !== theirs) throw new Error(`${role}: ${example.verb} ${example.path}\n${differing(ours, theirs)}`);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(600);
});

/** The place where two texts part. */
function differing(ours: string, theirs: string): string {
  let at = 0;
  while (ours[at] === theirs[at]) at++;
  return [ours, theirs].map((text) => text.slice(Math.max(0, at - 80), at + 120)).join('\n');
}
