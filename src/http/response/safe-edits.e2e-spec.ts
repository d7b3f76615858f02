import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { inGate } from '../../../test/support/suites/gate.js';
import { rawAnswer, textOf } from '../../../test/support/clients/encoded.js';
import { store } from '../../../test/support/data/rows.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  admin = await app.as('Administrator');
});
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM gantt_tasks`);
    await app.db.execute(sql`DELETE FROM projects`);
  });
  await store(app, 'Project', [{ ProjectID: 1, ProjectName: 'Workshops', Description: '0' }]);
});
afterAll(() => app.close());

const path = '/v1/Projects/1';
const plain = { 'Accept-Encoding': 'identity' };
const read = (target = path) => app.http.get(target).set({ ...admin, ...plain });
const tagNow = async (target?: string): Promise<string> => (await read(target).expect(200)).headers.etag;
const put = (body: object, tag: string) =>
  app.http
    .put(path)
    .set({ ...admin, ...plain, 'If-Match': tag })
    .send(body);
const described = async (): Promise<string> => (await read().expect(200)).body.Projects[0].Description;

it('rejects a write with an outdated ETag, and returns the current one', async () => {
  const former = await tagNow();
  const changed = await put({ Description: 'changed' }, former).expect(200);
  const present = await tagNow();
  expect(changed.headers.etag).toBe(present);
  expect(present).not.toBe(former);
  for (const refused of [
    await put({ Description: 'again' }, former).expect(412),
    await app.http
      .delete(path)
      .set({ ...admin, ...plain, 'If-Match': former })
      .expect(412),
  ])
    expect(refused.body.ResponseStatus).toMatchObject({ ErrorCode: 'PreconditionFailed', Meta: { ETag: present } });
  expect(await described()).toBe('changed');
  const removed = await app.http
    .delete(path)
    .set({ ...admin, ...plain, 'If-Match': present })
    .expect(200);
  expect(removed.headers.etag).toBeUndefined();
});

it('refuses a whole record from an outdated browser tab, if the tab sends If-Match', async () => {
  const tab = await read().expect(200);
  await app.http.put(path).set(admin).send({ Description: 'by a colleague' }).expect(200);
  const [record] = tab.body.Projects;
  await put({ ...record, ProjectName: 'Seminars' }, tab.headers.etag).expect(412);
  expect(await described()).toBe('by a colleague');
  // Without If-Match the last write wins.
  await app.http.put(path).set(admin).send(record).expect(200);
  expect(await described()).toBe('0');
});

it('accepts the ETag of any format and coding, a weak ETag, and * in If-Match', async () => {
  const json = await tagNow();
  const csv = await tagNow(`${path}.csv`);
  const part = await tagNow(`${path}?fields=ProjectName`);
  expect(new Set([json, csv, part]).size).toBe(3);
  const tags = [json, csv, part, `W/${json}`, `"other", ${csv.replace(/"$/, '-gzip"')}`, '*'];
  for (const tag of tags) await put({ Description: '0' }, tag).expect(200);
  for (const tag of ['"other"', `"other", *`, json.replaceAll('"', '')])
    await put({ Description: '0' }, tag).expect(412);
  const answered = await app.http
    .put(`${path}.csv`)
    .set({ ...admin, ...plain, 'If-Match': json })
    .send({ Description: '0' });
  expect([answered.status, answered.headers.etag]).toEqual([200, csv]);
});

it('includes the coding in the ETag of a compressed response', async () => {
  await put({ Description: 'long '.repeat(300) }, '*').expect(200);
  const [plain, gzip] = [await ask({}), await ask({ 'Accept-Encoding': 'gzip' })];
  expect(await textOf(gzip)).toBe(await textOf(plain));
  expect(gzip.headers.etag).toBe(plain.headers.etag!.replace(/"$/, '-gzip"'));
  const again = await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': gzip.headers.etag! });
  expect([again.statusCode, again.headers.etag, await textOf(again)]).toEqual([304, gzip.headers.etag, '']);
  const changed = await rawAnswer(
    app.url + path,
    {
      ...admin,
      'Content-Type': 'application/json',
      'Accept-Encoding': 'br',
      'If-Match': gzip.headers.etag!,
      'If-None-Match': '*',
    },
    'PUT',
    JSON.stringify({ ProjectName: 'Seminars' }),
  );
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, (await tagNow()).replace(/"$/, '-br"')]);
});

const ask = async (headers: Record<string, string>) => rawAnswer(app.url + path, { ...admin, ...headers });

// The number of calls grows with the square of the number of writers, so only the full test run uses 50 writers.
const writers = inGate ? 50 : 20;

it(`loses no update of ${writers} concurrent writers of a project`, async () => {
  const addOne = async (): Promise<void> => {
    for (;;) {
      const { body, headers } = await read();
      const next = String(Number(body.Projects[0].Description) + 1);
      const { status } = await put({ Description: next }, headers.etag);
      if (status === 200) return;
      expect(status).toBe(412);
    }
  };
  await Promise.all(Array.from({ length: writers }, addOne));
  expect(await described()).toBe(String(writers));
});

it('replays a response for an Idempotency-Key although the If-Match of the call is outdated', async () => {
  const tag = await tagNow();
  const once = () => put({ Description: 'once' }, tag).set('Idempotency-Key', 'safe-edit');
  const first = await once().expect(200);
  const again = await once().expect(200);
  expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
});

it('checks the request and the record before If-Match, and rejects If-Match on paths without a record', async () => {
  await put({ ProjectName: 7 }, '"other"').expect(400);
  for (const tag of ['"other"', '*'])
    await app.http
      .put('/v1/Projects/9')
      .set({ ...admin, ...plain, 'If-Match': tag })
      .send({ Description: 'x' })
      .expect(404);
  const post = (tag: string) =>
    app.http
      .post('/v1/Projects')
      .set({ ...admin, ...plain, 'If-Match': tag })
      .send({ ProjectName: 'x' });
  await post(await tagNow()).expect(412);
  await post('*').expect(200);
});

describe('a record without a GET', () => {
  const tasks = '/v1/webix/gantt/tasks';
  const send = (verb: 'post' | 'put' | 'delete', target: string, body: object, tag?: string) =>
    app.http[verb](target)
      .set({ ...admin, ...plain, ...(tag && { 'If-Match': tag }) })
      .send(body);

  it('sends the ETag of a Gantt task in the response of each write, even of the first', async () => {
    const added = await send('post', tasks, { text: 'First' }).expect(200);
    const at = `${tasks}/${added.body.id}`;
    const changed = await send('put', at, { progress: 10 }, added.headers.etag).expect(200);
    expect(changed.headers.etag).not.toBe(added.headers.etag);
    const moved = await send('put', `${at}/position.csv`, { mode: 'first' }, changed.headers.etag).expect(200);
    expect(moved.headers.etag).toBe(changed.headers.etag.replace('json', 'csv'));
    const again = await send('put', at, { progress: 10 }).expect(200);
    expect(again.headers.etag).toBe(changed.headers.etag);
    const removed = await send('delete', at, {}, moved.headers.etag).expect(200);
    expect(removed.headers.etag).toBeUndefined();
    await send('put', at, { progress: 20 }, '*').expect(404);
  });

  it('sends the current ETag of a Gantt task with a 412, so that the client can repeat the edit', async () => {
    const added = await send('post', tasks, { text: 'Race' }).expect(200);
    const at = `${tasks}/${added.body.id}`;
    await send('put', at, { progress: 10 }, added.headers.etag).expect(200);
    for (const verb of ['put', 'delete'] as const) {
      const lost = await send(verb, at, { progress: 20 }, added.headers.etag).expect(412);
      expect(lost.headers.etag).toBeUndefined();
      const { ETag } = lost.body.ResponseStatus.Meta;
      await send('put', at, { progress: 10 }, ETag).expect(200);
    }
  });

  it('loses no update of 20 concurrent writers of a Gantt task', async () => {
    const { body, headers } = await send('post', tasks, { text: 'Count', progress: 0 }).expect(200);
    const at = `${tasks}/${body.id}`;
    const addOne = async (): Promise<void> => {
      for (let [tag, progress] = [headers.etag, 0]; ;) {
        const { status, body: answer } = await send('put', at, { progress: progress + 1 }, tag);
        if (status === 200) return;
        expect(status).toBe(412);
        tag = answer.ResponseStatus.Meta.ETag;
        progress = (await app.http.get(tasks).set(admin)).body.find(
          ({ id }: { id: string }) => id === body.id,
        ).progress;
      }
    };
    await Promise.all(Array.from({ length: 20 }, addOne));
    const all = (await app.http.get(tasks).set(admin)).body as { id: string; progress: number }[];
    expect(all.find(({ id }) => id === body.id)!.progress).toBe(20);
  });

  it('reads the ETag of a Gantt task with a @Reader, because no GET returns a single task', async () => {
    await app.http.get(`${tasks}/1`).set(admin).expect(405);
  });
});

it('does not reveal the ETag of a record that the caller may not read', async () => {
  await store(app, 'Agent', [
    { AgentId: 3, AgentName: 'Own', AgentStatus: 'Active' },
    { AgentId: 4, AgentName: 'Other', AgentStatus: 'Active' },
  ]);
  await store(app, 'Contact', [
    { ContactId: 30, Name: 'Own', AgentId: 3 },
    { ContactId: 40, Name: 'Other', AgentId: 4 },
  ]);
  const agent = await app.as('Agent', 3);
  const tag = await tagNow('/v1/Contacts/40');
  const send = (verb: 'put' | 'delete', id: number, ifMatch: string) =>
    app.http[verb](`/v1/Contacts/${id}`).set({ ...agent, ...plain, 'If-Match': ifMatch });
  expect((await send('put', 30, '"other"').expect(412)).body.ResponseStatus.Meta.ETag).toBeDefined();
  for (const verb of ['put', 'delete'] as const)
    for (const ifMatch of ['"other"', '*', tag]) {
      const { body, headers } = await send(verb, 40, ifMatch).expect(403);
      expect(body.ResponseStatus.Meta).toEqual({ RequestId: expect.any(String) });
      expect(headers.etag).toBeUndefined();
    }
});
