import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, png, upload } from '../../../test/support/data/files.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';
import { fromDate } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { StoredFile } from './file.entity.js';

const most = 200;
const gibibyte = 1024 ** 3;

let app: TestApp;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
  agent = await app.as('Agent', person.own);
});
afterAll(() => app.close());
beforeEach(() =>
  app.db.tx(async () => {
    for (const table of [sql`documents`, sql`files`]) await app.db.execute(sql`DELETE FROM ${table}`);
  }),
);

const send = (content: Buffer, who = agent) =>
  app.http
    .post('/v1/Files')
    .set({ ...who, 'Content-Type': 'application/octet-stream' })
    .send(content);

/** Stores files of the agent that no row names; returns the AttachmentId of the first. */
async function waiting(count: number, more: Partial<StoredFile> = {}): Promise<string> {
  const { AttachmentId } = await upload(app, agent, png);
  const first = (await app.db.read(StoredFile, { AttachmentId }))!;
  const copies = Array.from({ length: count - 1 }, () => ({ ...first, ...more, AttachmentId: newGuid() }));
  await store(app, 'StoredFile', copies);
  return AttachmentId;
}

it('refuses the 201st file of a user that no row names, until one of them is named', async () => {
  const first = await waiting(most - 1);
  await send(pdf()).expect(200);
  const before = await app.db.all(sql`SELECT c.Object FROM file_contents c ORDER BY c.Object`);
  const { body } = await send(pdf()).expect(409);
  expect(body.ResponseStatus.Message).toContain('You have 200 files (');
  expect(await app.db.all(sql`SELECT c.Object FROM file_contents c ORDER BY c.Object`)).toEqual(before);
  await send(png, await app.as('Administrator')).expect(200);
  const named = { AttachmentId: first, TableName: 'Contact', RecordId: 1 };
  await app.http.post('/v1/Dropbox/Documents').set(agent).send(named).expect(200);
  await send(png).expect(200);
  await send(png).expect(409);
});

it('refuses a file of a user beyond 1 GiB of files that no row names', async () => {
  await waiting(2, { Size: String(gibibyte - 5000) });
  await send(pdf(5000)).expect(409);
  await send(pdf(2000)).expect(200);
});

it('does not count unnamed files that are older than a day', async () => {
  const hoursAgo = (hours: number) => ({ UploadedAt: fromDate(new Date(Date.now() - hours * 3_600_000)) });
  await waiting(most + 1, hoursAgo(25));
  await send(png).expect(200);
  await waiting(most, hoursAgo(23));
  await send(png).expect(409);
});

it('accepts one of four concurrent uploads if the limit of files allows one more', async () => {
  await waiting(most - 1);
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(pdf())));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

it('repeats the answer for an Idempotency-Key although the limit of files is now reached', async () => {
  await waiting(most - 1);
  const [content, key] = [pdf(), 'the-last-one'];
  const { body } = await send(content).set('Idempotency-Key', key).expect(200);
  await send(pdf()).expect(409);
  expect((await send(content).set('Idempotency-Key', key).expect(200)).body).toEqual(body);
});
