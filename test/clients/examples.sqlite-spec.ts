import { roleNames } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { demoUsers, examplesOf, statusOf, type Example } from './examples.js';

let app: TestApp;
let examples: Example[];

beforeAll(async () => {
  app = await startDemo(400);
  examples = examplesOf((await app.http.get('/openapi.json').expect(200)).body);
});
afterAll(() => app.close());

it.each(roleNames)('every example of the document succeeds on a fresh demo for the %s', async (role) => {
  const credentials = await asDemoUser(app, demoUsers[role]);
  const snapshot = await snapshotOf(app);
  const wrong: string[] = [];
  for (const example of examples) {
    const { verb, path, type, body: sent } = example;
    const call = app.http[verb](path).set(credentials);
    const { status, text } = await (type ? call.set('Content-Type', type).send(sent) : call);
    if (status !== statusOf(example, role))
      wrong.push(`${status} ${example.operation}: ${verb} ${path} ${sent} ${text}`);
    if (verb !== 'get') snapshot.restore();
  }
  snapshot.drop();
  expect(wrong).toEqual([]);
});
