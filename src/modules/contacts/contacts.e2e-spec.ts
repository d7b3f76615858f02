import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { addContacts, person, seedPeople, startPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { Contact } from './contact.entity.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { Schema } from '../../database/schema/schema.js';
import { nameKey } from '../../record/values/folded.js';
import { encryptedColumnsOf } from '../../database/schema/table.js';
import { storedKeys } from '../../database/inspection/reencryption.js';
import { ExporterService } from '../../sets/exporter.service.js';
import { ContactsRecordSet } from './contacts.record-set.js';
import { BusinessClock } from '../../context/business-clock.js';
import { ContactsService } from './contacts.service.js';
import { PersonService } from './person/person.service.js';

describe('contacts', () => {
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
      expect(contact).toMatchObject({
        Name: 'Fay Gold',
        AgentId: own,
        Active: true,
        Deleted: false,
        HasGiftCard: false,
      });
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
      const long = { Name: 'x'.repeat(201), Phone: 7 };
      expect(fieldErrors(await add(long).expect(400)).sort()).toEqual(['Name Length', 'Phone Invalid']);
      const bad = { ContactId: 7, SSN: '12', Name: 'x' };
      expect(fieldErrors(await add(bad).expect(400)).sort()).toEqual(['ContactId Invalid', 'SSN Invalid']);
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
      expect(one(await change(1, kept).expect(200))).toMatchObject({
        Deleted: false,
        Locked: false,
        LastContact: null,
      });
    });

    it('refuses to change a contact whose owner is out of scope', async () => {
      await change(2, { Tags: 'a' }).expect(200);
      // The answer does not tell which agent has the contact.
      const { body } = await change(3, { Tags: 'a' }).expect(403);
      expect(body.ResponseStatus.Message).toBe(
        'The agent of this record is neither your own agent nor in its downline.',
      );
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

  describe('status, source, category and job', () => {
    beforeEach(async () => {
      await store(app, 'ContactStatus', [
        { ContactStatusId: 1, ContactStatusDesc: 'Prospect' },
        { ContactStatusId: 2, ContactStatusDesc: 'Client' },
      ]);
      await store(app, 'SourceType', [{ SourceTypeId: 1, SourceTypeDesc: 'Referral' }]);
      await store(app, 'ContactCategory', [{ ContactCategory: 1, ContactCategoryName: 'Educator' }]);
      await store(app, 'Job', [{ JobID: 1, JobName: 'Nurse' }]);
    });
    afterEach(() =>
      app.db.tx(async () => {
        for (const table of ['contact_statuses', 'source_types', 'contact_categories', 'jobs'])
          await app.db.execute(sql`DELETE FROM ${sql([table])}`);
      }),
    );

    it('the texts are those of the lists, also in a new contact and after the list changes', async () => {
      const ids = { ContactStatusId: 1, SourceTypeId: 1, ContactCategory: 1, JobID: 1 };
      const texts = {
        ...{ ContactStatusDesc: 'Prospect', SourceTypeDesc: 'Referral', ContactCategoryName: 'Educator' },
        JobName: 'Nurse',
      };
      const others = { ContactStatusDesc: 'x', SourceTypeDesc: 'x', ContactCategoryName: 'x', JobName: 'x' };
      const added = one(await add({ Name: 'Fay', ...ids, ...others }).expect(200));
      expect(added).toMatchObject({ ...ids, ...texts });
      expect(one(await change(1, ids).expect(200))).toMatchObject(texts);
      expect(one(await change(1, others).expect(200))).toMatchObject(texts);
      expect(one(await change(1, { ContactStatusId: 2 }).expect(200)).ContactStatusDesc).toBe('Client');
      const renamed = app.http.put('/v1/ContactStatuses/2').set(admin);
      await renamed.send({ ContactStatusDesc: 'Customer' }).expect(200);
      expect(one(await read(1)).ContactStatusDesc).toBe('Customer');
    });

    it('a text without a listed id counts as sent, and goes when the id changes', async () => {
      const text = async (sent: object): Promise<unknown> => one(await change(1, sent).expect(200)).ContactStatusDesc;
      expect(await text({ ContactStatusDesc: 'Lead' })).toBe('Lead');
      expect(await text({ ContactStatusId: 8, ContactStatusDesc: 'Hot' })).toBe('Hot');
      expect(await text({ Rate: 2 })).toBe('Hot');
      expect(await text({ ContactStatusId: 9 })).toBeNull();
      expect(await text({ ContactStatusId: 2 })).toBe('Client');
      // A client that sends the whole record back with another id sends the old text, too.
      expect(await text({ ...one(await read(1)), ContactStatusId: 1 })).toBe('Prospect');
      expect(await text({ ...one(await read(1)), ContactStatusId: null })).toBeNull();
      expect(await text({ ContactStatusId: 7, ContactStatusDesc: 'Cold' })).toBe('Cold');
    });

    it('lists are filtered and sorted by the texts of the lists, and exports and imports have them', async () => {
      await store(app, 'Contact', [
        { ContactId: 21, AgentId: own, Name: 'Fay', ContactStatusId: 1, ContactStatusDesc: 'Zebra' },
        { ContactId: 22, AgentId: own, Name: 'Gus', ContactStatusDesc: 'Lead' },
        { ContactId: 23, AgentId: own, Name: 'Hal', ContactStatusId: 2 },
      ]);
      const ids = async (query: string): Promise<number[]> =>
        (await app.http.get(`/v1/Contacts?${query}`).set(agent).expect(200)).body.Contacts.map(
          (row: Contact) => row.ContactId,
        );
      expect(await ids('ContactStatusDesc=Prospect')).toEqual([21]);
      expect(await ids('ContactStatusDescContains=zeb')).toEqual([]);
      expect(await ids('ContactStatusDesc=clíent')).toEqual([23]);
      expect(await ids('ContactStatusDescStartsWith=LÉA')).toEqual([22]);
      expect(await ids('ContactStatusDescIsNull=false&orderBy=ContactStatusDesc')).toEqual([23, 22, 21]);
      let csv = '';
      const set = app.get(ContactsRecordSet);
      for await (const part of app.get(ExporterService).text(set, { format: 'csv', withSsn: false })) csv += part;
      expect(csv).toMatch(/Fay.*Prospect/);
      const send = (path: string, text: string) =>
        app.http.post(path).set(admin).type('text/csv').buffer(true).send(text).expect(200);
      expect((await send('/v1/Sets/contacts', csv)).body).toMatchObject({ Inserted: 0, Updated: 0 });
      await send('/v1/Sets/contacts', 'ContactId,ContactStatusId,ContactStatusDesc\n22,2,Lead\n23,,Client\n');
      expect(await ids('ContactStatusDesc=Client')).toEqual([22]);
      await send('/v1/Sets/contacts', 'Name,AgentId,ContactStatusId,ContactStatusDesc\nIda,1,1,x\n');
      expect(await ids('ContactStatusDesc=Prospect')).toHaveLength(2);
    });

    it('a change of the status can be undone', async () => {
      await change(1, { ContactStatusId: 1 }).expect(200);
      await change(1, { ContactStatusId: 2 }).expect(200);
      const { body } = await app.http.get('/v1/Contacts/1/History').set(agent).expect(200);
      const { AuditId } = body.History[0];
      await app.http.post(`/v1/Contacts/1/History/${AuditId}/Revert`).set(agent).send({}).expect(200);
      expect(one(await read(1))).toMatchObject({ ContactStatusId: 1, ContactStatusDesc: 'Prospect' });
      await app.http.put('/v1/ContactStatuses/2').set(admin).send({ ContactStatusDesc: 'Customer' }).expect(200);
      await app.http
        .post(`/v1/Contacts/1/History/${Number(AuditId) + 1}/Revert`)
        .set(agent)
        .send({})
        .expect(200);
      expect(one(await read(1))).toMatchObject({ ContactStatusId: 2, ContactStatusDesc: 'Customer' });
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
      const refused = await act(2, 'Lock', owner).expect(409);
      const ends = { LockedBy: 'Own', LockedUntil: '2026-05-01T12:00:00.0000000Z' };
      expect(refused.body.ResponseStatus.Meta).toMatchObject(ends);
      const log = app.http.post('/v1/Contacts/2/Activities').set(owner).send({ EventTypeId: 1 });
      expect((await log.expect(409)).body.ResponseStatus.Meta).toMatchObject(ends);
      const kept = await act(2, 'Unlock', owner).expect(403);
      expect(kept.body.ResponseStatus.Meta).toMatchObject({ Reason: 'Role', ...ends });
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

    it('names an Administrator as who locked a contact', async () => {
      await act(2, 'Lock', admin).expect(200);
      const { Message, Meta } = (await change(2, { Tags: 'b' }, owner).expect(409)).body.ResponseStatus;
      expect(Message).toBe('Contact 2 is locked by an Administrator.');
      expect(Meta).toMatchObject({ LockedBy: 'an Administrator' });
      await act(2, 'Unlock', admin).expect(200);
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
      const later = jest.spyOn(app.get(BusinessClock), 'now').mockReturnValue('2026-05-02T12:00:00.0000000');
      expect(one(await read(2))).toMatchObject(none);
      expect(await locked(true)).toEqual([]);
      later.mockRestore();
      await act(2, 'Unlock', admin).expect(200);
    });
  });

  describe('the lock of an agent who has left', () => {
    const gone = 78;
    const none = { Locked: false, LockedByAgentId: null, LockedTimestamp: null };
    const locked = async (value: boolean): Promise<number[]> =>
      ((await app.http.get(`/v1/Contacts?Locked=${value}`).set(agent).expect(200)).body.Contacts as Contact[]).map(
        ({ ContactId }) => ContactId,
      );
    let holder: Who;
    beforeAll(async () => {
      await store(app, 'Agent', [{ AgentId: gone, AgentName: 'Gone', Upline1: own }]);
      holder = await app.as('Agent', gone);
    });
    beforeEach(async () => {
      const rows = [11, 12, 13].map((ContactId) => ({ ContactId, AgentId: gone, Name: 'Ada' }));
      await addContacts(app, rows);
      for (const { ContactId } of rows) await act(ContactId, 'Lock', holder).expect(200);
    });

    const active = (AgentStatus: string) => sql`UPDATE agents SET AgentStatus = ${AgentStatus} WHERE AgentId = ${gone}`;
    const user = (Disabled: number) => sql`UPDATE users SET Disabled = ${Disabled}
      WHERE UserName = ${`agent-${gone}@example.test`}`;

    it.each([
      ['is no longer Active', active('Inactive'), active('Active')],
      ['has a disabled user', user(1), user(0)],
    ])('is no lock if the agent %s, for reads, changes and many contacts at once', async (_case, leave, comeBack) => {
      await change(11, { Tags: 'a' }).expect(409);
      expect((await locked(true)).sort()).toEqual([11, 12, 13]);
      await app.db.tx(() => app.db.execute(leave));
      expect(one(await read(11))).toMatchObject(none);
      expect(await locked(true)).toEqual([]);
      expect(await locked(false)).toEqual(expect.arrayContaining([11, 12, 13]));
      await change(11, { Tags: 'a' }).expect(200);
      await act(11, 'Unlock').expect(200);
      const Contacts = [12, 13].map((ContactId) => ({ ContactId, Tags: 'b' }));
      await app.http.put('/v1/Contacts').set(agent).send({ Contacts }).expect(200);
      expect(one(await act(12, 'Lock').expect(200))).toMatchObject({ Locked: true, LockedByAgentId: own });
      await app.db.tx(() => app.get(PersonService).erase(13));
      await app.db.tx(() => app.db.execute(comeBack));
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
      {
        ActivityId: 2,
        AgentId: 0,
        ContactId: 3,
        EventTypeId: 2,
        StartDate: '2026-02-01T00:00:00.0000000',
        EndDate: now,
      },
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
});

describe('lists of contacts', () => {
  const { own, below, other, left } = person;
  const now = '2026-04-30T12:00:00.0000000';

  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  beforeAll(async () => {
    ({ app, agent, admin } = await startPeople({ CLOCK: now }));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of [
        'contact_shares',
        'contact_transfers',
        'contact_terms',
        'contacts',
        'audit_records',
        'audit',
      ])
        await app.db.execute(sql`DELETE FROM ${sql([table])}`);
    });
    await addContacts(app, [
      { ContactId: 1, AgentId: own, FirstName: 'Ada', LastName: 'Gold' },
      { ContactId: 2, AgentId: below, Name: 'Bea' },
      { ContactId: 3, AgentId: other, Name: 'Cid' },
      { ContactId: 4, AgentId: own, Name: 'Dee', Deleted: true },
    ]);
  });

  const change = (Contacts: unknown, who = agent) => app.http.put('/v1/Contacts').set(who).send({ Contacts });
  const stored = (): Promise<Pick<Contact, 'ContactId' | 'Tags'>[]> =>
    app.db.all(sql`SELECT ContactId, Tags FROM contacts WHERE Tags <> '' ORDER BY ContactId`);
  const audit = () => app.db.all(sql`SELECT Operation FROM audit WHERE Operation = 'changeContacts'`);

  it('changes many contacts in one transaction, and returns them in the order sent', async () => {
    const sent = [
      { ContactId: 2, Tags: 'a', SSN: '123-45-6789' },
      { ContactId: 1, LastName: 'Silver', AgentId: below },
    ];
    const { body } = await change(sent).expect(200);
    expect(body.Contacts).toMatchObject([
      { ContactId: 2, Tags: 'a', SSN: '***-**-6789' },
      { ContactId: 1, Name: 'Ada Silver', AgentId: below },
    ]);
    expect(await audit()).toHaveLength(1);
    const transfers = await app.http.get('/v1/Contacts/Transfers').set(agent).expect(200);
    expect(transfers.body.Transfers).toMatchObject([{ ContactId: 1, FromAgentId: own, ToAgentId: below }]);
    const search = await app.http.get('/v1/Contacts?Search=silver').set(agent).expect(200);
    expect(search.body.Contacts).toMatchObject([{ ContactId: 1 }]);
  });

  it('changes no contact of a list if one is unknown or deleted, and names each such contact', async () => {
    const answer = await change([1, 99, 4].map((ContactId) => ({ ContactId, Tags: 'a' }))).expect(404);
    expect(fieldErrors(answer)).toEqual(['Contacts[1].ContactId Unknown', 'Contacts[2].ContactId Unknown']);
    expect(await stored()).toEqual([]);
  });

  it('reports every invalid contact of a list', async () => {
    const nameless = { ContactId: 1, FirstName: '', LastName: '', Name: '' };
    const answer = await change([nameless, { ContactId: 2, SSN: '12' }]).expect(400);
    expect(fieldErrors(answer).sort()).toEqual(['Contacts[0].Name NotEmpty', 'Contacts[1].SSN Invalid']);
    const long = await change([nameless, { ContactId: 2, Tags: 'x'.repeat(2001), Phone: 7 }]).expect(400);
    expect(fieldErrors(long).sort()).toEqual(['Contacts[1].Phone Invalid', 'Contacts[1].Tags Length']);
    expect(answer.body.ResponseStatus.Errors.map(({ Message }: { Message: string }) => Message)).toContain(
      'Contacts[0].Name is required, or one of FirstName, LastName, BusinessName.',
    );
    expect(long.body.ResponseStatus.Errors).toContainEqual({
      ErrorCode: 'Length',
      FieldName: 'Contacts[1].Tags',
      Message: 'Contacts[1].Tags must have at most 2000 characters.',
      Meta: { Max: '2000', ContactId: '2' },
    });
    const ids = await change([{ ContactId: 1 }, { Tags: 'a' }, { ContactId: 1, Tags: 'b' }]).expect(400);
    expect(fieldErrors(ids).sort()).toEqual(['Contacts[1].ContactId NotEmpty', 'Contacts[2].ContactId Duplicate']);
    // A malformed key may be any text, which no error repeats.
    const malformed = await change([{ ContactId: '123-45-6789', Tags: 'a' }]).expect(400);
    expect(malformed.body.ResponseStatus.Errors[0].Meta).toEqual({});
  });

  it.each(['\n', '\r\n', '\u2028'])('rejects a name with the line break %j', async (lineBreak) => {
    const answer = await change([{ ContactId: 1, LastName: `Love${lineBreak}lace` }]).expect(400);
    expect(fieldErrors(answer)).toEqual(['Contacts[0].LastName Invalid']);
  });

  describe('with the Version of each contact', () => {
    const versions = (...ids: number[]) => app.get(ContactsService).versions(ids);

    it('changes none if some contacts have changed meanwhile, and names each with its present Version', async () => {
      const read = await versions(1, 2);
      await change([1, 2].map((ContactId) => ({ ContactId, Title: 'Dr.' }))).expect(200);
      const present = await versions(1, 2);
      await addContacts(app, [{ ContactId: 5, AgentId: own, Name: 'Eva' }]);
      const sent = [
        { ContactId: 5, Tags: 'a', Version: (await versions(5)).get(5) },
        { ContactId: 2, Tags: 'a', Version: read.get(2) },
        { ContactId: 1, Tags: 'a', Version: read.get(1) },
      ];
      const refused = await change(sent).expect(412);
      expect(refused.body.ResponseStatus).toMatchObject({
        ErrorCode: 'PreconditionFailed',
        Errors: [
          {
            ErrorCode: 'Mismatch',
            FieldName: 'Contacts[1].Version',
            Message: 'Contacts[1].Version is not the present one.',
            Meta: { ContactId: '2', Version: present.get(2) },
          },
          { FieldName: 'Contacts[2].Version', Meta: { ContactId: '1', Version: present.get(1) } },
        ],
      });
      expect(await stored()).toEqual([]);
      const repeated = sent.map((each) => ({ ...each, Version: present.get(each.ContactId) ?? each.Version }));
      await change(repeated).expect(200);
      expect(await stored()).toHaveLength(3);
    });

    it('accepts one of two writers that read the same contacts, and refuses the other with 412', async () => {
      const Version = (await versions(2)).get(2);
      const write = (Tags: string) =>
        change([
          { ContactId: 1, Tags },
          { ContactId: 2, Tags, Version },
        ]);
      const answers = await Promise.all([write('one'), write('two')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const Tags = answers[0].status === 200 ? 'one' : 'two';
      expect(await stored()).toMatchObject([{ Tags }, { Tags }]);
    });

    it('an item without a Version is changed whatever its state', async () => {
      const sent = { ContactId: 1, Tags: 'a', Version: '' };
      await change([sent]).expect(200);
      await change([{ ...sent, Tags: 'b', Version: null }]).expect(200);
      expect(await stored()).toMatchObject([{ Tags: 'b' }]);
    });
  });

  it('Deleted=false restores neither a deleted nor an erased contact', async () => {
    await app.db.tx(() => app.get(PersonService).erase(2));
    for (const ContactId of [2, 4]) {
      await change([{ ContactId, Deleted: false, Name: 'Back' }], admin).expect(404);
      await app.http.put(`/v1/Contacts/${ContactId}`).set(admin).send({ Deleted: false, Name: 'Back' }).expect(404);
    }
  });

  it('accepts 1 to 500 contacts in one call', async () => {
    expect(fieldErrors(await change([]).expect(400))).toEqual(['Contacts NotEmpty']);
    expect(fieldErrors(await change(undefined).expect(400))).toEqual(['Contacts NotEmpty']);
    const many = Array.from({ length: 501 }, (_, at) => ({ ContactId: at + 1 }));
    expect(fieldErrors(await change(many).expect(400))).toEqual(['Contacts Length']);
    const most = many.slice(4).map(({ ContactId }) => ({ ContactId, AgentId: own, Name: 'Many' }));
    await addContacts(app, most);
    const sent = [...most, { ContactId: 1 }, { ContactId: 2 }].map(({ ContactId }) => ({ ContactId, Tags: 'many' }));
    expect((await change(sent).expect(200)).body.Contacts).toHaveLength(499);
    expect(await stored()).toHaveLength(499);
  });

  it('changes a list of contacts only if each owner is in scope before and after the change', async () => {
    await store(app, 'ContactShare', [{ ContactId: 3, AgentId: own }]);
    await change([1, 3].map((ContactId) => ({ ContactId, Tags: 'a' }))).expect(403);
    await change([
      { ContactId: 1, AgentId: other },
      { ContactId: 2, Tags: 'a' },
    ]).expect(403);
    await change([{ ContactId: 1, AgentId: left }], admin).expect(409);
    expect(await stored()).toEqual([]);
    await change([{ ContactId: 3, Tags: 'a' }], admin).expect(200);
  });

  it('refuses to change contacts that another agent has locked, and to change a ContactGUID', async () => {
    await app.http
      .post('/v1/Contacts/2/Lock')
      .set(await app.as('Agent', below))
      .send({})
      .expect(200);
    const both = [
      { ContactId: 1, Tags: 'a' },
      { ContactId: 2, Tags: 'a' },
    ];
    const refused = await change(both).expect(409);
    expect(fieldErrors(refused)).toEqual(['Contacts[1].ContactId Invalid']);
    const { Meta, Errors } = refused.body.ResponseStatus;
    expect(Errors[0].Meta).toEqual({ ...Meta, RequestId: undefined, ContactId: '2' });
    expect(Meta).toMatchObject({ LockedBy: 'Below', LockedUntil: expect.stringMatching(/^2026-05-01T/) });
    await change(both, admin).expect(200);
    await change([{ ContactId: 1, ContactGUID: '7'.repeat(32) }]).expect(409);
  });
});

describe('names', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    admin = await app.as('Administrator');
    for (const [FirstName, LastName] of names) await add({ FirstName, LastName }).expect(200);
  });
  afterAll(() => app.close());

  const names = [
    ['Ann', 'Zeta'],
    ['Bo', 'van Dyke'],
    ['Cy', 'a\u0301lvarez'],
    ['Di', 'apple'],
    ['Ed', "O'Neil"],
    ['Fe', 'Oakley'],
    ['Gil', 'Łaska'],
  ];
  const add = (body: object) => app.http.post('/v1/Contacts').set(admin).send(body);
  const found = async (query: string): Promise<string[]> => {
    const { body } = await app.http.get(`/v1/Contacts?${query}`).set(admin).expect(200);
    return body.Contacts.map(({ FirstName }: Contact) => FirstName);
  };

  it('lists sort names without regard to letter case, diacritics and apostrophes', async () => {
    const sorted = ['Cy', 'Di', 'Gil', 'Fe', 'Ed', 'Bo', 'Ann'];
    expect(await found('orderBy=LastName')).toEqual(sorted);
    expect(await found('orderByDesc=LastName&take=3')).toEqual(['Ann', 'Bo', 'Ed']);
    await add({ BusinessName: 'école', FirstName: '', LastName: '' }).expect(200);
    await add({ BusinessName: 'Eagle', FirstName: '', LastName: '' }).expect(200);
    const { body } = await app.http.get('/v1/Contacts?NameGreaterThanOrEqualTo=e&take=3&fields=Name').set(admin);
    expect(body.Contacts).toEqual([{ Name: 'Eagle' }, { Name: 'école' }, { Name: "Ed O'Neil" }].sort(byKey));
  });
  const byKey = (a: { Name: string }, b: { Name: string }): number => (nameKey(a.Name) < nameKey(b.Name) ? -1 : 1);

  it.each([
    ['LastName=Álvarez', ['Cy']],
    ['LastName=ALVAREZ', ['Cy']],
    ['LastNameIn=ONEIL,laska', ['Gil', 'Ed']],
    ['LastNameStartsWith=o’n', ['Ed']],
    ['LastNameContains=LVÁ', ['Cy']],
    ['LastNameBetween=van,zeta', ['Bo', 'Ann']],
    ['LastNameLessThanOrEqualTo=APPLE', ['Cy', 'Di']],
  ])('finds names by %s', async (query, first) => {
    expect(await found(`${encodeURI(query)}&orderBy=LastName`)).toEqual(first);
  });

  it('stores names composed, and searches, changes and imports write the keys', async () => {
    const [{ ContactId, LastName }] = (await app.http.get('/v1/Contacts?FirstName=cy').set(admin)).body.Contacts;
    expect(LastName).toBe('\u00e1lvarez');
    expect(await found('Search=alvarez')).toEqual(['Cy']);
    await app.http.put(`/v1/Contacts/${ContactId}`).set(admin).send({ LastName: 'Ávila' }).expect(200);
    expect([await found('LastName=avila'), await found('LastName=alvarez')]).toEqual([['Cy'], []]);
    const set = app.http.post('/v1/Sets/contacts').set(admin).type('text/csv').buffer(true);
    await set.send(`ContactId,LastName\n${ContactId},Álvarez\n`).expect(200);
    expect([await found('LastName=avila'), await found('LastName=alvarez')]).toEqual([[], ['Cy']]);
  });
});

describe('birth dates', () => {
  type Found = Record<string, unknown>;

  const midnight = 'T00:00:00.0000000';
  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  beforeAll(async () => {
    ({ app, agent, admin } = await startPeople({ TIME_ZONE: 'America/Denver' }));
  });
  beforeEach(async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contacts`));
    const AgentId = person.own;
    await addContacts(app, [
      {
        ContactId: 1,
        AgentId,
        Name: 'Ada',
        DateOfBirth: `1966-05-31${midnight}`,
        address_line1: '12 St James’s Square',
      },
      { ContactId: 2, AgentId, Name: 'Bea', DateOfBirth: `1966-06-01${midnight}`, address_line1: '1 Main Street' },
      { ContactId: 3, AgentId, Name: 'Cleo', DateOfBirth: `1966-06-30${midnight}` },
      { ContactId: 4, AgentId, Name: 'Dora', address_line1: '12 Main Street' },
    ]);
  });
  afterAll(() => app.close());

  const listed = async (query: string, path = 'Contacts'): Promise<Found[]> => {
    const { body } = await app.http.get(`/v1/${path}?${query}`).set(agent).expect(200);
    return (body as { Contacts?: Found[] }).Contacts ?? (body as { Contact: Found[] }).Contact;
  };
  const names = async (query: string, path?: string): Promise<unknown[]> =>
    (await listed(query.includes('orderBy') ? query : `${query}&orderBy=Name`, path)).map(({ Name }) => Name);
  const send = async (DateOfBirth: string): Promise<unknown> => {
    const { body } = await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth }).expect(200);
    return (body as { Contacts: Found[] }).Contacts[0].DateOfBirth;
  };

  it('filters contacts by birth date, and a range includes both its ends', async () => {
    for (const path of ['Contacts', 'ActivityTracker/All']) {
      expect(await names('DateOfBirthBetween=1966-06-01,1966-06-30', path)).toEqual(['Bea', 'Cleo']);
      expect(await names('DateOfBirth=1966-05-31', path)).toEqual(['Ada']);
      expect(await names('DateOfBirthIn=1966-05-31,1966-06-30', path)).toEqual(['Ada', 'Cleo']);
      expect(await names('DateOfBirthGreaterThanOrEqualTo=1966-06-01', path)).toEqual(['Bea', 'Cleo']);
      expect(await names('DateOfBirthLessThanOrEqualTo=1966-06-01', path)).toEqual(['Ada', 'Bea']);
      expect(await names('DateOfBirthIsNull=true', path)).toEqual(['Dora']);
      expect(await names('DateOfBirth=&DateOfBirthIn=', path)).toEqual(['Ada', 'Bea', 'Cleo', 'Dora']);
    }
  });

  it('a filter on the birth date uses the day as written, and ignores a time and an offset after it', async () => {
    const from = encodeURIComponent('1966-06-01T23:30:00-05:00');
    const to = encodeURIComponent('1966-06-30T00:30:00+14:00');
    expect(await names(`DateOfBirthBetween=${from},${to}`)).toEqual(['Bea', 'Cleo']);
    expect(await names(`DateOfBirthLessThanOrEqualTo=${from}`)).toEqual(['Ada', 'Bea']);
    await app.http.get('/v1/Contacts?DateOfBirthBetween=1966-06-01').set(agent).expect(400);
  });

  it('filters contacts by street, and sorts them by birth date and street', async () => {
    expect(await names('address_line1StartsWith=12')).toEqual(['Ada', 'Dora']);
    expect(await names('address_line1Contains=main')).toEqual(['Bea', 'Dora']);
    expect(await names('PhoneLessThanOrEqualTo=9')).toEqual([]);
    expect(await names('orderBy=DateOfBirth')).toEqual(['Dora', 'Ada', 'Bea', 'Cleo']);
    expect(await names('orderByDesc=DateOfBirth&take=2')).toEqual(['Cleo', 'Bea']);
    expect(await names('orderByDesc=address_line1')).toEqual(['Ada', 'Dora', 'Bea', 'Cleo']);
  });

  it('stores and sends a birth date as the day that the client wrote', async () => {
    const day = `1966-12-31${midnight}`;
    for (const written of ['1966-12-31', '1966-12-31T23:30:00-05:00', '1966-12-31T00:30:00+14:00', `${day}Z`, day])
      expect([written, await send(written)]).toEqual([written, day]);
    const [{ DateOfBirth }] = await app.db.all<Found>(sql`SELECT DateOfBirth FROM contacts WHERE ContactId = 4`);
    expect(DateOfBirth).toBe(day);
    const { text } = await app.http
      .get('/v1/Contacts.csv?fields=Name,DateOfBirth&DateOfBirthIsNull=false&orderByDesc=DateOfBirth&take=1')
      .set(agent)
      .expect(200);
    expect(text).toBe(`Name,DateOfBirth\r\nDora,${day}\r\n`);
    await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth: null }).expect(200);
    expect((await listed('DateOfBirthIsNull=true'))[0]).toMatchObject({ Name: 'Dora', DateOfBirth: null });
  });

  it('exports birth date and street in plain text, and an import of that export changes nothing', async () => {
    const settings = cliSettings(app.database);
    const { stdout } = await agency(['export', 'contacts'], settings);
    expect(stdout).toContain('12 St James’s Square');
    expect(stdout).toContain(`1966-05-31${midnight}`);
    const again = await agency(['import', 'contacts', '-'], settings, stdout);
    expect(again.stderr).toBe('Imported 4 records: 0 added, 0 changed, 4 unchanged.\n');
    const csv = 'ContactId,DateOfBirth\n2,1900-01-01\n';
    expect((await agency(['import', 'contacts', '-'], settings, csv)).stderr).toContain('1 changed');
    expect(await names('DateOfBirth=1900-01-01')).toEqual(['Bea']);
  });

  it('the audit shows a change of birth date and street, and stores both encrypted', async () => {
    await app.http.put('/v1/Contacts/4').set(agent).send({ DateOfBirth: '1971-02-03', address_line1: 'Hill 9' });
    const { body } = await app.http.get('/v1/Audit?Record=Contact&RecordId=4').set(admin).expect(200);
    expect(JSON.stringify(body)).toMatch(/1971-02-03.*Hill 9|Hill 9.*1971-02-03/);
    const stored = JSON.stringify([
      await app.db.all(sql`SELECT a.Changes FROM audit a`),
      await app.db.all(sql`SELECT v.Owner, v.Sealed FROM audit_values v`),
    ]);
    expect(stored).toContain('DateOfBirth');
    for (const value of ['1971-02-03', 'Hill 9', '12 Main Street']) expect(stored).not.toContain(value);
  });
});

describe('SSN', () => {
  const contacts = 7;
  const withSsn = 2;
  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };
  let decrypt: jest.SpyInstance;

  beforeAll(async () => {
    app = await startApp();
    const names = Array.from({ length: contacts }, (_, at) => ({ ContactId: at + 1, Name: `Contact ${at + 1}` }));
    await seedPeople(
      app,
      names.map((contact) => ({ ...contact, AgentId: person.own })),
    );
    agent = await app.as('Agent', person.own);
    admin = await app.as('Administrator');
    for (const id of [1, 2]) await put(id, { SSN: `123-45-678${id}` });
    decrypt = jest.spyOn(app.get(FieldCipher), 'decrypt');
  });
  beforeEach(() => decrypt.mockClear());
  afterAll(() => app.close());

  const put = (id: number, sent: object): Promise<unknown> =>
    app.http.put(`/v1/Contacts/${id}`).set(agent).send(sent).expect(200);
  const read = (path: string, who = agent) => app.http.get(`/v1/${path}`).set(who).expect(200);

  it.each([
    'Contacts?fields=ContactId,Name,DateOfBirth',
    'Contacts.csv?fields=Name',
    'Contacts?Search=contact&fields=Name',
    'ActivityTracker/All?fields=Name,address_line1',
  ])('decrypts no SSN for the request %s, whose response has no SSN', async (path) => {
    for (const who of [agent, admin]) expect((await read(path, who)).text).toContain('Contact 1');
    expect(decrypt).not.toHaveBeenCalled();
  });

  it.each(['Contacts', 'Contacts.csv', 'ActivityTracker/All', 'ActivityTracker/All.csv?fields=SSN'])(
    'decrypts each stored SSN once for the request %s',
    async (path) => {
      expect((await read(path)).text.match(/\*\*\*-\*\*-678[12]/g)).toHaveLength(withSsn);
      expect(decrypt).toHaveBeenCalledTimes(withSsn);
    },
  );

  it('decrypts no SSN for an export of contacts without SSN', async () => {
    const text = async (withSsn: boolean): Promise<string> => {
      const parts: string[] = [];
      const set = app.get(ContactsRecordSet);
      for await (const part of app.get(ExporterService).text(set, { format: 'csv', withSsn })) parts.push(part);
      return parts.join('');
    };
    expect(await text(false)).not.toContain('SSN');
    expect(decrypt).not.toHaveBeenCalled();
    expect(await text(true)).toContain('123-45-6782');
    expect(decrypt).toHaveBeenCalledTimes(withSsn);
  });

  it('keeps the stored SSN if a change sends no SSN or the masked SSN', async () => {
    const stored = () => app.db.all(sql`SELECT SSN FROM contacts ORDER BY ContactId`);
    const before = await stored();
    await put(1, { Role: 'Teacher' });
    const { body } = await read('Contacts/1');
    await put(1, (body as { Contacts: object[] }).Contacts[0]);
    expect(await stored()).toEqual(before);
  });

  it('agency reseal encrypts an SSN with the new key, and an SSN is decrypted only for its own contact', async () => {
    const settings = cliSettings(app.database);
    const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32), FIELD_KEYS_OLD: settings.FIELD_KEY };
    expect((await agency(['doctor'], rotated)).stdout).toContain('encrypted values are stored under the former');
    expect((await agency(['reseal'], rotated)).code).toBe(0);
    expect((await agency(['export', 'contacts', '--with-ssn'], rotated)).stdout).toContain('123-45-6782');
    await agency(['reseal'], { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY });
    await app.db.tx(async () => {
      const [{ SSN }] = await app.db.all<{ SSN: string }>(sql`SELECT SSN FROM contacts WHERE ContactId = 1`);
      await app.db.execute(sql`UPDATE contacts SET SSN = ${SSN} WHERE ContactId = 3`);
    });
    const { body } = await app.http.get('/v1/Contacts/3').set(agent).expect(200);
    expect((body as { Contacts: object[] }).Contacts).toEqual([expect.objectContaining({ ContactId: 3, SSN: null })]);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = NULL WHERE ContactId = 3`));
  });

  it('agency doctor counts encrypted values by key, and reads each table once', async () => {
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = 'deadbeef.1' WHERE ContactId > 5`));
    // Stop the background jobs, because the test would count their queries too.
    await app.get(JobsService).onModuleDestroy();
    const statements = jest.spyOn(app.db, 'all');
    const keys = await storedKeys(app.db, encryptedColumnsOf(app.get(Schema).entities));
    expect(keys.get('deadbeef')).toBe(2);
    expect(keys.get(app.get(FieldCipher).keyId)).toBeGreaterThan(0);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = NULL WHERE ContactId > 5`));
    const tables = statements.mock.calls.map(([query]) => /FROM (\w+)/.exec(query.sql)?.[1]);
    expect(tables).toContain('contacts');
    expect(tables).toEqual([...new Set(tables)]);
  });
});
