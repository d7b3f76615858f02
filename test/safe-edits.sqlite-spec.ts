import sql from 'sql-template-tag';
import { examplesOf, type Example } from './clients/examples.js';
import type { TestApp } from './support/app/app.js';
import { inlined } from './support/clients/described.js';
import { asDemoUser, startDemo } from './support/app/demo-app.js';
import { snapshotOf } from './support/database/snapshot.js';

interface Described {
  operationId: string;
  parameters: { name: string }[];
  responses: Record<string, { headers?: Record<string, unknown> } | undefined>;
}

interface Documented {
  paths: Record<string, Record<string, Described>>;
}

let app: TestApp;
let document: Documented;
let caller: { Authorization: string };

beforeAll(async () => {
  app = await startDemo(400);
  document = inlined((await app.http.get('/openapi.json').expect(200)).body as Documented);
  caller = await asDemoUser(app, 'admin@demo.test');
});
afterAll(() => app.close());

/** The documented operations that accept that request header. */
function taking(header: string): { path: string; operation: string }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item)
      .filter(({ parameters }) => parameters.some(({ name }) => name === header))
      .map(({ operationId: operation }) => ({ path, operation })),
  );
}

/**
 * Operations that write a record which no GET returns. A client learns the ETag of the record only from a 412
 * response.
 */
const withoutGet = [
  ...['changeActivity', 'removeActivity', 'changeSpecialDay', 'removeSpecialDay'],
  ...['changeGanttLink', 'changeGanttTask', 'changeReward', 'decideSlotDistrictApproval'],
  ...['moveGanttTask', 'removeGanttLink', 'removeGanttTask'],
];

/** Operations that add a record which no GET returns. */
const addsWithoutGet = ['addGanttLink', 'addGanttTask', 'addSlotDistrictApproval', 'addSpecialDay', 'logActivity'];

it('every write of a record by its id accepts If-Match', async () => {
  const examples = new Map(examplesOf(document as never).map((example) => [example.operation, example]));
  const operations = taking('If-Match')
    .filter(({ path }) => !isBelow(path))
    .map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(25);
  const tagged = new Set(taking('If-None-Match').map(({ path }) => path));
  const writes = [...tagged]
    .filter((path) => path.endsWith('}'))
    .flatMap((path) => Object.entries(document.paths[path]))
    .filter(([verb]) => verb !== 'get')
    .map(([, { operationId }]) => operationId);
  expect(operations.sort()).toEqual([...writes, ...withoutGet].sort());
  const wrong: string[] = [];
  const snapshot = await snapshotOf(app);
  for (const operation of operations) {
    const example = examples.get(operation)!;
    const get = () => app.http.get(example.path).set({ ...caller, 'Accept-Encoding': 'identity' });
    const tagOfRefusal = async () =>
      (await call(example, '"another-json"')).body.ResponseStatus.Meta.ETag as string | undefined;
    const read = withoutGet.includes(operation) ? tagOfRefusal : async () => (await get()).headers.etag;
    const json = await read();
    const csv = withoutGet.includes(operation)
      ? json!.replace('json', 'csv')
      : (await get().query({ format: 'csv' })).headers.etag;
    const refused = await call(example, '"another-json"');
    if (refused.status !== 412 || refused.body.ResponseStatus.Meta.ETag !== json)
      wrong.push(`${operation} with another tag: ${refused.status} ${refused.text}`);
    const taken = await call(example, csv);
    const after = await read();
    if (taken.status !== 200 || taken.headers.etag !== after)
      wrong.push(`${operation}: ${taken.status} ${taken.headers.etag} ${after} ${taken.text}`);
    snapshot.restore();
  }
  snapshot.drop();
  expect(wrong).toEqual([]);
});

it('every write below a record compares If-Match with the record, unless the call is no transaction', async () => {
  const examples = new Map(examplesOf(document as never).map((example) => [example.operation, example]));
  const below = taking('If-Match').filter(({ path }) => isBelow(path));
  expect(below.length).toBeGreaterThan(35);
  const wrong: string[] = [];
  const snapshot = await snapshotOf(app);
  for (const { path, operation } of below) {
    const example = examples.get(operation)!;
    const refused = await call(example, '"another-json"');
    const tag = refused.body.ResponseStatus.Meta?.ETag as string | undefined;
    if (refused.status !== 412 || tag === undefined) {
      wrong.push(`${operation} with another tag: ${refused.status} ${refused.text}`);
      continue;
    }
    const record = example.path.split('/').slice(0, recordOf(path)!.split('/').length).join('/');
    const { headers } = await app.http.get(record).set({ ...caller, 'Accept-Encoding': 'identity' });
    if (headers.etag !== tag) wrong.push(`${operation}: ${headers.etag} ${tag}`);
    const taken = await call(example, tag);
    if ([400, 412].includes(taken.status)) wrong.push(`${operation}: ${taken.status} ${taken.text}`);
    snapshot.restore();
  }
  snapshot.drop();
  expect(wrong).toEqual([]);
});

it('every PUT and POST that shows one record with an ETag sends the one that GET then sends', async () => {
  const examples = new Map(examplesOf(document as never).map((example) => [example.operation, example]));
  const wrong: string[] = [];
  const compared: string[] = [];
  const snapshot = await snapshotOf(app);
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, { operationId, responses }] of Object.entries(item)) {
      const isTagged = responses['200']?.headers?.ETag !== undefined;
      if (!['put', 'post'].includes(verb) || !isTagged || hasNoGet(operationId)) continue;
      const record = taggedBy(path);
      const example = examples.get(operationId)!;
      const written = await call(example);
      if (written.status !== 200 || !record) {
        // Examples of Revert name no change of the demo.
        if (!path.endsWith('/Revert')) wrong.push(`${operationId}: ${written.status} ${written.text}`);
        continue;
      }
      const [rows] = Object.values(written.body as Record<string, object[]>).filter((value) => Array.isArray(value));
      const key = /\{(\w+)\}$/.exec(record)![1] as keyof object;
      const at = record.startsWith(`${path}/`)
        ? `${example.path}/${String(rows[0][key])}`
        : example.path.split('/').slice(0, record.split('/').length).join('/');
      const read = await app.http.get(at).set({ ...caller, 'Accept-Encoding': 'identity' });
      const { etag } = written.headers as { etag?: string };
      if (etag === undefined || etag !== read.headers.etag) wrong.push(`${operationId}: ${etag} ${read.headers.etag}`);
      compared.push(operationId);
      snapshot.restore();
    }
  snapshot.drop();
  expect(wrong).toEqual([]);
  expect(compared.length).toBeGreaterThan(45);
});

it('a response with some fields of a contact has the state of the whole contact in its ETag', async () => {
  const contact = await app.db.one<{ Id: number }>(sql`SELECT MIN(ContactId) AS Id FROM contacts WHERE SSN <> ''`);
  const path = `/v1/Contacts/${contact!.Id}`;
  const { headers } = await app.http.get(path).query({ fields: 'Name' }).set(caller).expect(200);
  const edit = app.http.put(path).set({ ...caller, 'If-Match': headers.etag });
  await edit.send({ Tags: 'Edited' }).expect(200);
});

it('every POST that adds a record with an ETag sends it, unless the response shows a secret', () => {
  const records = new Set(taking('If-None-Match').map(({ path }) => path));
  const adding = Object.entries(document.paths).flatMap(
    ([path, { post }]: [string, Partial<Record<string, Described>>]) => {
      const hasMember = [...records].some(
        (one) => one.startsWith(`${path}/`) && /^\{\w+\}$/.test(one.slice(path.length + 1)),
      );
      return post && hasMember ? [post] : [];
    },
  );
  expect(adding.length).toBeGreaterThan(20);
  const untagged = adding.filter(({ responses }) => responses['200']?.headers?.ETag === undefined);
  // A file has no other state than its bytes.
  expect(untagged.map(({ operationId }) => operationId).sort()).toEqual(['addUser', 'addWebhook', 'uploadFile']);
});

function hasNoGet(operation: string): boolean {
  return [...withoutGet, ...addsWithoutGet].includes(operation);
}

/** The path of the record with an ETag that is at, above or directly below a path. */
function taggedBy(path: string): string | undefined {
  const records = taking('If-None-Match').filter((one) => one.path.endsWith('}'));
  const isMember = (one: string): boolean => one.startsWith(`${path}/`) && !one.slice(path.length + 1).includes('/');
  return (
    records.find((one) => one.path === path)?.path ?? recordOf(path) ?? records.find((one) => isMember(one.path))?.path
  );
}

/** The path of the record that a path is below; undefined if it is below none that has an ETag. */
function recordOf(path: string): string | undefined {
  return taking('If-None-Match').find((one) => one.path.endsWith('}') && path.startsWith(`${one.path}/`))?.path;
}

function isBelow(path: string): boolean {
  const own = taking('If-None-Match').some((one) => one.path === path && path.endsWith('}'));
  return !own && recordOf(path) !== undefined;
}

async function call({ verb, path, type, body }: Example, tag?: string) {
  const sent = app.http[verb](path).set({ ...caller, 'Accept-Encoding': 'identity', ...(tag && { 'If-Match': tag }) });
  return type ? sent.set('Content-Type', type).send(body) : sent;
}
