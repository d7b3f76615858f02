import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { Contact } from './contact.entity.js';

const now = '2026-04-30T12:00:00.0000000';
const { own, below, other } = person;

let app: TestApp;
let agent: { Authorization: string };
let stranger: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await seedPeople(app);
  agent = await app.as('Agent', own);
  stranger = await app.as('Agent', other);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['activities', 'contact_shares', 'contact_transfers', 'contact_terms', 'contacts', 'audit'])
      await app.db.execute(sql`DELETE FROM ${sql([table])}`);
  });
  await addContacts(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada', ContactGUID: '0'.repeat(31) + '1' },
    { ContactId: 2, AgentId: below, Name: 'Bea' },
    { ContactId: 3, AgentId: other, Name: 'Cid', EmailWork: 'cid@example.com', Phone: '512 555 0100' },
    { ContactId: 4, AgentId: other, Name: 'Dee', EmailPersonal: 'CID@example.com' },
    { ContactId: 5, AgentId: own, Name: 'Eve', Deleted: true, DeletedBy: 'x' },
  ]);
  await store(app, 'ContactShare', [{ ContactId: 3, AgentId: own }]);
});

type Who = { Authorization: string };
const one = ({ body }: { body: { Contacts: Contact[] } }): Contact => body.Contacts[0];
const read = (id: number, who: Who = agent, query = '') => app.http.get(`/v1/Contacts/${id}${query}`).set(who);
const add = (body: object, who: Who = agent) => app.http.post('/v1/Contacts').set(who).send(body);
const change = (id: number, body: object, who: Who = agent) => app.http.put(`/v1/Contacts/${id}`).set(who).send(body);
const remove = (id: number, who: Who = agent) => app.http.delete(`/v1/Contacts/${id}`).set(who);
const act = (id: number, what: string, who: Who = agent) =>
  app.http.post(`/v1/Contacts/${id}/${what}`).set(who).send({});
const share = (id: number, AgentIds: unknown, who: Who = agent) =>
  app.http.put(`/v1/Contacts/${id}/Shares`).set(who).send({ AgentIds });
const found = async (text: string, who: Who = admin): Promise<number[]> =>
  (await app.http.get(`/v1/Contacts?Search=${text}`).set(who)).body.Contacts.map((row: Contact) => row.ContactId);
const audit = (): Promise<{ Operation: string; RecordId: string; Changes: string }[]> =>
  app.db.all(sql`SELECT Operation, RecordId, Changes FROM audit WHERE Operation <> '' ORDER BY AuditId`);

describe('reading', () => {
  it("returns a contact only if it is in scope or shared with the caller's agent", async () => {
    for (const id of [1, 2, 3]) expect(one(await read(id).expect(200)).ContactId).toBe(id);
    await read(4).expect(403);
    await read(99).expect(404);
    expect(one(await read(3)).IsShared).toBe(true);
  });

  it('shows a deleted contact to Administrators only', async () => {
    await read(5).expect(404);
    expect(one(await read(5, admin).expect(200)).Deleted).toBe(true);
  });

  it('answers 304 for a contact until it changes', async () => {
    const { headers } = await read(1).expect(200);
    await read(1).set('If-None-Match', headers.etag).expect(304);
    await change(1, { Tags: 'VIP' }).expect(200);
    await read(1).set('If-None-Match', headers.etag).expect(200);
  });
});

describe('adding', () => {
  it("adds a contact for the caller's agent", async () => {
    const { body } = await add({ FirstName: 'Fay', LastName: 'Gold', Deleted: true, HasGiftCard: true }).expect(200);
    const [contact] = body.Contacts;
    expect(contact).toMatchObject({ Name: 'Fay Gold', AgentId: own, Active: true, Deleted: false, HasGiftCard: false });
    expect(contact.DateCreated).toBe(`${now}Z`);
    expect(contact.ContactGUID).toMatch(/^[0-9a-f]{32}$/);
    expect(body.ResponseStatus.Meta).toEqual({});
    expect(await found('gold fay', agent)).toEqual([contact.ContactId]);
    expect(await audit()).toMatchObject([{ Operation: 'addContact', RecordId: String(contact.ContactId) }]);
  });

  it('names possible duplicates of a new contact', async () => {
    const same = { Name: 'Cid', EmailWork: ' cid@Example.com', PhoneAlt: '(512) 555-0100' };
    expect((await add(same).expect(200)).body.ResponseStatus.Meta).toEqual({ PossibleDuplicates: '3' });
    const { body } = await add(same, admin).expect(200);
    expect(body.ResponseStatus.Meta.PossibleDuplicates).toMatch(/^3,4,\d+$/);
  });

  it('names at most ten possible duplicates of a new contact', async () => {
    const twins = Array.from({ length: 12 }, (_, at) => 101 + at);
    const Phone = '512 555 0199';
    await addContacts(
      app,
      twins.map((ContactId) => ({ ContactId, AgentId: own, Name: 'Twin', Phone })),
    );
    const { body } = await add({ Name: 'Twin', Phone }).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ PossibleDuplicates: twins.slice(0, 10).join(',') });
  });

  it('rejects an invalid contact', async () => {
    expect(fieldErrors(await add({}).expect(400))).toEqual(['Name NotEmpty']);
    const bad = { ContactId: 7, SSN: '12', Name: 'x'.repeat(201) };
    expect(fieldErrors(await add(bad).expect(400)).sort()).toEqual(['ContactId Invalid', 'Name Length', 'SSN Invalid']);
    expect(fieldErrors(await add({ Name: 'x', DistrictID: 7 }).expect(400))).toEqual(['DistrictID Unknown']);
    await add({ Name: 'x', AgentId: other }).expect(403);
    await add({ Name: 'x', AgentId: below }).expect(200);
    await add({ Name: 'x', ContactGUID: '0'.repeat(31) + '1' }).expect(409);
    await add({ Name: 'x' }, await app.as('Agent')).expect(403);
    expect(one(await add({ Name: 'x' }, admin).expect(200)).AgentId).toBe(null);
  });

  it('adds one contact for two requests with the same Idempotency-Key', async () => {
    const again = () => add({ Name: 'Once' }).set('Idempotency-Key', 'once').expect(200);
    expect(one(await again())).toEqual(one(await again()));
    expect(await found('once')).toHaveLength(1);
  });
});

describe('changing', () => {
  it('changes only the sent fields and updates the search index', async () => {
    expect(one(await change(1, { Name: 'Adele', Phone: '210 555 0177', Rate: 0 }).expect(200))).toMatchObject({
      ...{ ContactId: 1, Name: 'Adele', Phone: '210 555 0177', Rate: 0, AgentId: own },
    });
    expect(await found('adele')).toEqual([1]);
    expect(await found('5550177', agent)).toEqual([1]);
    expect(await found('ada')).toEqual([]);
  });

  it('accepts a record that is sent back unchanged', async () => {
    await change(1, { SSN: '123-45-6789', LastName: 'Lovelace' }).expect(200);
    await act(1, 'Lock').expect(200);
    const before = one(await read(1).expect(200));
    await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
    expect(one(await change(1, before).expect(200))).toEqual(before);
    expect(await audit()).toEqual([]);
  });

  it('ignores fields in a change that only the service writes', async () => {
    const kept = { Deleted: true, Locked: true, LastContact: now, HasGiftCard: true, DateCreated: now, State: 'TX' };
    expect(one(await change(1, kept).expect(200))).toMatchObject({ Deleted: false, Locked: false, LastContact: null });
  });

  it('refuses to change a contact whose owner is out of scope', async () => {
    await change(2, { Tags: 'a' }).expect(200);
    // The answer does not tell which agent has the contact.
    const { body } = await change(3, { Tags: 'a' }).expect(403);
    expect(body.ResponseStatus.Message).toBe('The agent of this record is neither your own agent nor in its downline.');
    await change(99, { Tags: 'a' }).expect(404);
    await change(5, { Tags: 'a' }, admin).expect(404);
    expect(fieldErrors(await change(1, { Name: '' }).expect(400))).toEqual(['Name NotEmpty']);
    await change(1, { ContactGUID: '2'.repeat(32) }).expect(409);
  });

  it('transfers the contact to the AgentId that is sent', async () => {
    await change(1, { AgentId: other }).expect(403);
    await act(1, 'Lock').expect(200);
    expect(one(await change(1, { AgentId: below }).expect(200))).toMatchObject({
      ...{ AgentId: below, Locked: false, LockedByAgentId: null, LockedTimestamp: null },
    });
    const { body } = await app.http.get('/v1/Contacts/Transfers').set(agent).expect(200);
    expect(body.Transfers).toMatchObject([
      { ContactId: 1, FromAgentId: own, ToAgentId: below, TransferredAt: `${now}Z` },
    ]);
    expect(await found('ada', await app.as('Agent', below))).toEqual([1]);
  });

  it('rejects an inactive agent as the owner of a contact', async () => {
    await add({ Name: 'Flo', AgentId: person.left }, admin).expect(409);
    await change(1, { AgentId: person.left }, admin).expect(409);
    expect(one(await read(1)).AgentId).toBe(own);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET AgentId = ${person.left} WHERE ContactId = 2`));
    await change(2, { Tags: 'a', AgentId: person.left }, admin).expect(200);
  });

  it('names the field of the request that refers to an unknown record, in a list with its item', async () => {
    expect(fieldErrors(await change(1, { AgentId: 99 }, admin).expect(400))).toEqual(['AgentId Unknown']);
    const changeAll = (field: object) =>
      app.http
        .put('/v1/Contacts')
        .set(admin)
        .send({ Contacts: [{ ContactId: 1 }, { ContactId: 3, ...field }] });
    expect(fieldErrors(await changeAll({ AgentId: 99 }).expect(400))).toEqual(['Contacts[1].AgentId Unknown']);
    expect(fieldErrors(await changeAll({ StateID: 99 }).expect(400))).toEqual(['Contacts[1].StateID Unknown']);
  });

  it('derives Name from FirstName and LastName, unless Name is sent or was set by a client', async () => {
    const id = one(await add({ FirstName: 'Grace', LastName: 'Hopper' }).expect(200)).ContactId;
    const nameAfter = async (body: object): Promise<unknown> => one(await change(id, body).expect(200)).Name;
    expect(await nameAfter({ LastName: 'Murray' })).toBe('Grace Murray');
    expect([await found('murray'), await found('hopper')]).toEqual([[id], []]);
    expect(await nameAfter({ Phone: '505 555 0100' })).toBe('Grace Murray');
    expect(await nameAfter({ FirstName: 'G.', Name: 'Amazing Grace' })).toBe('Amazing Grace');
    expect(await nameAfter({ FirstName: 'Grace' })).toBe('Amazing Grace');
    expect(await nameAfter({ Name: null })).toBe('Grace Murray');
  });

  it('keeps two concurrent changes of different fields', async () => {
    await Promise.all([change(1, { Tags: 'a' }).expect(200), change(1, { Role: 'b' }).expect(200)]);
    expect(one(await read(1))).toMatchObject({ Tags: 'a', Role: 'b' });
  });
});

describe('the social security number', () => {
  it('masks the SSN, and shows it in full to an Administrator who names SSN in fields', async () => {
    expect(one(await add({ Name: 'Fay', SSN: '123456789' })).SSN).toBe('***-**-6789');
    await change(1, { SSN: '123-45-6780' }).expect(200);
    const inFull = await app.http.get('/v1/Contacts/1?fields=ContactId,SSN').set(await app.as('Administrator'));
    expect(inFull.body.Contacts[0].SSN).toBe('123-45-6780');
    expect(inFull.headers['cache-control']).toBe('no-store');
    expect(inFull.headers.etag).toBeUndefined();
    const changed = await app.http
      .put('/v1/Contacts/1?fields=ContactId,SSN')
      .set({ ...admin, 'If-Match': '*' })
      .send({ Role: 'b' })
      .expect(200);
    expect(one(changed).SSN).toBe('123-45-6780');
    expect(changed.headers.etag).toBeUndefined();
    expect(one(await read(1, admin)).SSN).toBe('***-**-6780');
    expect(one(await read(1, agent, '?fields=SSN')).SSN).toBe('***-**-6780');
    expect(one(await read(1, admin, '?fields=ContactId,SSN'))).toEqual({ ContactId: 1, SSN: '123-45-6780' });
    const auditRows = await audit();
    expect(auditRows.at(-1)).toMatchObject({ Operation: 'readContact', RecordId: '1' });
    expect(JSON.stringify(auditRows)).not.toContain('6780');
    expect(one(await change(1, { SSN: null })).SSN).toBe(null);
  });

  it('rejects an SSN that does not have nine digits', async () => {
    for (const SSN of ['1234', '***-**-6789', '123-456-789'])
      expect(fieldErrors(await change(1, { SSN }).expect(400))).toEqual(['SSN Invalid']);
  });
});

describe('deleting', () => {
  it('DELETE marks a contact as deleted, and changes nothing if it is repeated', async () => {
    const gone = { Deleted: true, DeletedBy: `agent-${own}@example.test`, DeletedDateTimeUtc: `${now}Z` };
    expect(one(await remove(1).expect(200))).toMatchObject(gone);
    expect(one(await remove(1, admin).expect(200))).toMatchObject(gone);
    expect(await found('ada')).toEqual([]);
    await read(1).expect(404);
    await remove(3).expect(403);
    await remove(99).expect(404);
  });

  it('lets an Administrator restore a deleted contact', async () => {
    await act(5, 'Restore').expect(403);
    for (let time = 0; time < 2; time++)
      expect(one(await act(5, 'Restore', admin).expect(200))).toMatchObject({ Deleted: false, DeletedBy: null });
    expect(await found('eve', agent)).toEqual([5]);
    await act(99, 'Restore', admin).expect(404);
  });
});

describe('a lock', () => {
  let owner: Who;
  beforeAll(async () => {
    owner = await app.as('Agent', below);
  });

  it('refuses to change a contact that another agent has locked', async () => {
    expect(one(await act(2, 'Lock').expect(200))).toMatchObject({
      ...{ Locked: true, LockedByAgentId: own, LockedTimestamp: `${now}Z` },
    });
    await act(2, 'Lock').expect(200);
    await act(2, 'Lock', owner).expect(409);
    await act(2, 'Unlock', owner).expect(403);
    await change(2, { Tags: 'a' }, owner).expect(409);
    await remove(2, owner).expect(409);
    await share(2, [], owner).expect(409);
    await change(2, { Tags: 'a' }, admin).expect(200);
    expect(one(await act(2, 'Unlock').expect(200))).toMatchObject({ Locked: false, LockedByAgentId: null });
    await act(2, 'Unlock', owner).expect(200);
    await act(4, 'Lock').expect(403);
    await act(5, 'Lock').expect(404);
    await act(99, 'Unlock').expect(404);
  });

  it('refuses to lock a contact that the agent sees only through a share', async () => {
    await read(3).expect(200);
    await act(3, 'Lock').expect(403);
    await act(3, 'Lock', stranger).expect(200);
    await act(3, 'Unlock').expect(403);
  });

  it('gives the lock of a contact to one of two agents who request it at the same time', async () => {
    const both = await Promise.all([act(2, 'Lock'), act(2, 'Lock', owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('shows a contact with an expired lock as unlocked, alone and in lists', async () => {
    const LockedTimestamp = '2026-04-29T11:59:00.0000000';
    await addContacts(app, [{ ContactId: 2, Locked: true, LockedByAgentId: own, LockedTimestamp }]);
    const none = { Locked: false, LockedByAgentId: null, LockedTimestamp: null };
    expect(one(await read(2))).toMatchObject(none);
    const locked = async (value: boolean): Promise<Contact[]> =>
      (await app.http.get(`/v1/Contacts?Locked=${value}&ContactId=2`).set(admin).expect(200)).body.Contacts;
    expect(await locked(true)).toEqual([]);
    expect(await locked(false)).toMatchObject([none]);
    expect(one(await act(2, 'Lock', owner).expect(200)).LockedByAgentId).toBe(below);
    expect(await locked(true)).toMatchObject([{ Locked: true, LockedByAgentId: below }]);
    await act(2, 'Unlock', admin).expect(200);
  });
});

describe('shares', () => {
  it('replaces the shares of a contact by the ones sent', async () => {
    expect(one(await share(1, [other, below]).expect(200)).IsShared).toBe(true);
    expect(await found('ada', stranger)).toEqual([1]);
    await share(1, [below]).expect(200);
    await read(1, stranger).expect(403);
    expect(one(await share(1, []).expect(200)).IsShared).toBe(false);
    expect((await audit()).map(({ Operation }) => Operation)).toEqual(Array(3).fill('shareContact'));
  });

  it('accepts only distinct agents as shares, and only from a caller with the owner in scope', async () => {
    expect(fieldErrors(await share(1, [77, other, other]).expect(400))).toEqual([
      'AgentIds[0] Unknown',
      'AgentIds[2] Duplicate',
    ]);
    expect(fieldErrors(await share(1, undefined).expect(400))).toEqual(['AgentIds NotNull']);
    await share(3, [own]).expect(403);
    await share(5, [other]).expect(404);
  });
});

it('lists the activities of a contact, newest first', async () => {
  await store(app, 'Activity', [
    { ActivityId: 1, AgentId: own, ContactId: 3, EventTypeId: 1, StartDate: '2026-01-01T00:00:00.0000000' },
    { ActivityId: 2, AgentId: 0, ContactId: 3, EventTypeId: 2, StartDate: '2026-02-01T00:00:00.0000000', EndDate: now },
    { ActivityId: 3, AgentId: own, ContactId: 1, EventTypeId: 2, StartDate: '2026-03-01T00:00:00.0000000' },
  ]);
  const { body } = await app.http.get('/v1/Contacts/3/Activities').set(agent).expect(200);
  expect(body.Activities).toMatchObject([
    { ActivityId: 2, AgentId: 0, AgentName: '', ContactId: 3, EventTypeName: 'Meeting', EndDate: `${now}Z` },
    { ActivityId: 1, AgentId: own, AgentName: 'Own', EventTypeName: 'Call', EventCategory: 'Outreach' },
  ]);
  await app.http.get('/v1/Contacts/4/Activities').set(agent).expect(403);
  await app.http.get('/v1/Contacts/5/Activities').set(agent).expect(404);
});
