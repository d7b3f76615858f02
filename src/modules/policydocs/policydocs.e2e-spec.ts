import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { PolicyDocumentDefault, PolicyDocument, RecordType } from './policy-document.entity.js';

let app: TestApp;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  agent = await app.as('Agent');
  await app.db.tx(async () => {
    const names = ['Contact', 'Empty', 'Größe', 'É'];
    await app.db.insertAll(
      RecordType,
      names.map((name) => ({ RecordType: name })),
    );
    await app.db.insertAll(PolicyDocument, [
      { Id: 1, Name: 'Zebra', Type: 'Form' },
      { Id: 2, Name: 'Beta', Type: 'Form' },
      { Id: 3, Name: 'alpha', Type: 'Notice' },
      { Id: 4, Name: 'Everywhere', Type: 'Notice' },
      { Id: 5, Name: 'Elsewhere', Type: 'Notice' },
    ]);
    await app.db.insertAll(PolicyDocumentDefault, [
      { RecordType: 'Contact', Id: 1, IsDefault: true },
      { RecordType: 'Contact', Id: 2, IsDefault: false },
      { RecordType: '*', Id: 2, IsDefault: true },
      { RecordType: 'Contact', Id: 3, IsDefault: false },
      { RecordType: '*', Id: 4, IsDefault: true },
      { RecordType: 'GRÖSSE', Id: 5, IsDefault: true },
      { RecordType: 'É', Id: 5, IsDefault: true },
    ]);
  });
});
afterAll(() => app.close());

const get = (recordType: string, query = '') =>
  app.http.get(`/v1/PolicyDocumentDefaults/${encodeURIComponent(recordType)}${query}`).set(agent);
const names = (body: { PolicyDocuments: PolicyDocument[] }): string[] => body.PolicyDocuments.map(({ Name }) => Name);

it('lists the documents of the type and those of every type, defaults first, then by name', async () => {
  const { body } = await get('Contact').expect(200);
  expect(body.PolicyDocuments).toEqual([
    { Id: 4, Name: 'Everywhere', Type: 'Notice', IsDefault: true },
    { Id: 1, Name: 'Zebra', Type: 'Form', IsDefault: true },
    { Id: 2, Name: 'Beta', Type: 'Form', IsDefault: false },
    { Id: 3, Name: 'alpha', Type: 'Notice', IsDefault: false },
  ]);
});

it.each(['contact', 'CONTACT', '  Contact '])('accepts %j as the record type Contact', async (recordType) => {
  expect(names((await get(recordType).expect(200)).body)).toEqual(['Everywhere', 'Zebra', 'Beta', 'alpha']);
});

it.each(['é', 'e\u0301', 'E\u0301'])('accepts %j as the record type É', async (recordType) => {
  expect(names((await get(recordType).expect(200)).body)).toEqual(['Beta', 'Elsewhere', 'Everywhere']);
});

it('answers the documents of every type for a type without its own', async () => {
  expect(names((await get('Empty').expect(200)).body)).toEqual(['Beta', 'Everywhere']);
});

it('answers an empty list for a type without documents', async () => {
  await app.db.tx(() => app.db.remove(PolicyDocumentDefault, { RecordType: '*', Id: 2 }));
  await app.db.tx(() => app.db.remove(PolicyDocumentDefault, { RecordType: '*', Id: 4 }));
  try {
    expect((await get('Empty').expect(200)).body.PolicyDocuments).toEqual([]);
  } finally {
    await app.db.tx(() =>
      app.db.insertAll(PolicyDocumentDefault, [
        { RecordType: '*', Id: 2, IsDefault: true },
        { RecordType: '*', Id: 4, IsDefault: true },
      ]),
    );
  }
});

it.each(['Nothing', '*', 'Cont'])('answers 404 for the unknown record type %j', async (recordType) => {
  expect((await get(recordType).expect(404)).body.ResponseStatus.ErrorCode).toBe('NotFound');
});

it('answers 304 for the current ETag of a list of documents', async () => {
  const { headers } = await get('Contact').expect(200);
  expect(headers.etag).toMatch(/^"[\w-]+-json"$/);
  await get('Contact').set('If-None-Match', headers.etag).expect(304);
});

it('applies the list options to the documents of a type', async () => {
  const { body } = await get('Contact', '?orderBy=IsDefault,Name&take=2&fields=Name&include=total').expect(200);
  expect(body.PolicyDocuments).toEqual([{ Name: 'Beta' }, { Name: 'alpha' }]);
  expect(body.ResponseStatus.Meta).toEqual({ Total: '4' });
});

it('answers the documents of a type as CSV', async () => {
  const { text } = await get('Contact', '?format=csv').expect(200);
  expect(text.split('\r\n').slice(0, 2)).toEqual(['Id,Name,Type,IsDefault', '4,Everywhere,Notice,true']);
});

it('answers 403 to Workers who list the documents of a type', async () => {
  await app.http
    .get('/v1/PolicyDocumentDefaults/Contact')
    .set(await app.as('Worker'))
    .expect(403);
});
