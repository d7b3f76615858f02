import Database from 'better-sqlite3';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import sql, { raw } from 'sql-template-tag';
import { password } from '../../../test/support/app/app.js';
import { unzipped } from '../../../test/support/clients/workbook.js';
import { person } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';
import { until } from '../../../test/support/time/until.js';
import { agency, expectIntact, type Outcome } from '../../../test/support/processes/cli.js';
import { onServer } from '../../../test/support/database/scratch-db.js';
import { app, guid, now, settings, start, tableNamed, words } from '../../../test/support/suites/person.js';
import { run } from '../run.js';
import { Terminal } from '../terminal.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import { Schema } from '../../database/schema/schema.js';
import type { Class } from '../../record/field-types.js';
import { PersonTables } from '../../modules/contacts/person/person-tables.js';

const [canary, other] = [words[1], words[2]];
const call = (...args: string[]): Promise<Outcome> => agency(['person', ...args], settings);

/** The whole database as text, one row a line. */
async function everything(): Promise<string> {
  const lines: string[] = [];
  for (const entity of app.get(Schema).entities) {
    const { name } = tableOf(entity);
    for (const row of await app.db.all(sql`SELECT * FROM ${raw(name)}`)) lines.push(`${name} ${JSON.stringify(row)}`);
  }
  return lines.join('\n');
}

const rows = (entity: Class): Promise<Record<string, unknown>[]> =>
  app.db.all(sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t`);
const occurrences = (text: string, word = canary): number => text.toLowerCase().split(word.toLowerCase()).length - 1;

/** Starts the service with two contacts, once for all tests of a group or before each of them. */
function withContacts(before: typeof beforeAll, after: typeof afterAll): void {
  before(start);
  after(() => app.close());
}
/** Changes a personal value of the contact 1, so that the audit contains it. */
const changePhone = async () =>
  app.http
    .put('/v1/Contacts/1')
    .set(await app.as('Administrator'))
    .send({ Phone: '555-0111' })
    .expect(200);

describe('the tables', () => {
  withContacts(beforeAll, afterAll);

  it('every column that holds the key of a contact is declared as a reference to a contact', () => {
    const keyed = /^(Contact(Id|ID|GUID)|Customer(Id|ID)|RecordId)$/;
    const silent = app.get(Schema).entities.flatMap((entity) => {
      const { link } = app.get(PersonTables).all.some((table) => table.entity === entity)
        ? tableNamed(entity.name)
        : { link: [] as string[] };
      return storedFields(entity)
        .filter(({ name }) => keyed.test(name) && !link.includes(name))
        .map(({ name }) => `${tableOf(entity).name}.${name}`);
    });
    // The audit keeps the ids of records, including the id of the erased contact.
    const ofAudit = ['audit.RecordId', 'audit_records.RecordId'];
    // The list of erasures outlives the contact.
    const ofErasures = ['contact_erasures.ContactGUID'];
    // An erasure removes a message by the ContactId of its receiver.
    const others = ['contacts.ContactGUID', 'contacts.ContactId', 'messages.RecordId'];
    expect(silent.sort()).toEqual([...ofAudit, ...ofErasures, ...others]);
  });

  it('every table that refers to a contact declares how an erasure treats its rows', () => {
    expect(app.get(PersonTables).all.map(({ entity }) => tableOf(entity).name)).toEqual(
      expect.arrayContaining(['contacts', 'activities', 'checkins', 'line_answers', 'survey_answers', 'documents']),
    );
  });

  it('the export reads every table with personal values', () => {
    const { all, naming } = app.get(PersonTables);
    const read = new Set([...all, ...naming].map(({ entity }) => entity));
    const personal = app
      .get(Schema)
      .entities.filter((entity) =>
        storedFields(entity).some(({ options }) => options.personal === true || options.namesPerson === true),
      );
    expect(personal.filter((entity) => !read.has(entity))).toEqual([]);
    expect(naming.map(({ entity }) => tableOf(entity).name)).toEqual(['smartsheet_lines']);
  });

  it('every table that refers to a contact has a row in this test', async () => {
    for (const { entity } of app.get(PersonTables).all)
      expect([entity.name, (await rows(entity)).length > 1]).toEqual([entity.name, true]);
  });
});

describe('agency person export', () => {
  withContacts(beforeAll, afterAll);

  it('`agency person export` writes everything about the contact, and nothing about others', async () => {
    const { code, stdout } = await call('export', '1');
    expect(code).toBe(0);
    const held = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
    const named = app
      .get(PersonTables)
      .all.map(({ entity }) => tableOf(entity).set ?? tableOf(entity).name.replaceAll('_', '-'));
    expect(Object.keys(held)).toEqual([...named, 'smartsheet-lines', 'files', 'audit']);
    expect(held.files).toMatchObject([1, 2].map(() => ({ FileName: `${canary}.txt`, MimeType: 'text/plain' })));
    for (const name of named) expect([name, held[name].length > 0]).toEqual([name, true]);
    expect(held.contacts).toMatchObject([
      { ContactId: 1, Name: canary, DateOfBirth: '1815-12-10T00:00:00.0000000', SSN: '***-**-3456' },
      { ContactId: 11, Name: canary },
    ]);
    expect(held['line-answers']).toMatchObject([{ Answer: canary }]);
    expect(held.activities).toMatchObject([{ Outcome: canary, Note: canary }]);
    expect(held.appointments).toMatchObject([{ Place: canary, Note: canary }]);
    expect(held.documents).toMatchObject([{ RecordId: 1, AttachmentName: canary }]);
    expect(held.audit).toEqual(
      expect.arrayContaining([expect.objectContaining({ Record: 'Activity', RecordId: '1' })]),
    );
    expect(stdout).not.toContain(guid('b'));
    expect(held.activities).toHaveLength(1);
  });

  it("`agency person export --files` writes the contact's files into a folder", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'agency-person-')), 'files');
    expect(await call('export', '1', '--files', folder)).toMatchObject({ code: 0 });
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(`${canary} called`);
    rmSync(folder, { recursive: true });
  });

  it('`agency person export --with-ssn` writes the full social security number, and an audit row', async () => {
    const readSsnQuery = `SELECT Changes FROM audit WHERE Changes LIKE '%ReadSSN%'`;
    expect(await app.db.all(sql`${raw(readSsnQuery)}`)).toEqual([]);
    const { stdout } = await call('export', '1', '--with-ssn');
    expect((JSON.parse(stdout) as { contacts: unknown[] }).contacts).toMatchObject([
      { SSN: '900-12-3456' },
      { ContactId: 11 },
    ]);
    const after = await app.db.all<{ Changes: string }>(sql`${raw(readSsnQuery)}`);
    expect(after.map(({ Changes }) => JSON.parse(Changes) as unknown)).toEqual([
      [{ Record: 'Contact', Id: '1', Action: 'ReadSSN', After: {} }],
    ]);
  });

  it('`agency person export` refuses an unknown contact', async () => {
    for (const id of ['9', '2147483647'])
      expect(await call('export', id)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `error: There is no contact ${id}.\n`,
      });
    expect(await call('export', 'x')).toMatchObject({ code: 2 });
  });
});

describe('the audit', () => {
  withContacts(beforeAll, afterAll);

  it('the audit keeps personal values encrypted and apart from its rows, and shows them', async () => {
    const admin = await app.as('Administrator');
    const sent = { FirstName: `${other} changed`, Phone: '555-0100', SSN: '900-12-3456', ContactType: 3 };
    await app.http.put('/v1/Contacts/2').set(admin).send(sent).expect(200);
    const { body } = await app.http.get('/v1/Audit?RecordId=2&Record=Contact').set(admin).expect(200);
    const [{ Changes }] = body.Audit as { Changes: string }[];
    const [change] = JSON.parse(Changes) as unknown[];
    expect(change).toEqual({
      ...{ Record: 'Contact', Id: '2', Action: 'Update' },
      Before: { FirstName: other, Phone: `${other} 555-0199`, SSN: '***', ContactType: null },
      After: { FirstName: `${other} changed`, Phone: '555-0100', SSN: '***', ContactType: 3 },
    });
    for (const table of ['audit', 'audit_values']) {
      const stored = JSON.stringify(await app.db.all(sql`SELECT * FROM ${raw(table)}`));
      for (const word of [...Object.values(words), '555-0100'])
        expect([table, occurrences(stored, word)]).toEqual([table, 0]);
    }
  });

  it("`agency person export` shows only the contact's own personal values of the audit", async () => {
    await changePhone();
    const { audit } = JSON.parse((await call('export', '1')).stdout) as { audit: { Changes: string }[] };
    const auditText = audit.map(({ Changes }) => Changes).join('\n');
    expect(auditText).toContain(`"Before":{"Phone":"${canary} 555-0199"},"After":{"Phone":"555-0111"}`);
    expect(occurrences(auditText, other)).toBe(0);
  });
});

describe('the data of a person over HTTP', () => {
  withContacts(beforeEach, afterEach);
  const path = '/v1/Contacts/1/Person';
  const get = async (query = '', at = path) => app.http.get(`${at}${query}`).set(await app.as('Administrator'));
  const valuesIn = async (query = '') => (await get(query).then(({ body }) => body.Person)) as Record<string, string>[];
  const line = (ID: number, ClientName: string) =>
    store(app, 'SmartsheetLine', [{ TableName: 'LifeCases', ID, AgentId: person.own, ClientName }]);
  const erase = async (sent: object) =>
    app.http
      .post('/v1/Contacts/1/Erase')
      .set(await app.as('Administrator'))
      .send(sent);
  const exports = async () =>
    (await get('?Record=Contact&RecordId=1&ChangesContains="Export"', '/v1/Audit')).body.Audit as { Changes: string }[];

  it('the export has every value of every table, each text field, the smartsheet lines, files and audit', async () => {
    await line(1, canary.toUpperCase());
    await line(2, other);
    await changePhone();
    const values = await valuesIn();
    const named = [...app.get(PersonTables).all, ...app.get(PersonTables).naming];
    const sets = named.map(({ entity }) => tableOf(entity).set ?? tableOf(entity).name.replaceAll('_', '-'));
    expect([...new Set(values.map(({ Set: name }) => name))]).toEqual([...sets, 'files', 'audit']);
    for (const [at, { entity }] of named.entries()) {
      const shown = storedFields(entity).filter(({ options }) => !options.secret);
      const [row] = await app.db.all<Record<string, unknown>>(sql`SELECT ${columns(entity, 't')}
        FROM ${raw(tableOf(entity).name)} t LIMIT 1`);
      const set = shown.filter(({ name }) => ![null, '', '[]', '{}'].includes(row[name] as string | null));
      const fields = values.filter(({ Set: name }) => name === sets[at]).map(({ Field }) => Field.split(': ')[0]);
      expect([entity.name, set.filter(({ name }) => !fields.includes(name))]).toEqual([entity.name, []]);
    }
    expect(values).toContainEqual({ Set: 'contacts', Key: '1', Field: 'SSN', Value: '***-**-3456' });
    expect(values).toContainEqual({ Set: 'activities', Key: '1', Field: 'Note', Value: canary });
    expect(values).toContainEqual({
      Set: 'smartsheet-lines',
      Key: '1,LifeCases',
      Field: 'ClientName',
      Value: canary.toUpperCase(),
    });
    expect(values).toContainEqual(
      expect.objectContaining({ Set: 'audit', Field: 'Contact 1, Update, After: Phone', Value: '555-0111' }),
    );
    // Each value of an audit entry has a row, so that the JSON text of its changes has none.
    expect(values.filter(({ Set: name, Field }) => name === 'audit' && Field === 'Changes')).toEqual([]);
    expect(JSON.stringify(values)).not.toMatch(new RegExp(`${other}|${guid('b')}`, 'i'));
    await until(async () => (await exports()).length === 1);
    expect(JSON.parse((await exports())[0].Changes)).toMatchObject([
      { Id: '1', Action: 'Export', Count: values.length },
    ]);
  });

  it('the export has the list options of every list', async () => {
    const all = await valuesIn();
    const contacts = all.filter(({ Set: name }) => name === 'contacts');
    expect(await valuesIn('?Set=contacts')).toEqual(contacts);
    expect(await valuesIn('?Set=contacts&skip=2&take=3')).toEqual(contacts.slice(2, 5));
    const names = contacts.map(({ Field }) => Field);
    const sorted = await valuesIn('?Set=contacts&orderBy=-Field&skip=1&take=700');
    expect(sorted.map(({ Field }) => Field)).toEqual(names.sort().reverse().slice(1));
    const { body } = await get('?Set=contacts&take=1&include=total');
    expect(body.ResponseStatus.Meta.Total).toBe(String(contacts.length));
  });

  it('an Administrator exports a workbook, with the SSN only if WithSsn is true, and an audit row', async () => {
    const workbook = await get('.xlsx');
    expect(workbook.headers['content-type']).toContain('spreadsheetml');
    const ssn = { Set: 'contacts', Key: '1', Field: 'SSN', Value: '900-12-3456' };
    expect(await valuesIn('?WithSsn=true')).toContainEqual(ssn);
    const { body } = await get('?Record=Contact&RecordId=1&ChangesContains=ReadSSN', '/v1/Audit');
    expect(body.Audit).toMatchObject([{ Operation: 'listPerson' }]);
    for (const at of [path, `${path}/Files`]) {
      await app.http
        .get(at)
        .set(await app.as('Agent', 1))
        .expect(403);
      expect((await get('', at.replace('/1/', '/9/'))).status).toBe(404);
    }
    const before = (await exports()).length;
    await call('export', '1');
    expect(await exports()).toHaveLength(before + 1);
  });

  it('the download is a ZIP file with a page, the document of the command, and the files', async () => {
    const response = await fetch(`${app.url}${path}/Files`, { headers: await app.as('Administrator') });
    expect(response.headers.get('content-disposition')).toMatch(/filename="person-1-[\d-]+\.zip"/);
    const files = unzipped(Buffer.from(await response.arrayBuffer()));
    expect([...files.keys()].map((name) => name.replace(/[0-9a-f]{32}/, 'id'))).toEqual([
      ...['person.html', 'person.json', 'files/id.txt', 'files/id.txt'],
    ]);
    expect(JSON.parse(files.get('person.json')!)).toMatchObject({ contacts: [{ ContactId: 1, Name: canary }, {}] });
    expect(files.get('person.html')).toContain(`<th scope="row">Name</th><td>${canary}</td>`);
    expect([...files.values()].at(-1)).toBe(`${canary} called`);
    await until(async () => (await exports()).length === 1);
  });

  it('an erasure requires the own password, and does what its dry run lists', async () => {
    await line(1, canary);
    await app.db.tx(() => app.db.execute(sql`UPDATE sessions SET ProvedAt = NULL`));
    const missing = await erase({ dryRun: true });
    expect(missing.body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'OwnPassword' }]);
    const before = await everything();
    const OwnPassword = password;
    const dry = await erase({ OwnPassword, dryRun: true });
    expect(dry.status).toBe(200);
    expect(occurrences(await everything())).toBe(occurrences(before));
    const { body } = await erase({ OwnPassword });
    expect(body.Erased).toEqual(dry.body.Erased);
    expect(body.Erased).toEqual(
      expect.arrayContaining([
        { Set: 'messages', Records: 1, Outcome: 'Removed', Reason: '' },
        { Set: 'files', Records: 2, Outcome: 'Removed', Reason: '' },
        { Set: 'activities', Records: 1, Outcome: 'Kept', Reason: 'agent, type and time of the activity' },
        {
          Set: 'smartsheet-lines',
          Records: 1,
          Outcome: 'Unchanged',
          Reason: expect.stringContaining('another person'),
        },
        { Set: 'audit', Records: expect.any(Number), Outcome: 'Kept', Reason: expect.any(String) },
      ]),
    );
    // The smartsheet line, with the key of the name, and the audit of its addition.
    expect(occurrences(await everything())).toBe(3);
    expect(await app.db.all(sql`SELECT Status FROM appointments ORDER BY ContactId`)).toEqual([
      { Status: 'Cancelled' },
      { Status: 'Planned' },
    ]);
    expect(await rows(app.get(Schema).named('Message')!)).toHaveLength(1);
    await app.http
      .post('/v1/Contacts/2/Erase')
      .set(await app.as('Agent', 1))
      .send({ OwnPassword })
      .expect(403);
  });
});

describe('agency person erase', () => {
  withContacts(beforeEach, afterEach);

  it('`agency person erase` asks for confirmation, and needs --yes without a terminal', async () => {
    expect(await call('erase', '1')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = new PassThrough();
    let text = '';
    stderr.on('data', (chunk: Buffer) => (text += String(chunk)));
    const answered = run(['person', 'erase', '1'], new Terminal(stdin, new PassThrough(), stderr), settings);
    stdin.write('no\n');
    expect(await answered).toBe(1);
    expect(text).toMatch(/Erase contact 1, permanently\? \[y\/N\] .*Nothing was erased\./s);
  });

  it('`agency person erase` refuses a contact that is locked or has an open visit, and says what to do', async () => {
    const lock = (Locked: boolean): Promise<unknown> =>
      app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET Locked = ${Locked ? 1 : 0}, LockedByAgentId = 1,
        LockedTimestamp = ${'2999-01-01T00:00:00.0000000'} WHERE ContactId = 1`),
      );
    await lock(true);
    const held = await call('erase', '1', '--yes');
    expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining('POST /v1/Contacts/1/Unlock') });
    await lock(false);
    const open = (key: string | null): Promise<unknown> =>
      app.db.tx(() => app.db.execute(sql`UPDATE checkins SET OpenKey = ${key} WHERE CustomerId = ${guid('a')}`));
    await open('open');
    const served = await call('erase', '1', '--yes');
    expect(served).toMatchObject({ code: 1, stderr: expect.stringContaining('DELETE /v1/CustomerCheckins/') });
    await open(null);
  });

  it('`agency person erase` removes all about the person, nothing about others, and says what remains', async () => {
    await changePhone();
    const before = await everything();
    const objects = () => app.db.all<{ Object: string }>(sql`SELECT c.Object AS Object FROM file_contents c`);
    const contents = (await objects()).length;
    const { code, stderr } = await call('erase', '1', '--yes');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('1 in visit-documents');
    expect(stderr).toContain('2 in files');
    expect(await objects()).toHaveLength(contents / 2);
    expect(stderr).toMatch(/^ {2}1 in activities: agent, type and time of the activity/m);
    const after = await everything();
    expect(occurrences(before)).toBeGreaterThan(0);
    expect(occurrences(after)).toBe(0);
    expect(occurrences(after, other)).toBe(occurrences(before, other));
    const held = JSON.parse((await call('export', '1')).stdout) as Record<string, Record<string, unknown>[]>;
    expect(occurrences(JSON.stringify(held))).toBe(0);
    expect(JSON.stringify(held.audit)).not.toContain('555-0111');
    expect(held.contacts).toMatchObject([{ ContactId: 1, Deleted: true, Name: null, DateOfBirth: null, SSN: null }]);
    expect(held.activities).toMatchObject([{ EventTypeId: 1, Outcome: '', Note: '' }]);
    expect(held.appointments).toMatchObject([{ StartDate: `${now}Z`, Place: '', Note: '' }]);
    expect(held.checkins).toMatchObject([{ CustomerId: guid('a'), QuestionnaireSubmitted: false }]);
    expect(held['survey-answers']).toMatchObject([{ Response: '', ResponseCode: 'Y' }]);
    const owned = await app.db.all(sql`SELECT v.Digest FROM audit_values v WHERE v.Owner = 'Contact:1'
      OR v.Owner = ${`Contact.ContactGUID:${guid('a')}`} OR v.Owner = 'Contact.ContactId:1'`);
    expect(owned).toEqual([]);
    await expectIntact(settings);
    for (const kept of ['activities', 'contact-transfers', 'gift-card-rewards']) expect(held[kept]).toHaveLength(1);
    for (const gone of ['contact-shares', 'line-answers', 'project-team-members', 'documents', 'contact-terms'])
      expect(held[gone]).toEqual([]);
  });

  it('`agency person erase` changes nothing the second time, and a search does not find the person', async () => {
    expect(await call('erase', '1', '--yes')).toMatchObject({ code: 0 });
    const before = occurrences(await everything(), other);
    expect(await call('erase', '1', '--yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Removed: nothing.'),
    });
    expect(occurrences(await everything(), other)).toBe(before);
    const admin = await app.as('Administrator');
    for (const [word, found] of [
      [canary, []],
      [other, [2]],
    ] as const) {
      const { body } = await app.http.get(`/v1/Contacts?Search=${word}`).set(admin).expect(200);
      expect((body.Contacts as { ContactId: number }[]).map(({ ContactId }) => ContactId)).toEqual(found);
    }
  });

  it('`agency person erase` leaves nothing about the person in the SQLite file', async () => {
    if (onServer) return;
    await changePhone();
    expect(await call('erase', '1', '--yes')).toMatchObject({ code: 0 });
    const file = app.database.slice('sqlite:'.length);
    const bytes = [file, `${file}-wal`].map((path) => readFileSync(path, 'latin1')).join('');
    expect(occurrences(bytes, other)).toBeGreaterThan(0);
    expect(occurrences(bytes)).toBe(0);
  });

  it('`agency person erase` reports a client that reads an older state of the SQLite file', async () => {
    if (onServer) return;
    const reader = new Database(app.database.slice('sqlite:'.length));
    const rows = reader.prepare('SELECT * FROM contacts').iterate();
    rows.next();
    const erase = () => call('erase', '2', '--yes');
    expect(await erase()).toMatchObject({ code: 0, stderr: expect.stringContaining('Run this again later.') });
    rows.return!();
    reader.close();
    expect(await erase()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Run this again later.') });
  });
});

describe('an erased person', () => {
  withContacts(beforeEach, afterEach);
  const erase = async () => expect(await call('erase', '1', '--yes')).toMatchObject({ code: 0 });
  const cli = (command: string, input?: string) => agency(command.split(' '), settings, input);
  const sets = (): string[] => app.get(PersonTables).all.flatMap(({ entity }) => tableOf(entity).set ?? []);

  it('no import of an earlier export brings the person back', async () => {
    const files = new Map<string, string>();
    for (const set of ['contacts', ...sets()]) files.set(set, (await cli(`export ${set} --with-ssn`)).stdout);
    await erase();
    const before = await everything();
    // The erasure removed the document, so that the database refuses a share of it.
    files.delete('document-shares');
    for (const [set, file] of files) {
      const { code, stderr } = await cli(`import ${set} -`, file);
      expect({ set, code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('because they are about'),
      });
    }
    const after = await everything();
    expect(occurrences(after)).toBe(0);
    expect(occurrences(after, other)).toBe(occurrences(before, other));
  });

  it.each([
    ['its ContactId', `ContactId,Name,Deleted\n1,${canary},false\n`],
    ['its ContactGUID', `ContactGUID,Name\n${guid('a')},${canary}\n`],
    ['its ContactGUID and another ContactId', `ContactId,ContactGUID,Name\n77,${guid('a')},${canary}\n`],
    ['a contact that was merged into it', `ContactId,Name,Deleted\n11,${canary},false\n`],
  ])('an import leaves out a contact with %s', async (_what, file) => {
    await erase();
    const { body } = await app.http
      .post('/v1/Sets/contacts')
      .set({ ...(await app.as('Administrator')), 'Content-Type': 'text/csv' })
      .send(file)
      .expect(200);
    expect(body).toMatchObject({ Read: 1, Inserted: 0, Updated: 0, Unchanged: 0, Erased: 1, Merged: 0 });
    expect(occurrences(await everything())).toBe(0);
  });

  it('no call brings the person back: Restore, POST, PUT of one or many, and Revert', async () => {
    const admin = await app.as('Administrator');
    await changePhone();
    const { body } = await app.http.get('/v1/Contacts/1/History').set(admin).expect(200);
    const [{ AuditId }] = body.History as { AuditId: number }[];
    await erase();
    const send = (verb: 'post' | 'put', path: string, sent: object = {}) =>
      app.http[verb](`/v1/Contacts${path}`).set(admin).send(sent);
    const restored = await send('post', '/1/Restore').expect(409);
    expect(restored.body.ResponseStatus.Message).toBe('Contact 1 was erased, and cannot be restored.');
    await send('post', '', { AgentId: 1, Name: canary, ContactGUID: guid('a') }).expect(409);
    await send('put', '/1', { Name: canary }).expect(404);
    await send('put', '', { Contacts: [{ ContactId: 1, Name: canary }] }).expect(404);
    await send('post', `/1/History/${AuditId}/Revert`).expect(409);
    expect(occurrences(await everything())).toBe(0);
  });

  it('another database adds rows about the person without personal values', async () => {
    const files = new Map<string, string>();
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET ContactGUID = ${guid('c')} WHERE ContactId = 11`));
    for (const set of ['contacts', 'activities']) files.set(set, (await cli(`export ${set}`)).stdout);
    await erase();
    const erasures = (await cli('export contact-erasures')).stdout;
    await app.db.tx(async () => {
      for (const { entity } of [...app.get(PersonTables).all].reverse())
        await app.db.execute(sql`DELETE FROM ${raw(tableOf(entity).name)}`);
      await app.db.execute(sql`DELETE FROM contact_erasures`);
    });
    for (const [set, file] of [['contact-erasures', erasures], ...files])
      expect(await cli(`import ${set} -`, file)).toMatchObject({ code: 0 });
    expect(occurrences(await everything())).toBe(0);
    expect(await rows(app.get(Schema).named('Contact')!)).toMatchObject([
      { ContactId: 1, ContactGUID: guid('a'), Name: null, Deleted: 1 },
      { ContactId: 2, Name: other },
      { ContactId: 11, Name: null },
      { ContactId: 12, Name: other },
    ]);
    expect((await cli('export contact-erasures')).stdout).toBe(erasures);
  });

  it('an import of contact-erasures erases the contacts of a restored database, once', async () => {
    const file = `ContactGUID,ErasedAt\n${guid('a')},2026-03-01T10:00:00Z\n${guid('f')},2026-03-01T10:00:00Z\n`;
    const dry = await cli('import contact-erasures - --dry-run', file);
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('(2 added, 0 changed, 0 unchanged)') });
    expect(occurrences(await everything())).toBeGreaterThan(0);
    expect(await cli('import contact-erasures -', file)).toMatchObject({ code: 0 });
    expect(occurrences(await everything())).toBe(0);
    expect(await cli('import contact-erasures -', file)).toMatchObject({
      code: 0,
      stderr: 'Imported 2 records: 0 added, 0 changed, 2 unchanged.\n',
    });
    const held = (await cli('export contact-erasures')).stdout.trimEnd().split('\r\n');
    // The contact 11, which was merged into contact 1, is erased with it.
    expect(held).toHaveLength(4);
  });

  it('an import of contact-erasures over HTTP needs a session that verified the password lately', async () => {
    const admin = await app.as('Administrator');
    await app.db.tx(() => app.db.execute(sql`UPDATE sessions SET ProvedAt = NULL`));
    const { body } = await app.http
      .post('/v1/Sets/contact-erasures')
      .set({ ...admin, 'Content-Type': 'text/csv' })
      .send(`ContactGUID,ErasedAt\n${guid('a')},2026-03-01T10:00:00Z\n`)
      .expect(403);
    expect(body.ResponseStatus.Message).toContain('An import of contact-erasures erases contacts: sign in again');
  });
});
