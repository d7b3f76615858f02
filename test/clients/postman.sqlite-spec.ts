import newman, { type NewmanRunExecution, type NewmanRunSummary } from 'newman';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app/app.js';
import { built } from '../support/processes/built.js';
import { startDemo } from '../support/app/demo-app.js';
import { snapshotOf, type Snapshot } from '../support/database/snapshot.js';
import { DocumentedAnswers } from './documented-answers.js';

const root = join(__dirname, '../..');
const committed = join(root, 'postman');
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const collectionName = 'agency.postman_collection.json';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-postman-'));
  app = await startDemo(400);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('the collection equals the committed one (npm run postman updates it)', async () => {
  built();
  await promisify(execFile)(process.execPath, [join(root, 'scripts/postman.js'), folder]);
  for (const name of readdirSync(folder)) {
    const [lines, made] = [read(committed, name).split('\n'), read(folder, name).split('\n')];
    expect(lines.filter((line, index) => line !== made[index]).slice(0, 5)).toEqual([]);
    expect(lines).toHaveLength(made.length);
  }
});

it('the service serves the collection', async () => {
  const { text, headers } = await app.http.get('/postman.json').expect(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(text).toBe(read(committed, collectionName));
});

it('the collection has every operation', async () => {
  const { body } = await app.http.get('/openapi.json');
  const operations = Object.values(body.paths as object).flatMap((item: object) => Object.keys(item));
  const requests = read(committed, collectionName).match(/"request": /g);
  expect(requests).toHaveLength(operations.length);
});

it('the collection has a name for every request, an example of its answer, and all its variables', () => {
  interface Item {
    name: string;
    item?: Item[];
    response?: { code: number; body: string; originalRequest: object }[];
  }
  const collection = JSON.parse(read(committed, collectionName)) as Item & { variable: { key: string }[] };
  const requestsOf = ({ item }: Item): Item[] => item!.flatMap((each) => (each.item ? requestsOf(each) : [each]));
  const requests = requestsOf(collection);
  const names = requests.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(requests.filter(({ response }) => response?.length !== 1 || response[0].body === '')).toEqual([]);
  const example = requests.find(({ name }) => name === 'List event types')!.response![0];
  expect(example).toMatchObject({ code: 200, originalRequest: { method: 'GET' } });
  expect(JSON.parse(example.body)).toMatchObject({
    ResponseStatus: { ErrorCode: null },
    EventType: [{ EventTypeId: 3, EventTypeName: 'Follow-up call', EventCategory: 'Outreach', IsActive: true }],
  });
  const known = collection.variable.map(({ key }) => key);
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(known).toContain('baseUrl');
  expect([...new Set(used)].filter((name) => !known.includes(name))).toEqual([]);
});

interface Folder {
  name: string;
  item?: object[];
}
const collection = JSON.parse(read(committed, collectionName)) as { item: Folder[] };

interface Run {
  environment?: object;
  /** The folders and requests to run, of all of the collection. */
  item?: Folder[];
}

/** Runs the collection; returns the failed tests, the number of tests, and the calls with their responses. */
async function run(
  { url }: TestApp,
  { environment, item = collection.item }: Run = {},
): Promise<{ failures: string[]; assertions?: number; executions: readonly NewmanRunExecution[] }> {
  const { run } = await new Promise<NewmanRunSummary>((resolve, reject) => {
    newman.run(
      {
        // Each run gets only what it runs, because newman takes seconds to read the whole collection.
        collection: structuredClone({ ...collection, item }),
        environment,
        envVar: [{ key: 'baseUrl', value: url }],
        reporters: [],
      },
      (error, summary) => (error ? reject(error) : resolve(summary)),
    );
  });
  return {
    failures: run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`),
    assertions: run.stats.assertions.total,
    executions: run.executions,
  };
}

/** The differences between the responses and the document. */
function differencesOf(executions: readonly NewmanRunExecution[]): string[] {
  const documented = new DocumentedAnswers(JSON.parse(read(root, 'openapi.json')));
  // A response that is not JSON is a file, which has its own test.
  const answers = executions.filter(({ response }) => /json/.test(response.headers.get('Content-Type')));
  return answers.flatMap(({ request, response }) =>
    documented.differences(request.method, request.url.getPath(), response.code, response.json()),
  );
}

it('the collection runs on a fresh demo without a failure, and every response matches the document', async () => {
  const { failures, assertions, executions } = await run(app);
  expect(failures).toEqual([]);
  expect(differencesOf(executions)).toEqual([]);
  expect(assertions).toBeGreaterThan(500);
});

it('the collection runs a second time on the same demo, with the environment', async () => {
  const environment = JSON.parse(read(committed, 'demo.postman_environment.json')) as object;
  expect((await run(app, { environment })).failures).toEqual([]);
});

describe('each folder alone', () => {
  let fresh: TestApp;
  let snapshot: Snapshot;
  beforeAll(async () => {
    fresh = await startDemo(400);
    snapshot = await snapshotOf(fresh);
  });
  afterEach(() => snapshot.restore());
  afterAll(async () => {
    snapshot.drop();
    await fresh.close();
  });

  it.each(collection.item.filter(({ item }) => item).map((folder) => [folder.name, folder] as const))(
    'the folder "%s" signs in by itself, and runs on a fresh demo without a failure',
    async (_, folder) => {
      const { failures, assertions } = await run(fresh, { item: [folder] });
      expect(failures).toEqual([]);
      expect(assertions).toBeGreaterThan(0);
    },
  );
});
