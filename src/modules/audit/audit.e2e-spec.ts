import sql, { join, type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, expectIntact } from '../../../test/support/processes/cli.js';
import { sheetsOf } from '../../../test/support/clients/workbook.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { until } from '../../../test/support/time/until.js';
import { store } from '../../../test/support/data/rows.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { Config } from '../../config/config.js';
import { runCall } from '../../context/call-context.js';
import { AuditEntry, AuditRecord } from '../../database/audit/audit.entity.js';
import { newGuid } from '../../record/values/guid.js';
import { Contact } from '../contacts/contact.entity.js';
import { AuditValuesService } from './audit-values.service.js';

const at = '/v1/Audit';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
  await seedPeople(app);
});
afterAll(() => app.close());

const listed = async (query: string) =>
  (await app.http.get(`${at}?${query}`).set(admin).expect(200)).body.Audit as Record<string, string>[];
const add = (name: string, id: string) =>
  app.http.post('/v1/Locations').set(admin).set('X-Request-Id', id).send({ Name: name }).expect(200);

it('lists the audited calls with their users and changes, newest first', async () => {
  const ids = [];
  for (const name of ['North', 'South', 'East'])
    ids.push((await add(name, `made-for-${name}`)).body.Locations[0].LocationId as string);
  const entries = await listed('Record=Location&RequestIdStartsWith=made-for-');
  expect(entries.map(({ RecordId }) => RecordId)).toEqual([...ids].reverse());
  expect(entries[0]).toEqual({
    AuditId: expect.any(Number),
    At: expect.stringMatching(/^20.*Z$/),
    UserId: await app.userOf('Administrator'),
    UserName: 'administrator-0@example.test',
    Operation: 'addLocation',
    Record: 'Location',
    RecordId: ids[2],
    RequestId: 'made-for-East',
    Changes: expect.stringContaining('East'),
  });
  expect(JSON.parse(entries[0].Changes)).toMatchObject([{ Action: 'Insert', After: { Name: 'East' } }]);
  const [made] = await listed('Operation=synchroniseRoles');
  expect(made).toMatchObject({ UserId: '0'.repeat(32), UserName: '' });
});

it('filters the audit by user, record and request, and pages through it', async () => {
  for (const name of ['North', 'South', 'East']) await add(`New ${name}`, `filtered-${name}`);
  const [{ UserId, RecordId }] = await listed('RequestId=filtered-South');
  expect(await listed(`RecordId=${RecordId}&Record=Location`)).toHaveLength(1);
  const own = await listed(`UserId=${UserId}`);
  expect(await listed(`UserId=${UserId}&skip=1&take=1`)).toEqual([own[1]]);
  expect((await listed('UserName=administrator-0@example.test&fields=RequestId')).length).toBe(own.length);
  expect(await listed('RequestIdIn=filtered-North,filtered-East')).toHaveLength(2);
  const csv = `${at}.csv?RequestId=filtered-North&fields=Operation,UserName`;
  const { text } = await app.http.get(csv).set(admin).expect(200);
  expect(text).toBe('Operation,UserName\r\naddLocation,administrator-0@example.test\r\n');
});

it('hides secrets and SSNs in the audit', async () => {
  await app.db.tx(() => app.db.insert(Contact, { ContactId: 41, Name: 'A', SSN: 'encrypted-123456789' }));
  const everything = JSON.stringify(await listed(''));
  expect(everything).toContain('***');
  expect(everything).not.toMatch(/123456789|\$argon2/);
});

describe('personal values', () => {
  let id = 76;
  /** The X-Request-Id of the change before each test. */
  let newPhone: string;
  const change = async (values: object, request: string) =>
    app.http.put(`/v1/Contacts/${id}`).set(admin).set('X-Request-Id', request).send(values).expect(200);
  const changes = async (request: string) =>
    JSON.parse((await listed(`RequestId=${request}`))[0].Changes) as Record<string, unknown>[];
  const stored = () =>
    app.db.all<{ Digest: string; Sealed: string }>(sql`SELECT v.* FROM audit_values v JOIN audit a
      ON a.AuditId = v.AuditId WHERE a.RequestId = ${newPhone}`);

  beforeEach(async () => {
    newPhone = `new-phone-${++id}`;
    await store(app, 'Contact', [
      { ContactId: id, ContactGUID: newGuid(), AgentId: person.own, FirstName: 'Ada', Phone: '555-0100' },
    ]);
    await change({ Phone: '555-0199', Title: 'Byron' }, newPhone);
  });

  it('the audit shows personal values before and after a change, and stores them encrypted', async () => {
    expect(await changes(newPhone)).toEqual([
      {
        ...{ Record: 'Contact', Id: String(id), Action: 'Update' },
        Before: { Phone: '555-0100', Title: null },
        After: { Phone: '555-0199', Title: 'Byron' },
      },
    ]);
    const [{ Changes }] = await app.db.all<{ Changes: string }>(
      sql`SELECT a.Changes FROM audit a WHERE a.RequestId = ${newPhone}`,
    );
    expect(Changes).not.toMatch(/555-0|Byron/);
    expect(JSON.stringify(await stored())).not.toMatch(/555-0|Byron/);
    expect(await stored()).toHaveLength(1);
  });

  it('a workbook has the changes in words', async () => {
    const answer = await fetch(`${app.url}${at}?format=xlsx&RequestId=${newPhone}&fields=Changes`, { headers: admin });
    const [[, [changed]]] = sheetsOf(Buffer.from(await answer.arrayBuffer()));
    expect(changed).toBe(`Contact ${id}, Update: Title:  → Byron; Phone: 555-0100 → 555-0199`);
  });

  it('the audit masks a personal value that was altered', async () => {
    const [{ Digest, Sealed }] = await stored();
    const write = (value: string) =>
      app.db.tx(() => app.db.execute(sql`UPDATE audit_values SET Sealed = ${value} WHERE Digest = ${Digest}`));
    await write(`${Sealed.slice(0, -2)}${Sealed.endsWith('AA') ? 'BB' : 'AA'}`);
    expect((await changes(newPhone))[0]).toMatchObject({ After: { Phone: '***' } });
    await write(Sealed);
    expect((await changes(newPhone))[0]).toMatchObject({ After: { Phone: '555-0199' } });
  });

  it('agency reseal encrypts personal values with a new FIELD_KEY', async () => {
    await app.db.tx(() => app.db.remove(Contact, { ContactId: 41 }));
    const settings = cliSettings(app.database);
    const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32), FIELD_KEYS_OLD: settings.FIELD_KEY };
    const [{ Sealed }] = await stored();
    expect(await agency(['reseal'], rotated)).toMatchObject({ code: 0 });
    expect((await stored())[0].Sealed.slice(0, 8)).not.toBe(Sealed.slice(0, 8));
    const back = { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY };
    expect(await agency(['reseal'], back)).toMatchObject({ code: 0 });
    expect((await changes(newPhone))[0]).toMatchObject({ Before: { Phone: '555-0100' } });
  });

  it('an erasure deletes the personal values of a person in the audit, and changes no entry', async () => {
    const settings = cliSettings(app.database);
    expect(await agency(['person', 'erase', String(id), '--yes'], settings)).toMatchObject({ code: 0 });
    expect(await stored()).toEqual([]);
    expect(await changes(newPhone)).toEqual([
      {
        ...{ Record: 'Contact', Id: String(id), Action: 'Update' },
        Before: { Phone: '***', Title: null },
        After: { Phone: '***', Title: '***' },
      },
    ]);
    await expectIntact(settings);
  });
});

describe('a call that changed several records', () => {
  const keys = async (query: string) => (await listed(query)).map(({ Operation }) => Operation);

  it('finds the audit row of a transfer by the key of each transferred record', async () => {
    const lines = [1, 2, 3].map((ID) => ({ TableName: 'Opened', ID }));
    await store(
      app,
      'SmartsheetLine',
      lines.map((line) => ({ ...line, AgentId: person.own })),
    );
    await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set(admin)
      .send({ agent: { AgentId: person.below }, lines })
      .expect(200);
    for (const { ID } of lines) {
      expect(await keys(`Record=SmartsheetLine&RecordId=${ID},Opened&take=1`)).toEqual(['transferSmartsheetLines']);
      expect(await keys(`RecordId=${ID},Opened`)).toContain('transferSmartsheetLines');
    }
    expect(await keys('Record=SmartsheetTransfer')).toEqual(['transferSmartsheetLines']);
  });

  it('finds the audit row of an import by the key of each imported record', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `${index + 5000},Kind ${index},Tests`);
    const csv = ['EventTypeId,EventTypeName,EventCategory', ...rows].join('\n');
    expect(await agency(['import', 'event-types', '-'], cliSettings(app.database), csv)).toMatchObject({ code: 0 });
    for (const id of [5000, 5001, 6499])
      expect(await keys(`Record=EventType&RecordId=${id}`)).toEqual([expect.stringMatching(/^agency import/)]);
    const [{ Changes }] = await listed('Record=EventType&RecordId=6499');
    expect(JSON.parse(Changes)).toEqual([
      expect.objectContaining({ Id: '6499', After: expect.objectContaining({ EventTypeName: 'Kind 1499' }) }),
    ]);
  });
});

describe('a large import', () => {
  const first = 20_000;
  const ids = Array.from({ length: 600 }, (_, index) => first + index);
  const read = (columns: string, line: (id: number) => string) =>
    agency(['import', 'contacts', '-'], cliSettings(app.database), `${columns}\n${ids.map(line).join('\n')}`);
  const partsOf = (operation: string) =>
    app.db.all<AuditEntry>(sql`SELECT * FROM audit WHERE Operation LIKE ${operation} AND AuditId > ${before}
      ORDER BY AuditId`);
  const valuesOf = async (entries: readonly AuditEntry[]): Promise<number> => {
    const list = join(entries.map(({ AuditId }) => AuditId));
    const [{ Total }] = await app.db.all<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM audit_values v WHERE v.AuditId IN (${list})`,
    );
    return Total;
  };
  let before: unknown;

  beforeAll(async () => {
    const [{ Newest }] = await app.db.all<{ Newest: unknown }>(sql`SELECT MAX(AuditId) AS Newest FROM audit`);
    before = Newest;
    const added = await read('ContactId,FirstName,Phone,Tags,AgentId', (id) => `${id},Ada ${id},,old,${person.own}`);
    expect(added).toMatchObject({ code: 0 });
    const changed = await read('ContactId,Phone,Tags', (id) => `${id},305 555 ${id % 10_000},new ${'x'.repeat(100)}`);
    expect(changed).toMatchObject({ code: 0 });
  });

  it('is audited in entries of 64 KB with one RequestId, which have every change in full', async () => {
    const entries = await partsOf('agency import%');
    expect(entries.length).toBeGreaterThan(5);
    for (const { Changes } of entries) expect(Changes.length).toBeLessThan(70_000);
    expect(new Set(entries.map(({ RequestId }) => RequestId)).size).toBe(2);
    const changes = entries.flatMap(({ Changes }) => JSON.parse(Changes) as { Record: string; Id: string }[]);
    const changed = changes.filter(({ Record }) => Record === 'Contact').map(({ Id }) => Number(Id));
    expect(changed.sort((a, b) => a - b)).toEqual(ids.flatMap((id) => [id, id]));
    expect(changes.at(-1)).toEqual({ Record: 'contacts', Id: '', Action: 'Import', Count: ids.length });
  });

  it('is found by the key of each record, whose change can be undone', async () => {
    for (const id of [first, first + 299, first + 599]) {
      expect(await listed(`Record=Contact&RecordId=${id}`)).toHaveLength(2);
      const path = `/v1/Contacts/${id}`;
      const { body } = await app.http.get(`${path}/History`).set(admin).expect(200);
      const [last, added, ...others] = body.History as { AuditId: number; Changes: object[] }[];
      expect(others).toEqual([]);
      expect(added.Changes).toContainEqual({ Field: 'FirstName', From: null, To: `Ada ${id}` });
      expect(last.Changes).toEqual([
        { Field: 'Phone', From: null, To: `305 555 ${id % 10_000}` },
        { Field: 'Tags', From: 'old', To: expect.stringMatching(/^new x/) },
      ]);
      const undone = await app.http.post(`${path}/History/${last.AuditId}/Revert`).set(admin).expect(200);
      expect(undone.body.Contacts).toMatchObject([{ Phone: null, Tags: 'old' }]);
    }
  });

  it('an erasure deletes the personal values of a person in every entry, and changes no entry', async () => {
    const entries = await partsOf('agency import%');
    expect(await valuesOf(entries)).toBe(2 * ids.length);
    const id = first + 300;
    const erased = await agency(['person', 'erase', String(id), '--yes'], cliSettings(app.database));
    expect(erased).toMatchObject({ code: 0 });
    expect(await valuesOf(entries)).toBe(2 * ids.length - 2);
    const { body } = await app.http.get(`/v1/Contacts/${id}/History`).set(admin).expect(200);
    expect(JSON.stringify(body)).not.toMatch(/Ada|305 555/);
    await expectIntact(cliSettings(app.database));
  });

  it('a transaction that erases a person keeps no personal values, even of parts written before', async () => {
    await runCall({ userId: null, operationName: 'forgetful', requestId: 'forgetful' }, () =>
      app.db.tx(async () => {
        const rows = ids.slice(0, 300).map((id) => ({ ContactId: id + 10_000, Name: `Ada ${id}` }));
        await app.db.insertAll(Contact, rows);
        await app.db.insert(Contact, { ContactId: 40_000, Name: 'Ada' });
        expect(await valuesOf(await partsOf('forgetful'))).toBeGreaterThan(10);
        await app.get(AuditValuesService).forget([]);
        await app.db.insert(Contact, { ContactId: 40_001, Name: 'Ada' });
      }),
    );
    const entries = await partsOf('forgetful');
    expect(entries.length).toBeGreaterThan(5);
    expect(await valuesOf(entries)).toBe(0);
  });
});

describe('exports', () => {
  const exported = async (request: string) => {
    const filter = `RequestId=${request}&ChangesContains=Export`;
    await until(async () => (await listed(filter)).length > 0);
    const [entry] = await listed(filter);
    return { ...entry, Changes: JSON.parse(entry.Changes) as object[] };
  };
  const read = (path: string, request: string) => app.http.get(path).set(admin).set('X-Request-Id', request);

  beforeAll(async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `${50_000 + at},${person.own},Exported ${at}`);
    const csv = ['ContactId,AgentId,Name', ...lines].join('\n');
    expect(await agency(['import', 'contacts', '-'], cliSettings(app.database), csv)).toMatchObject({ code: 0 });
  });

  it('audits a list as a file from 100 records on, with filters and fields, and no name of a person', async () => {
    const query = 'take=100&fields=ContactId,Name&Search=exported&NameContains=Exp';
    await read(`/v1/Contacts.csv?${query}`, 'export-csv').expect(200);
    expect(await exported('export-csv')).toMatchObject({
      UserName: 'administrator-0@example.test',
      Operation: 'listContacts',
      Record: 'Contact',
      RecordId: '',
      Changes: [
        {
          ...{ Record: 'Contact', Id: '', Action: 'Export', Count: 100 },
          After: {
            Format: 'csv',
            Query: { take: '100', fields: 'ContactId,Name', Search: '***', NameContains: '***' },
          },
        },
      ],
    });
    await read('/v1/Contacts.xlsx?take=100', 'export-xlsx').expect(200);
    expect((await exported('export-xlsx')).Changes).toMatchObject([{ Count: 100, After: { Format: 'xlsx' } }]);
  });

  it('audits a JSON list from 1,000 records on, and no shorter page', async () => {
    await read('/v1/Contacts.csv?take=99', 'export-page').expect(200);
    await read('/v1/Contacts?take=999', 'export-list').expect(200);
    await app.http.head('/v1/Contacts.csv').set(admin).set('X-Request-Id', 'export-head').expect(200);
    await read('/v1/Contacts?take=1000', 'export-1000').expect(200);
    expect((await exported('export-1000')).Changes).toMatchObject([{ Count: 1000, After: { Format: 'json' } }]);
    expect(await listed('RequestIdIn=export-page,export-list,export-head')).toEqual([]);
  });

  it('audits the export of a record set with its number of records', async () => {
    await read('/v1/Sets/contact-shares', 'export-set').expect(200);
    expect((await exported('export-set')).Changes).toEqual([
      { Record: 'contact-shares', Id: '', Action: 'Export', Count: 0, After: { Format: 'csv' } },
    ]);
  });

  it('audits an export whose client leaves early', async () => {
    for (const path of ['/v1/Sets/contacts', '/v1/Contacts.csv']) {
      const request = `left-${path.includes('Sets') ? 'set' : 'list'}`;
      const left = new AbortController();
      const response = await fetch(`${app.url}${path}`, {
        headers: { ...admin, 'X-Request-Id': request, 'Accept-Encoding': 'identity' },
        signal: left.signal,
      });
      await response.body!.getReader().read();
      left.abort();
      expect((await exported(request)).Changes).toMatchObject([{ Action: 'Export', Count: expect.any(Number) }]);
    }
  });

  it('finds who read the SSN of a contact by its ContactId, of lists of any length too', async () => {
    const ssn = (id: number) => app.get(FieldCipher).encrypt('123-45-6789', `contacts.SSN:${id}`);
    for (const id of [50_000, 50_999])
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = ${ssn(id)} WHERE ContactId = ${id}`));
    const { body: shown } = await read('/v1/Contacts?fields=ContactId,SSN', 'ssn-list').expect(200);
    const Count = (shown.Contacts as object[]).length;
    expect((await exported('ssn-list')).Changes).toMatchObject([{ Record: 'Contact', Action: 'Export', Count }]);
    const settings = cliSettings(app.database);
    expect(await agency(['export', 'contacts', '--with-ssn'], settings)).toMatchObject({ code: 0 });
    for (const id of [50_000, 50_999]) {
      const found = await listed(`Record=Contact&RecordId=${id}&ChangesContains=ReadSSN`);
      expect(found).toMatchObject([{ Operation: expect.stringMatching(/^agency export/) }, { RequestId: 'ssn-list' }]);
      for (const { Changes } of found)
        expect(JSON.parse(Changes)).toContainEqual({ Record: 'Contact', Id: String(id), Action: 'ReadSSN' });
      const { body } = await app.http.get(`/v1/Contacts/${id}/History`).set(admin).expect(200);
      expect(body.History.map(({ Operation }: { Operation: string }) => Operation)).toContain('listContacts');
    }
    expect(await listed('Record=Contact&RecordId=50001&ChangesContains=ReadSSN')).toEqual([]);
  });
});

it('refuses to add or change audit entries, and shows them only to Administrators', async () => {
  for (const verb of ['post', 'put', 'delete'] as const) expect((await app.http[verb](at).set(admin)).status).toBe(405);
  await app.http
    .get(at)
    .set(await app.as('Agent'))
    .expect(403);
  await app.http
    .get(at)
    .set(await app.as('Worker'))
    .expect(403);
});

it('a page of the entries about a kind of record has its newest ones, however few and old they are', async () => {
  const entry = (index: number, Record: string) => ({
    ...{ At: `2019-01-01T00:00:${String(index % 60).padStart(2, '0')}.0000000`, RecordId: String(index) },
    ...{ Record, Operation: 'rare', Changes: '[]' },
  });
  const entries = Array.from({ length: 40 }, (_, index) => entry(index, index % 4 === 0 ? 'Rare' : 'Frequent'));
  const added = await app.db.tx(() => app.db.insertAll(AuditEntry, entries));
  const later = added.filter((_, index) => index % 10 === 5);
  const records = later.flatMap(({ AuditId }) => ['1', '2'].map((RecordId) => ({ AuditId, Record: 'Rare', RecordId })));
  await app.db.tx(() => app.db.insertAll(AuditRecord, records));
  const wanted = added.filter((row) => row.Record === 'Rare' || later.includes(row)).map(({ AuditId }) => AuditId);
  const ids = async (query: string): Promise<unknown[]> => {
    const { body } = await app.http.get(`${at}?Record=Rare${query}`).set(admin).expect(200);
    if (query.includes('total')) expect(body.ResponseStatus.Meta.Total).toBe(String(wanted.length));
    return (body.Audit as AuditEntry[]).map(({ AuditId }) => AuditId);
  };
  wanted.reverse();
  expect(await ids('')).toEqual(wanted);
  expect(await ids('&take=5&include=total')).toEqual(wanted.slice(0, 5));
  expect(await ids('&take=5&skip=5&include=total')).toEqual(wanted.slice(5, 10));
  expect(await ids('&take=50')).toEqual(wanted);
  expect(await ids('&take=3&orderBy=AuditId')).toEqual(wanted.slice(-3).reverse());
  const page = sql`SELECT DISTINCT r.AuditId AS AuditId FROM audit_records r WHERE r.Record = ${'Rare'}
    ORDER BY r.AuditId DESC LIMIT 5`;
  const isSqlite = app.get(Config).database.kind === 'sqlite';
  const plan = JSON.stringify(await app.db.all(isSqlite ? sql`EXPLAIN QUERY PLAN ${page}` : sql`EXPLAIN ${page}`));
  expect(plan).toMatch(isSqlite ? /SEARCH r USING COVERING INDEX/ : /"key":"IDX/);
  expect(plan).not.toMatch(/TEMP B-TREE|filesort/);
});

it('a page of the audit is read through an index that has its order', async () => {
  const user = await app.userOf('Administrator');
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    At: `2020-01-01T00:${String(Math.floor(index / 60)).padStart(2, '0')}:00.0000000`,
    UserId: user,
    Record: `Kind${index % 7}`,
    RecordId: String(index % 50),
    RequestId: `many-${index}`,
  }));
  await app.db.tx(() => app.db.insertAll(AuditEntry, rows));
  const isSqlite = app.get(Config).database.kind === 'sqlite';
  const conditions: Sql[] = [
    sql`1 = 1`,
    sql`o.UserId = ${user}`,
    sql`o.Record = 'Kind3'`,
    sql`o.RecordId = '7'`,
    sql`o.RequestId = 'many-7'`,
  ];
  for (const condition of conditions) {
    const page = sql`SELECT o.AuditId FROM audit o WHERE ${condition} ORDER BY o.At DESC, o.AuditId DESC LIMIT 20`;
    const plan = JSON.stringify(await app.db.all(isSqlite ? sql`EXPLAIN QUERY PLAN ${page}` : sql`EXPLAIN ${page}`));
    expect(plan).toMatch(isSqlite ? /INDEX/ : /"key":"/);
    if (condition !== conditions[4]) expect(plan).not.toMatch(/TEMP B-TREE|filesort/);
  }
});
