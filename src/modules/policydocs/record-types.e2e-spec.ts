import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';

type Caller = Record<'Authorization', string>;

const at = '/v1/PolicyDocuments/RecordTypes';
let app: TestApp;
let agent: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  agent = await app.as('Agent');
  admin = await app.as('Administrator');
  await store(app, 'PolicyDocument', [
    { Id: 1, Name: 'Notice' },
    { Id: 2, Name: 'Fact finder' },
  ]);
});
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM policy_document_defaults`);
    await app.db.execute(sql`DELETE FROM record_types`);
  });
  await store(app, 'RecordType', [{ RecordType: 'Project' }, { RecordType: 'Contact' }]);
  await store(app, 'PolicyDocumentDefault', [
    { RecordType: 'Contact', Id: 1, IsDefault: true },
    { RecordType: 'contact', Id: 2, IsDefault: false },
    { RecordType: 'Contact', Id: 2, IsDefault: true },
    { RecordType: 'Project', Id: 2, IsDefault: false },
  ]);
});
afterAll(() => app.close());

const post = (who: Caller, sent: object) => app.http.post(at).set(who).send(sent);
const put = (name: string, sent: object, who = admin) => app.http.put(`${at}/${name}`).set(who).send(sent);
const types = async (query = '') =>
  (
    await app.http
      .get(at + query)
      .set(agent)
      .expect(200)
  ).body.RecordTypes;
const offered = async (type: string): Promise<string[]> =>
  (await app.http.get(`/v1/PolicyDocumentDefaults/${type}`).set(agent).expect(200)).body.PolicyDocuments.map(
    ({ Name, IsDefault }: { Name: string; IsDefault: boolean }) => `${Name} ${IsDefault}`,
  );

it('lists the record types, and reads a record type in any letter case', async () => {
  expect(await types()).toEqual([{ RecordType: 'Contact' }, { RecordType: 'Project' }]);
  expect(await types('?RecordTypeStartsWith=pro')).toEqual([{ RecordType: 'Project' }]);
  const { body, headers } = await app.http.get(`${at}/CONTACT`).set(agent).expect(200);
  expect(body.RecordTypes).toEqual([{ RecordType: 'Contact' }]);
  await app.http.get(`${at}/Contact`).set(agent).set('If-None-Match', headers.etag).expect(304);
  await app.http.get(`${at}/Nothing`).set(agent).expect(404);
  await app.http
    .get(at)
    .set(await app.as('Worker'))
    .expect(403);
});

it('adds a record type, and refuses a type that exists in any letter case', async () => {
  await post(agent, { RecordType: 'Household' }).expect(403);
  expect((await post(admin, { RecordType: ' Household ' }).expect(200)).body.RecordTypes).toEqual([
    { RecordType: 'Household' },
  ]);
  for (const RecordType of ['Household', 'HOUSEHOLD', 'household']) await post(admin, { RecordType }).expect(409);
  expect(await offered('household')).toEqual([]);
  const both = await Promise.all([post(admin, { RecordType: 'case' }), post(admin, { RecordType: 'CASE' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(fieldErrors(await post(admin, {}).expect(400))).toEqual(['RecordType NotEmpty']);
  expect(fieldErrors(await post(admin, { RecordType: '*' }).expect(400))).toEqual(['RecordType Invalid']);
});

it('renames a record type, also for the documents that are offered for it', async () => {
  await put('Contact', { NewName: 'Client' }, agent).expect(403);
  expect((await put('contact', { NewName: 'Client' }).expect(200)).body.RecordTypes).toEqual([
    { RecordType: 'Client' },
  ]);
  expect(await types()).toEqual([{ RecordType: 'Client' }, { RecordType: 'Project' }]);
  expect(await offered('client')).toEqual(['Fact finder true', 'Notice true']);
  expect(await offered('Project')).toEqual(['Fact finder false']);
  await app.http.get('/v1/PolicyDocumentDefaults/Contact').set(agent).expect(404);
  expect((await put('client', { NewName: 'CLIENT' }).expect(200)).body.RecordTypes).toEqual([{ RecordType: 'CLIENT' }]);
  expect(await offered('client')).toHaveLength(2);
  await put('client', { NewName: 'project' }).expect(409);
  await put('Contact', { NewName: 'Other' }).expect(404);
  expect(fieldErrors(await put('client', {}).expect(400))).toEqual(['NewName NotEmpty']);
  expect(fieldErrors(await put('client', { NewName: '*' }).expect(400))).toEqual(['NewName Invalid']);
});

it('refuses to import a record type that exists in another letter case', async () => {
  const send = (text: string) =>
    app.http.post('/v1/Sets/record-types').set(admin).set('Content-Type', 'text/csv').send(text);
  const { body } = await send('RecordType\r\nHousehold\r\nContact\r\n').expect(200);
  expect(body).toMatchObject({ Read: 2, Inserted: 1, Unchanged: 1 });
  expect(fieldErrors(await send('RecordType\r\nCONTACT\r\n').expect(400))).toEqual(['line 2 Invalid']);
  expect(await types()).toHaveLength(3);
});
