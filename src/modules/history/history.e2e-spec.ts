import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { onServer } from '../../../test/support/database/scratch-db.js';
import { AuditEntry, AuditRecord } from '../../database/audit/audit.entity.js';
import { Registry } from '../../http/endpoint/registry.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import type { HistoryEntry } from './history.records.js';

const { own, below, other } = person;
const guid = (number: number): string => String(number).padStart(32, '0');
const [place, line, visit] = [guid(101), guid(201), guid(301)];
type Caller = { Authorization: string };

let app: TestApp;
let agent: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app, [
    { ContactId: 1, AgentId: own, FirstName: 'Ada', LastName: 'Gold', ContactGUID: guid(1), Phone: '505 555 0100' },
    { ContactId: 2, AgentId: below, Name: 'Bea', ContactGUID: guid(2) },
    { ContactId: 3, AgentId: other, Name: 'Cid', ContactGUID: guid(3) },
  ]);
  await store(app, 'Project', [{ ProjectID: 1, ProjectName: 'Enrolment' }]);
  await store(app, 'ProjectTeamMember', [{ TeamMemberID: 1, ProjectID: 1, ContactID: 1, MemberRole: 'Host' }]);
  await store(app, 'Location', [{ LocationId: place, Name: 'Main Street' }]);
  await store(app, 'Line', [{ Id: line, LocationId: place, Name: 'Review' }]);
  await store(app, 'Question', [{ Id: 1, LineId: line, Question: 'Why?' }]);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const call = (verb: 'get' | 'post' | 'put' | 'delete', path: string, caller: Caller = agent, body: object = {}) =>
  verb === 'get' ? app.http.get(path).set(caller) : app.http[verb](path).set(caller).send(body);
const history = async (path: string, caller: Caller = agent, query = ''): Promise<HistoryEntry[]> =>
  (await call('get', `${path}/History${query}`, caller).expect(200)).body.History;
const revert = (path: string, { AuditId }: HistoryEntry, caller: Caller = agent, body: object = {}) =>
  call('post', `${path}/History/${AuditId}/Revert`, caller, body);
const contact = '/v1/Contacts/1';
const change = (body: object, path = contact, caller: Caller = agent) => call('put', path, caller, body).expect(200);
/** Adds a contact; returns its path. */
const newContact = async (body: object, caller: Caller = agent): Promise<string> =>
  `/v1/Contacts/${(await call('post', '/v1/Contacts', caller, body).expect(200)).body.Contacts[0].ContactId}`;
const changed = async (body: object, path = contact, caller: Caller = agent): Promise<HistoryEntry> => {
  await change(body, path, caller);
  return (await history(path, caller))[0];
};

describe('the history of a record', () => {
  it('lists each change with its user and the values before and after, newest first', async () => {
    const { body } = await call('post', '/v1/Contacts', agent, { FirstName: 'Eve', Rate: 3 }).expect(200);
    const path = `/v1/Contacts/${body.Contacts[0].ContactId}`;
    const UserId = await app.userOf('Agent', own);
    await app.db.tx(() => app.db.execute(sql`UPDATE users SET DisplayName = 'Ann Lee' WHERE UserId = ${UserId}`));
    await app.http.put(path).set(agent).set('X-Request-Id', 'new-phone').send({ Phone: '505 555 0177', Rate: null });
    const [last, first, ...more] = await history(path);
    expect(more).toEqual([]);
    expect(last).toEqual({
      AuditId: expect.any(Number),
      At: expect.stringMatching(/^20.*Z$/),
      UserName: `agent-${own}@example.test`,
      Name: 'Ann Lee',
      Operation: 'changeContact',
      RequestId: 'new-phone',
      Changes: [
        { Field: 'Rate', From: '3', To: null },
        { Field: 'Phone', From: null, To: '505 555 0177' },
      ],
    });
    expect(first).toMatchObject({ Operation: 'addContact' });
    expect(first.Changes).toEqual(expect.arrayContaining([{ Field: 'FirstName', From: null, To: 'Eve' }]));
    expect(first.Changes.map(({ Field }) => Field)).not.toContain('Phone');
  });

  it('masks an SSN, and never shows a secret', async () => {
    const { Changes } = await changed({ SSN: '123-45-6789', Title: 'Dr.' }, await newContact({ Name: 'Mia' }));
    expect(Changes).toEqual([
      { Field: 'Title', From: null, To: 'Dr.' },
      { Field: 'SSN', From: null, To: '***' },
    ]);
    const user = `/v1/Users/${await app.userOf('Agent', own)}`;
    const all = JSON.stringify(await history(user, admin));
    expect(all).toContain('"Field":"DisplayName"');
    expect(all).not.toMatch(/argon2|PasswordHash/);
  });

  it('refuses the history of a record that the caller may not read', async () => {
    await history('/v1/Contacts/2');
    await call('get', '/v1/Contacts/3/History').expect(403);
    await call('get', '/v1/Contacts/99/History').expect(404);
    await call('get', `/v1/Users/${guid(9)}/History`).expect(403);
    await call('delete', '/v1/Contacts/2').expect(200);
    await call('get', '/v1/Contacts/2/History').expect(404);
    expect((await history('/v1/Contacts/2', admin))[0].Changes).toContainEqual({
      ...{ Field: 'Deleted', From: 'false', To: 'true' },
    });
  });

  it('reads one entry of about 64 KB of a large import, and undoes the change of one record of it', async () => {
    const { db } = app;
    const ids = Array.from({ length: 400 }, (_, at) => 70_000 + at);
    await store(
      app,
      'Contact',
      ids.map((ContactId) => ({ ContactId, AgentId: own, Name: 'Imported' })),
    );
    const csv = `ContactId,Tags\n${ids.map((id) => `${id},${`tag${id} `.repeat(40)}\n`).join('')}`;
    expect(await agency(['import', 'contacts', '-'], cliSettings(app.database), csv)).toMatchObject({ code: 0 });
    const path = `/v1/Contacts/${ids.at(-1)}`;
    const [last] = await history(path);
    expect(last.Changes.map(({ Field }) => Field)).toContain('Tags');
    const entries = await db.all<{ AuditId: number; Length: number }>(
      sql`SELECT AuditId, LENGTH(Changes) AS Length FROM audit WHERE RequestId = ${last.RequestId}`,
    );
    expect(entries.length).toBeGreaterThan(1);
    expect(Math.max(...entries.map(({ Length }) => Length))).toBeLessThan(2 * 65_536);
    const [{ Found }] = await db.all<{ Found: number }>(
      sql`SELECT COUNT(*) AS Found FROM audit_records r JOIN audit a ON a.AuditId = r.AuditId
        WHERE r.RecordId = ${String(ids.at(-1))} AND r.Record = 'Contact' AND a.RequestId = ${last.RequestId}`,
    );
    expect(Found).toBe(1);
    await revert(path, last).expect(200);
    expect((await call('get', path)).body.Contacts[0].Tags).toBeNull();
  });

  it('lists the calls that changed many records in the history of each of them', async () => {
    const seen = await newContact({ Name: 'Ida' });
    const hidden = await newContact({ Name: 'Eli', AgentId: other }, admin);
    const rows = [seen, hidden].map((path) => `${path.split('/').at(-1)},imported\n`);
    const csv = `ContactId,Tags\n${rows.join('')}`;
    expect(await agency(['import', 'contacts', '-'], cliSettings(app.database), csv)).toMatchObject({ code: 0 });
    for (const [path, caller] of [
      [seen, agent],
      [hidden, admin],
    ] as const)
      expect((await history(path, caller))[0]).toMatchObject({
        ...{ UserName: '', Operation: expect.stringMatching(/^agency import/) },
        Changes: [{ Field: 'Tags', From: null, To: 'imported' }],
      });
  });

  it('applies the list options to the history', async () => {
    const all = await history(contact);
    expect(await history(contact, agent, '?take=1&skip=1')).toEqual([all[1]]);
    expect(await history(contact, agent, '?Operation=changeContact&orderBy=AuditId')).toEqual(
      all.filter(({ Operation }) => Operation === 'changeContact').reverse(),
    );
    const { body } = await call('get', `${contact}/History?take=1&include=total&fields=RequestId`);
    expect(body.ResponseStatus.Meta.Total).toBe(String(all.length));
    expect(Object.keys(body.History[0])).toEqual(['RequestId']);
  });

  it('has a row for each changed field in CSV', async () => {
    await call('put', contact, agent, { Title: 'Dr.', Tags: 'a;b' }).expect(200);
    const [{ AuditId, RequestId, UserName, Name, At }] = await history(contact, agent, '?take=1');
    const { text } = await call('get', `${contact}/History.csv?take=1`).expect(200);
    const [names, ...rows] = text.split('\r\n');
    expect(names).toBe('At,UserName,Name,Operation,RequestId,AuditId,Field,From,To');
    const change = `${At},${UserName},${Name},changeContact,${RequestId},${AuditId}`;
    expect(rows).toEqual(expect.arrayContaining([`${change},Title,,Dr.`, expect.stringContaining(`${change},Tags,`)]));
    const { text: calls } = await call('get', `${contact}/History.csv?take=2&fields=Operation`).expect(200);
    expect(calls.split('\r\n')).toHaveLength(4);
  });

  it('hides personal values of a person who was erased', async () => {
    const { body } = await call('post', '/v1/Contacts', agent, { FirstName: 'Qzywvx' }).expect(200);
    const path = `/v1/Contacts/${body.Contacts[0].ContactId}`;
    await agency(['person', 'erase', String(body.Contacts[0].ContactId), '--yes'], cliSettings(app.database));
    const all = await history(path, admin);
    expect(JSON.stringify(all)).not.toContain('Qzywvx');
    expect(all.at(-1)!.Changes).toContainEqual({ Field: 'FirstName', From: null, To: '***' });
  });

  it('every audited record that is read by its key has a history', () => {
    const { operations } = app.get(Registry);
    const read = operations.filter(
      ({ declaration }) => declaration.verb === 'GET' && typeof declaration.etag === 'function',
    );
    const paths = new Set(operations.flatMap((operation) => operation.paths));
    const without = read.flatMap((operation) => operation.paths).filter((path) => !paths.has(`${path}/History`));
    // A booking is an appointment, which has the history.
    expect(without).toEqual(['/v1/Bookings/{AppointmentId}']);
    expect(read.length).toBeGreaterThan(12);
  });
});

describe('undoing a change', () => {
  it('Revert restores the former values of a change, as a new change', async () => {
    await change({ Phone: '505 555 0101' });
    const entry = await changed({ Phone: '505 555 0102', LastName: 'Silver' });
    await change({ Tags: 'later' });
    const { body } = await revert(contact, entry).expect(200);
    expect(body.Contacts[0]).toMatchObject({ Phone: '505 555 0101', Name: 'Ada Gold', Tags: 'later' });
    const [last] = await history(contact);
    expect(last).toMatchObject({ Operation: 'revertContact', UserName: `agent-${own}@example.test` });
    expect(last.Changes).toContainEqual({ Field: 'Phone', From: '505 555 0102', To: '505 555 0101' });
    const found = await call('get', '/v1/Contacts?Search=gold').expect(200);
    expect(found.body.Contacts).toMatchObject([{ ContactId: 1 }]);
  });

  it('Revert changes nothing if a field has changed since, and names the field', async () => {
    const entry = await changed({ Department: 'Maths', RoomNumber: '7' });
    await change({ RoomNumber: '8' });
    const answer = await revert(contact, entry).expect(409);
    expect(fieldErrors(answer)).toEqual(['RoomNumber Invalid']);
    expect(answer.body.ResponseStatus.Message).toContain('RoomNumber has changed since');
    expect((await call('get', contact)).body.Contacts[0]).toMatchObject({ Department: 'Maths', RoomNumber: '8' });
  });

  it('Revert does not give consent back for a telephone number that has changed since', async () => {
    const path = await newContact({ Name: 'Ida', Phone: '505 555 0150', SMSOptIn: true });
    const entry = await changed({ SMSOptIn: false }, path);
    await change({ Phone: '505 555 0151' }, path);
    const answer = await revert(path, entry).expect(409);
    expect(fieldErrors(answer)).toEqual(['SMSOptIn Invalid']);
    expect(answer.body.ResponseStatus.Message).toContain('it belongs to Phone, which has changed since');
  });

  it('Revert refuses masked values, fields that the operation does not write, and an added record', async () => {
    const masked = await revert(contact, await changed({ SSN: '123-45-6780' })).expect(409);
    expect(fieldErrors(masked)).toEqual(['SSN Invalid']);
    expect(masked.body.ResponseStatus.Message).toContain('send the value that it should have');
    await call('post', `${contact}/Lock`).expect(200);
    const [locked] = await history(contact);
    const answer = await revert(contact, locked).expect(409);
    expect(fieldErrors(answer)).toContain('Locked Invalid');
    await call('post', `${contact}/Unlock`).expect(200);
    const { body } = await call('post', '/v1/Contacts', agent, { Name: 'New' }).expect(200);
    const path = `/v1/Contacts/${body.Contacts[0].ContactId}`;
    const [added] = await history(path);
    await revert(path, added).expect(409);
    await call('post', `${contact}/History/${added.AuditId}/Revert`).expect(404);
    await call('post', `${contact}/History/999999/Revert`).expect(404);
    await call('post', `/v1/Contacts/99/History/${added.AuditId}/Revert`).expect(404);
  });

  it('Revert has the access and the rules of the operation that changes the record', async () => {
    const path = `/v1/Agents/${own}`;
    const ofAgent = await changed({ Office: 'North' }, path, admin);
    expect((await history(path)).at(0)).toEqual(ofAgent);
    await revert(path, ofAgent).expect(403);
    await revert(path, ofAgent, admin).expect(200);
    const shared = await newContact({ Name: 'Eva', AgentId: other }, admin);
    const ofOther = await changed({ Tags: 'b' }, shared, admin);
    await store(app, 'ContactShare', [{ ContactId: Number(shared.split('/').at(-1)), AgentId: own }]);
    await history(shared);
    await revert(shared, ofOther).expect(403);
    const entry = await changed({ Tags: 'c' });
    await call('post', `${contact}/Lock`, admin).expect(200);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET LockedByAgentId = ${below} WHERE ContactId = 1`));
    await revert(contact, entry).expect(409);
    await call('post', `${contact}/Unlock`, admin).expect(200);
    await revert(contact, entry).expect(200);
  });

  it('Revert needs the permission of the change too, and the history the permission of the read', async () => {
    const sets = app.get(RecordSetsService).named('roles')!;
    const grant = (Permissions: string[]) =>
      app.db.tx(() => sets.save!([{ RoleId: 70, Code: 'Desk', Name: 'Desk', Permissions }]));
    await grant(['readContactHistory', 'revertContact']);
    await app.users.create('desk@example.test', { roles: ['Desk'], agentId: below, password });
    const { body } = await call('post', '/v1/Auth/Login', {} as Caller, {
      ...{ UserName: 'desk@example.test', Password: password },
    }).expect(200);
    const desk = { Authorization: `Bearer ${body.BearerToken}` };
    const added = await call('post', '/v1/Contacts', admin, { Name: 'Fay', AgentId: below }).expect(200);
    const path = `/v1/Contacts/${added.body.Contacts[0].ContactId}`;
    const entry = await changed({ Tags: 'd' }, path, admin);
    await call('get', `${path}/History`, desk).expect(403);
    await grant(['readContactHistory', 'revertContact', 'readContact']);
    expect(await history(path, desk)).toHaveLength(2);
    await revert(path, entry, desk).expect(403);
    await grant(['readContactHistory', 'revertContact', 'readContact', 'changeContact']);
    await call('get', `${contact}/History`, desk).expect(403);
    await revert(path, entry, desk).expect(200);
  });

  it('Revert moves a contact back to its former agent, with the rules of a transfer', async () => {
    const entry = await changed({ AgentId: below });
    await revert(contact, entry).expect(200);
    const { body } = await call('get', '/v1/Contacts/Transfers?take=1').expect(200);
    expect(body.Transfers).toMatchObject([{ ContactId: 1, FromAgentId: below, ToAgentId: own }]);
    await call('put', contact, admin, { AgentId: other }).expect(200);
    const [moved] = await history(contact, admin);
    await revert(contact, moved).expect(403);
    await revert(contact, moved, admin).expect(200);
  });

  it('Revert works for records that are changed in a list, by POST, or with a credential', async () => {
    const member = '/v1/ProjectTeamMembers/1';
    const ofMember = await changed({ ProjectTeamMembers: [{ MemberRole: 'Guest' }] }, member);
    expect((await revert(member, ofMember).expect(200)).body.ProjectTeamMembers).toMatchObject([
      { MemberRole: 'Host' },
    ]);
    const question = '/v1/LineQuestions/1';
    const ofQuestion = await changed({ LineQuestions: [{ Question: 'How?' }] }, question, admin);
    expect((await revert(question, ofQuestion, admin).expect(200)).body.LineQuestions).toMatchObject([
      { Question: 'Why?' },
    ]);
    const arrival = { Id: visit, CustomerId: guid(1), LocationId: place, LineId: line };
    await call('post', '/v1/CustomerCheckins', admin, arrival).expect(200);
    const checkin = `/v1/CustomerCheckins/${visit}`;
    await call('post', checkin, admin, { Status: 1 }).expect(200);
    const [called] = await history(checkin, admin);
    expect(called.Changes).toEqual([{ Field: 'Status', From: '0', To: '1' }]);
    expect((await revert(checkin, called, admin).expect(200)).body.CustomerCheckins).toMatchObject([{ Status: 0 }]);
    await call('post', checkin, admin, { Status: 3 }).expect(200);
    const [done] = await history(checkin, admin);
    await revert(checkin, done, admin).expect(409);
    const user = `/v1/Users/${await app.userOf('Agent', own)}`;
    const ofUser = await changed({ DisplayName: 'Someone' }, user, admin);
    await app.db.tx(() => app.db.execute(sql`UPDATE sessions SET ProvedAt = NULL`));
    expect(fieldErrors(await revert(user, ofUser, admin).expect(400))).toEqual(['OwnPassword NotEmpty']);
  });

  it('Revert succeeds for one of two concurrent calls that undo the same change', async () => {
    const entry = await changed({ Role: 'Head' });
    const both = await Promise.all([revert(contact, entry), revert(contact, entry)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('reads a page of a history in the order of an index, without sorting', async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => ({
    ...{ At: '2020-01-01T00:00:00.0000000', Record: `Kind${index % 7}`, RecordId: String(index % 50) },
    Changes: '[]',
  }));
  const added = await app.db.tx(() => app.db.insertAll(AuditEntry, rows));
  const beside = added.map(({ AuditId }, index) => ({
    AuditId,
    Record: 'Contact',
    RecordId: String(5000 + (index % 40)),
  }));
  await app.db.tx(() => app.db.insertAll(AuditRecord, beside));
  await app.db.execute(sql`${sql([onServer ? 'ANALYZE TABLE audit, audit_records' : 'ANALYZE'])}`).catch(() => 0);
  for (const table of ['audit', 'audit_records']) {
    const page = sql`SELECT a.AuditId AS AuditId FROM ${sql([table])} a WHERE a.RecordId = ${'5001'}
      AND a.Record = ${'Contact'} ORDER BY a.AuditId DESC LIMIT 20`;
    const plan = JSON.stringify(await app.db.all(onServer ? sql`EXPLAIN ${page}` : sql`EXPLAIN QUERY PLAN ${page}`));
    expect(plan).toMatch(onServer ? /"key":"IDX/ : /SEARCH a USING COVERING INDEX/);
    expect(plan).not.toMatch(/TEMP B-TREE|filesort|temporary/);
  }
});
