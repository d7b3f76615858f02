import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app/app.js';
import { built } from '../support/processes/built.js';
import { startDemo } from '../support/app/demo-app.js';

const root = join(__dirname, '../..');
const committed = join(root, 'postman');
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const collectionName = 'agency.postman_collection.json';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-postman-'));
  app = await startDemo();
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
