import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { PolicyDocument } from './policy-document.entity.js';
import type { CataloguedPolicyDocument } from './policydocs.records.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
  await store(app, 'RecordType', [{ RecordType: 'Contact' }, { RecordType: 'Größe' }]);
});
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM policy_document_defaults`);
    await app.db.execute(sql`DELETE FROM policy_documents`);
  });
  await store(app, 'PolicyDocument', [
    { Id: 1, Name: 'Notice', Type: 'Disclosure' },
    { Id: 2, Name: 'Fact finder', Type: 'Form' },
  ]);
  await store(app, 'PolicyDocumentDefault', [
    { RecordType: 'Contact', Id: 1, IsDefault: true },
    { RecordType: '*', Id: 1, IsDefault: false },
  ]);
});
afterAll(() => app.close());

const at = '/v1/PolicyDocuments';
const notice = {
  Id: 1,
  Name: 'Notice',
  Type: 'Disclosure',
  Defaults: [
    { RecordType: '*', Id: 1, IsDefault: false },
    { RecordType: 'Contact', Id: 1, IsDefault: true },
  ],
};
const finder = { Id: 2, Name: 'Fact finder', Type: 'Form', Defaults: [] };

async function listed(query = ''): Promise<CataloguedPolicyDocument[]> {
  return (await app.http.get(`${at}${query}`).set(admin).expect(200)).body.PolicyDocuments;
}
async function defaultsOf(type: string): Promise<string[]> {
  const { body } = await app.http
    .get(`/v1/PolicyDocumentDefaults/${encodeURIComponent(type)}`)
    .set(admin)
    .expect(200);
  return body.PolicyDocuments.map(({ Name, IsDefault }: PolicyDocument) => `${Name} ${IsDefault}`);
}

it('lists policy documents by name, with their record types', async () => {
  expect(await listed()).toEqual([finder, notice]);
  expect(await listed('?Type=Disclosure&fields=Id,Defaults')).toEqual([{ Id: 1, Defaults: notice.Defaults }]);
  const { text } = await app.http.get(`${at}.csv?take=1&skip=1`).set(admin).expect(200);
  expect(text).toBe(
    'Id,Name,Type,Defaults\r\n' +
      '1,Notice,Disclosure,"[{""RecordType"":""*"",""Id"":1,""IsDefault"":false},' +
      '{""RecordType"":""Contact"",""Id"":1,""IsDefault"":true}]"\r\n',
  );
});

it('answers one policy document with its record types', async () => {
  const { body, headers } = await app.http.get(`${at}/1`).set(admin).expect(200);
  expect(body.PolicyDocuments).toEqual([notice]);
  await app.http.get(`${at}/1`).set(admin).set('If-None-Match', headers.etag).expect(304);
  await app.http.get(`${at}/9`).set(admin).expect(404);
});

it('adds a policy document, which is offered for its record types at once', async () => {
  const Defaults = [{ RecordType: ' GRÖßE', IsDefault: true }, { RecordType: 'CONTACT' }];
  const { body } = await app.http.post(at).set(admin).send({ Name: 'Rollover', Defaults }).expect(200);
  const [{ Id }] = body.PolicyDocuments;
  expect(body.PolicyDocuments).toEqual([
    {
      Id,
      Name: 'Rollover',
      Type: '',
      Defaults: [
        { RecordType: 'Contact', Id, IsDefault: false },
        { RecordType: 'Größe', Id, IsDefault: true },
      ],
    },
  ]);
  expect(await defaultsOf('größe')).toEqual(['Rollover true', 'Notice false']);
  expect(await defaultsOf('Contact')).toEqual(['Notice true', 'Rollover false']);
});

it('changes only the sent fields of a document, and replaces Defaults as a whole', async () => {
  const put = async (sent: object) => (await app.http.put(`${at}/1`).set(admin).send(sent).expect(200)).body;
  expect((await put({ Type: 'Form' })).PolicyDocuments).toEqual([{ ...notice, Type: 'Form' }]);
  const { PolicyDocuments } = await put({ Defaults: [{ RecordType: '*', IsDefault: true }, { RecordType: 'Größe' }] });
  expect(PolicyDocuments[0].Defaults).toEqual([
    { RecordType: '*', Id: 1, IsDefault: true },
    { RecordType: 'Größe', Id: 1, IsDefault: false },
  ]);
  expect(await defaultsOf('Contact')).toEqual(['Notice true']);
  const auditRow = await app.db.one<{ Changes: string }>(sql`SELECT Changes FROM audit ORDER BY AuditId DESC LIMIT 1`);
  const changes = JSON.parse(auditRow!.Changes) as { Record: string; Action: string }[];
  expect(changes.map(({ Record, Action }) => `${Record} ${Action}`)).toEqual([
    'PolicyDocumentDefault Delete',
    'PolicyDocumentDefault Update',
    'PolicyDocumentDefault Insert',
  ]);
  expect((await put({ Defaults: [] })).PolicyDocuments[0].Defaults).toEqual([]);
  await app.http.put(`${at}/9`).set(admin).send({ Name: 'Nothing' }).expect(404);
});

it('accepts a policy document sent back unchanged', async () => {
  const { body } = await app.http.put(`${at}/1`).set(admin).send(notice).expect(200);
  expect(body.PolicyDocuments).toEqual([notice]);
});

it('removes a policy document with its defaults', async () => {
  expect((await app.http.delete(`${at}/1`).set(admin).expect(200)).body.PolicyDocuments).toEqual([notice]);
  expect(await listed()).toEqual([finder]);
  expect(await defaultsOf('Contact')).toEqual([]);
  await app.http.delete(`${at}/1`).set(admin).expect(404);
});

it('reports every bad field of a policy document', async () => {
  const Defaults = [{ RecordType: 'Nothing' }, {}, { RecordType: 'contact' }, { RecordType: 'Contact', Id: 7 }];
  const errors = [
    'Defaults[0].RecordType Unknown',
    'Defaults[1].RecordType NotEmpty',
    'Defaults[3].Id Mismatch',
    'Defaults[3].RecordType Duplicate',
  ];
  const added = await app.http.post(at).set(admin).send({ Id: 9, Defaults }).expect(400);
  expect(fieldErrors(added)).toEqual(['Id Invalid', 'Name NotEmpty', ...errors]);
  const changed = await app.http.put(`${at}/1`).set(admin).send({ Name: 'Other', Defaults }).expect(400);
  expect(fieldErrors(changed)).toEqual(errors);
  expect(await listed()).toEqual([finder, notice]);
});

it('refuses the catalogue of documents to callers who are not Administrators', async () => {
  for (const role of ['Agent', 'Worker'] as const) {
    const caller = await app.as(role);
    await app.http.get(at).set(caller).expect(403);
    await app.http.delete(`${at}/1`).set(caller).expect(403);
  }
});
