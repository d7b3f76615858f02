import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { PolicyDocumentDefault, PolicyDocument, RecordType } from './policy-document.entity.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { CataloguedPolicyDocument } from './policydocs.records.js';

describe('policy documents', () => {
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
      { Id: 3, Name: 'alpha', Type: 'Notice', IsDefault: false },
      { Id: 2, Name: 'Beta', Type: 'Form', IsDefault: false },
    ]);
  });

  it.each(['contact', 'CONTACT', '  Contact '])('accepts %j as the record type Contact', async (recordType) => {
    expect(names((await get(recordType).expect(200)).body)).toEqual(['Everywhere', 'Zebra', 'alpha', 'Beta']);
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
    expect(body.PolicyDocuments).toEqual([{ Name: 'alpha' }, { Name: 'Beta' }]);
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
});

describe('catalogue', () => {
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
    const { PolicyDocuments } = await put({
      Defaults: [{ RecordType: '*', IsDefault: true }, { RecordType: 'Größe' }],
    });
    expect(PolicyDocuments[0].Defaults).toEqual([
      { RecordType: '*', Id: 1, IsDefault: true },
      { RecordType: 'Größe', Id: 1, IsDefault: false },
    ]);
    expect(await defaultsOf('Contact')).toEqual(['Notice true']);
    const auditRow = await app.db.one<{ Changes: string }>(
      sql`SELECT Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
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
});

describe('record types', () => {
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
    expect((await put('client', { NewName: 'CLIENT' }).expect(200)).body.RecordTypes).toEqual([
      { RecordType: 'CLIENT' },
    ]);
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
});
