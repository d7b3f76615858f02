import { readFileSync } from 'node:fs';
import newman, { type NewmanRunExecution, type NewmanRunSummary } from 'newman';
import { join } from 'node:path';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';
import { snapshotOf, type Snapshot } from '../support/database/snapshot.js';
import { DocumentedAnswers } from './documented-answers.js';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

let app: TestApp;
beforeAll(async () => {
  app = await startDemo(400);
});
afterAll(() => app.close());

const collection = JSON.parse(read('postman/agency.postman_collection.json')) as {
  item: { name: string; item?: object[] }[];
};

interface Run {
  environment?: object;
  /** The only folder to run. */
  folder?: string;
}

/** Runs the collection; returns the failed tests, the number of tests, and the calls with their responses. */
async function run(
  { url }: TestApp,
  { environment, folder }: Run = {},
): Promise<{ failures: string[]; assertions?: number; executions: readonly NewmanRunExecution[] }> {
  const { run } = await new Promise<NewmanRunSummary>((resolve, reject) => {
    newman.run(
      {
        collection: structuredClone(collection),
        environment,
        folder,
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
  const documented = new DocumentedAnswers(JSON.parse(read('openapi.json')));
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
  const environment = JSON.parse(read('postman/demo.postman_environment.json')) as object;
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

  it.each(collection.item.flatMap(({ name, item }) => (item ? [name] : [])))(
    'the folder "%s" signs in by itself, and runs on a fresh demo without a failure',
    async (folder) => {
      const { failures, assertions } = await run(fresh, { folder });
      expect(failures).toEqual([]);
      expect(assertions).toBeGreaterThan(0);
    },
  );
});
