import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../../test/support/processes/cli.js';
import { freshDatabase } from '../../../../test/support/database/fresh-database.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import { int32, text } from '../../../database/schema/migrations/column-kinds.js';
import { migrations } from '../../../database/schema/migrations/index.js';
import { column, createTable, dropTable, table } from '../../../database/schema/migrations/table-definition.js';
import { Table } from '../../../database/schema/table.js';
import { Tables } from '../../../database/tables.module.js';
import { Int32, Text } from '../../../record/fields.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { noOptions } from '../../../record/lists/list-options.js';
import type { Contact } from '../contact.entity.js';
import { ContactsService } from '../contacts.service.js';
import { DuplicatesService } from './duplicates.service.js';
import type { ListedMerge } from './merge.records.js';
import type { ContactDifference } from './contact-difference.entity.js';

const { own, below, other } = person;
const now = '2026-04-30T12:00:00.0000000';
const guid = (number: number): string => String(number).padStart(32, '0');
const [place, line] = [guid(101), guid(201)];

type Who = { Authorization: string };

describe('merge', () => {
  /** A table that refers to a contact and exists only in this test, so that no module has a rule for it. */
  @Table('pets', { ofPerson: 'remove' })
  class Pet {
    @Int32({ key: 'generated' }) PetId!: number;
    @Int32({ required: true, references: 'Contact.ContactId' }) ContactId!: number;
    @Text(50) PetName!: string;
  }
  type Migration = InstanceType<(typeof migrations)[number]>;
  type Runner = Parameters<Migration['up']>[0];
  class Pets1999000000000 implements Migration {
    up(runner: Runner): Promise<void> {
      const PetId = column(int32, { key: 'generated' });
      const ContactId = column(int32, { required: true, references: 'contacts.ContactId' });
      return createTable(runner, table('pets', { PetId, ContactId, PetName: text(50) }));
    }

    down(runner: Runner): Promise<void> {
      return dropTable(runner, 'pets');
    }
  }

  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  beforeAll(async () => {
    database = await freshDatabase();
    migrations.push(Pets1999000000000);
    app = await startApp({ CLOCK: now, DATABASE_URL: database.url }, Tables.forFeature(Pet));
    await seedPeople(app);
    await store(app, 'Location', [{ LocationId: place, Name: 'Main Street' }]);
    await store(app, 'Line', [{ Id: line, LocationId: place, Name: 'Review' }]);
    await store(app, 'Survey', [{ SurveyId: 1, Title: 'How was it?' }]);
    await store(
      app,
      'Project',
      [1, 2].map((ProjectID) => ({ ProjectID, ProjectName: `Project ${ProjectID}` })),
    );
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(async () => {
    // Other suites copy a database that any suite of the run has migrated: it must not have the table.
    migrations.pop();
    await app.close();
    await database.drop();
  });

  const emptied = [
    ...['pets', 'contact_merges', 'contact_erasures', 'gift_card_rewards', 'survey_invitations', 'document_shares'],
    ...['documents', 'project_team_members', 'checkin_lines', 'checkins', 'activities', 'contact_shares'],
    ...['contact_transfers', 'contact_terms', 'contacts'],
  ];

  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of emptied) await app.db.execute(sql`DELETE FROM ${sql([table])}`);
    });
    await addContacts(app, [
      { ContactId: 1, AgentId: own, FirstName: 'Ada', LastName: 'Gold', ContactGUID: guid(1), Phone: '505 555 0101' },
      { ContactId: 2, AgentId: below, Name: 'A. Gold', ContactGUID: guid(2), Tags: 'VIP', Phone: '505 555 0102' },
      { ContactId: 3, AgentId: own, Name: 'Adah Gold', ContactGUID: guid(3), Title: 'Dr.', Tags: 'late' },
      { ContactId: 4, AgentId: other, Name: 'Cid', ContactGUID: guid(4) },
    ]);
  });

  const merge = (id: number, body: object, who: Who = agent) =>
    app.http.post(`/v1/Contacts/${id}/Merge`).set(who).send(body);
  const unmerge = (id: number, who: Who = agent) => app.http.post(`/v1/Contacts/${id}/Unmerge`).set(who).send({});
  const read = async (id: number, who: Who = admin): Promise<Contact> =>
    (await app.http.get(`/v1/Contacts/${id}`).set(who).expect(200)).body.Contacts[0];
  const rows = (table: string, column = 'ContactId'): Promise<Record<string, unknown>[]> =>
    app.db.all(sql`SELECT * FROM ${sql([table])} ORDER BY ${sql([column])}`);

  describe('merging', () => {
    it('a merge fills unset fields in the order of From, and deletes the merged contacts', async () => {
      const { body } = await merge(1, { From: [2, 3] }).expect(200);
      expect(body.Contacts).toMatchObject([
        { ContactId: 1, Name: 'Ada Gold', Tags: 'VIP', Title: 'Dr.', Phone: '505 555 0101', AgentId: own },
      ]);
      for (const id of [2, 3]) {
        const merged = await app.http.get(`/v1/Contacts/${id}`).set(admin).expect(200);
        expect(merged.body.ResponseStatus.Meta).toEqual({ MergedInto: '1' });
        expect(merged.body.Contacts[0]).toMatchObject({
          ...{ Deleted: true, DeletedBy: `agent-${own}@example.test`, DeletedDateTimeUtc: `${now}Z` },
        });
        await app.http.get(`/v1/Contacts/${id}`).set(agent).expect(404);
      }
      const found = await app.http.get('/v1/Contacts?Search=gold').set(agent).expect(200);
      expect(found.body.Contacts.map(({ ContactId }: Contact) => ContactId)).toEqual([1]);
    });

    it('a merge takes a field from the contact that Take names', async () => {
      await merge(1, { From: [2, 3], Take: { Phone: 2, Tags: 3, Title: 1, LastName: 2, FirstName: 2 } }).expect(200);
      expect(await read(1)).toMatchObject({ Phone: '505 555 0102', Tags: 'late', Title: null, FirstName: null });
    });

    it('a merge derives Name again from the merged names, and fills an unset SSN', async () => {
      await app.http.put('/v1/Contacts/3').set(agent).send({ FirstName: 'Adah', SSN: '123-45-6789' }).expect(200);
      await merge(1, { From: [3], Take: { FirstName: 3 } }).expect(200);
      expect(await read(1)).toMatchObject({ Name: 'Adah Gold', SSN: '***-**-6789' });
      const full = await app.http.get('/v1/Contacts/1?fields=SSN').set(admin).expect(200);
      expect(full.body.Contacts[0].SSN).toBe('123-45-6789');
    });

    it('a merge sets DoNotContact if any of the contacts has it', async () => {
      await addContacts(app, [{ ContactId: 3, DoNotContact: true }]);
      await merge(1, { From: [2, 3] }).expect(200);
      expect((await read(1)).DoNotContact).toBe(true);
      expect((await unmerge(1).expect(200)).body.Contacts[0].DoNotContact).toBe(false);
    });

    it.each(['DoNotContact', 'SMSOptIn'])('a merge refuses to take %s from a contact', async (name) => {
      const { body } = await merge(1, { From: [2], Take: { [name]: 2 } }).expect(400);
      expect(body.ResponseStatus.Errors).toMatchObject([{ FieldName: `Take.${name}`, ErrorCode: 'Invalid' }]);
    });

    const none = { Phone: null, PhoneAlt: null };
    const mobile = '505-555-0141';
    const second = '505-555-0142';
    it.each<[string, object, object, object | undefined, string | null, boolean | null]>([
      [
        'a filled number brings its consent',
        { SMSOptIn: false },
        { Phone: mobile, SMSOptIn: true },
        undefined,
        mobile,
        true,
      ],
      [
        'a filled number without consent',
        { SMSOptIn: true },
        { Phone: mobile, SMSOptIn: false },
        undefined,
        mobile,
        false,
      ],
      [
        'a filled number without an answer',
        { SMSOptIn: true },
        { Phone: mobile, SMSOptIn: null },
        undefined,
        mobile,
        false,
      ],
      ['a filled PhoneAlt', { SMSOptIn: true }, { PhoneAlt: second, SMSOptIn: false }, undefined, null, false],
      ['consent without a number', { SMSOptIn: false }, { SMSOptIn: true }, undefined, null, false],
      [
        'a kept number',
        { Phone: mobile, SMSOptIn: false },
        { Phone: second, SMSOptIn: true },
        undefined,
        mobile,
        false,
      ],
      [
        'a kept consent',
        { Phone: mobile, SMSOptIn: true },
        { Phone: second, SMSOptIn: false },
        undefined,
        mobile,
        true,
      ],
      [
        'no answer, and one for the same number',
        { Phone: mobile, SMSOptIn: null },
        { Phone: '+1 (505) 555-0141', SMSOptIn: true },
        ...([undefined, mobile, true] as const),
      ],
      [
        'no answer, and one for another number',
        { Phone: mobile, SMSOptIn: null },
        { Phone: second, SMSOptIn: true },
        ...([undefined, mobile, null] as const),
      ],
      [
        'a taken number brings its consent',
        { Phone: mobile, SMSOptIn: false },
        { Phone: second, SMSOptIn: true },
        ...([{ Phone: 2 }, second, true] as const),
      ],
      [
        'a taken number without consent',
        { Phone: mobile, SMSOptIn: true },
        { Phone: second, SMSOptIn: false },
        ...([{ Phone: 2 }, second, false] as const),
      ],
      [
        'a filled Phone before a PhoneAlt with consent',
        { PhoneAlt: mobile, SMSOptIn: true },
        { Phone: second, SMSOptIn: false },
        ...([undefined, second, false] as const),
      ],
      [
        'a taken PhoneAlt that had no consent there',
        { SMSOptIn: false },
        { Phone: mobile, PhoneAlt: second, SMSOptIn: true },
        ...([{ Phone: 1, PhoneAlt: 2 }, null, false] as const),
      ],
    ])('a merge keeps consent with its number: %s', async (_, kept, merged, Take, Phone, SMSOptIn) => {
      await addContacts(app, [
        { ContactId: 1, ...none, ...kept },
        { ContactId: 2, ...none, ...merged },
      ]);
      const before = [await read(1), await read(2)];
      await merge(1, { From: [2], ...(Take && { Take }) }).expect(200);
      expect(await read(1)).toMatchObject({ Phone, SMSOptIn });
      const { body } = await unmerge(1).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({});
      expect([await read(1), await read(2)]).toEqual(before);
    });

    it.each([
      ['the number has changed since', { Phone: '505-555-0145' }, { Phone: '505-555-0145', SMSOptIn: false }],
      ['consent was given since', { SMSOptIn: true }, { Phone: mobile, SMSOptIn: false }],
    ])('an undone merge leaves no consent for another number if %s', async (_, sent, after) => {
      const consented = 'SMSOptIn' in sent ? false : true;
      await addContacts(app, [
        { ContactId: 1, ...none, Phone: mobile, SMSOptIn: consented },
        { ContactId: 2, ...none, Phone: second, SMSOptIn: false },
      ]);
      await merge(1, { From: [2], Take: { Phone: 2 } }).expect(200);
      expect(await read(1)).toMatchObject({ Phone: second, SMSOptIn: false });
      await app.http.put('/v1/Contacts/1').set(agent).send(sent).expect(200);
      await unmerge(1).expect(200);
      expect(await read(1)).toMatchObject(after);
    });

    it('a merge keeps the latest LastContact of the contacts', async () => {
      const LastContact = '2026-03-01T00:00:00.0000000';
      await addContacts(app, [{ ContactId: 2, LastContact }]);
      await merge(1, { From: [2, 3] }).expect(200);
      expect((await read(1)).LastContact).toBe(`${LastContact}Z`);
    });

    it('rejects a merge with invalid fields', async () => {
      const bad = async (body: object, who?: Who): Promise<string[]> =>
        fieldErrors(await merge(1, body, who).expect(400));
      expect(await bad({})).toEqual(['From NotEmpty']);
      expect(await bad({ From: [] })).toEqual(['From NotEmpty']);
      expect(await bad({ From: [2, 1, 2] })).toEqual(['From[1] Duplicate', 'From[2] Duplicate']);
      expect(await bad({ From: Array.from({ length: 11 }, (_, at) => at + 2) })).toEqual(['From Length']);
      expect(await bad({ From: [2], Take: { Phone: 3, Nmae: 2 } })).toEqual(['Take.Nmae Unknown']);
      expect(await bad({ From: [2], Take: { Phone: 3 } })).toEqual(['Take.Phone Enum']);
      expect(await bad({ From: [2], Take: { AgentId: 2 } })).toEqual(['Take.AgentId Invalid']);
    });

    it('merges only contacts that exist, are in scope, and are not locked by other agents', async () => {
      expect(fieldErrors(await merge(1, { From: [2, 99] }).expect(404))).toEqual(['From[1] Unknown']);
      await merge(99, { From: [2] }).expect(404);
      await merge(1, { From: [4] }).expect(403);
      await merge(4, { From: [1] }).expect(403);
      await store(app, 'ContactShare', [{ ContactId: 4, AgentId: own }]);
      await merge(1, { From: [4] }).expect(403);
      await app.http
        .post('/v1/Contacts/2/Lock')
        .set(await app.as('Agent', below))
        .send({})
        .expect(200);
      expect(fieldErrors(await merge(1, { From: [2] }).expect(409))).toEqual(['From[0] Invalid']);
      await merge(1, { From: [2, 4] }, admin).expect(200);
      await merge(1, { From: [2] }, admin).expect(404);
    });
  });

  describe('everything that refers to a contact', () => {
    const activity = (ActivityId: number, ContactId: number, StartDate = now) => ({
      ...{ ActivityId, ContactId, AgentId: own, EventTypeId: 1, StartDate },
    });
    const visit = (Id: number, CustomerId: number, Status: number) => ({
      ...{ Id: guid(Id), CustomerId: guid(CustomerId), LocationId: place, LineId: line, LineIds: [line], Status },
      ...{ SignInTime: now, AdjustedSignInTime: now, BusinessDay: now.slice(0, 10) },
      OpenKey: Status < 3 ? `${place}${guid(CustomerId)}` : null,
    });

    it('Merge moves all rows that refer to a merged contact, and Unmerge moves them back', async () => {
      await store(app, 'Activity', [activity(1, 1), activity(2, 2, '2026-02-01T00:00:00.0000000'), activity(3, 3)]);
      await store(app, 'Checkin', [visit(11, 2, 3), visit(12, 3, 0)]);
      await store(app, 'ContactShare', [
        { ContactId: 1, AgentId: other },
        { ContactId: 2, AgentId: other },
        { ContactId: 2, AgentId: own },
      ]);
      await store(app, 'ProjectTeamMember', [
        { TeamMemberID: 1, ProjectID: 1, ContactID: 1, MemberRole: 'Host' },
        { TeamMemberID: 2, ProjectID: 1, ContactID: 2, MemberRole: 'Guest' },
        { TeamMemberID: 3, ProjectID: 2, ContactID: 3, MemberRole: 'Guest' },
      ]);
      await store(app, 'Document', [
        { Id: 1, TableName: 'Contact', RecordId: 2 },
        { Id: 2, TableName: 'Agent', RecordId: 2 },
      ]);
      await store(app, 'ContactTransfer', [
        { TransferId: 1, ContactId: 2, FromAgentId: own, ToAgentId: below, TransferredAt: now },
      ]);
      await store(app, 'Pet', [{ PetId: 1, ContactId: 3, PetName: 'Rex' }]);
      const tables = ['activities', 'checkins', 'contact_shares', 'project_team_members', 'documents', 'pets'];
      const all = async (): Promise<unknown> =>
        Promise.all(tables.map((table) => app.db.all(sql`SELECT * FROM ${sql([table])} ORDER BY 1, 2`)));
      const before = await all();

      await merge(1, { From: [2, 3] }).expect(200);
      expect((await rows('activities', 'ActivityId')).map((row) => [row.ActivityId, row.ContactId])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect((await rows('checkins', 'Id')).map((row) => [row.CustomerId, row.OpenKey])).toEqual([
        [guid(1), null],
        [guid(1), `${place}${guid(1)}`],
      ]);
      expect((await rows('contact_shares', 'AgentId')).map((row) => [row.ContactId, row.AgentId])).toEqual([
        [1, own],
        [1, other],
      ]);
      expect((await rows('project_team_members', 'ProjectID')).map((row) => [row.ProjectID, row.ContactID])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect((await rows('documents', 'Id')).map((row) => row.RecordId)).toEqual([1, 2]);
      expect((await rows('contact_transfers')).map((row) => row.ContactId)).toEqual([1]);
      expect((await rows('pets')).map((row) => row.ContactId)).toEqual([1]);

      const { body } = await unmerge(1).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({});
      expect(body.Contacts.map(({ ContactId, Deleted }: Contact) => [ContactId, Deleted])).toEqual([
        [1, false],
        [3, false],
        [2, false],
      ]);
      expect(await all()).toEqual(before);
      expect(await rows('contact_merges')).toEqual([]);
      expect(await read(1)).toMatchObject({ Tags: null, Title: null });
      const found = await app.http.get('/v1/Contacts?Search=gold').set(agent).expect(200);
      expect(found.body.Contacts).toHaveLength(3);
      await unmerge(1).expect(409);
    });

    it('a merge drops no activity with values of its own, and counts the records that it drops', async () => {
      const at = (milliseconds: number): string => now.replace('.0000000', `.00${milliseconds}0000`);
      await store(app, 'Activity', [
        { ...activity(1, 1), Note: 'of the kept contact' },
        { ...activity(2, 2), Note: 'of the second', EndDate: now },
        { ...activity(3, 3), Outcome: 'Reached' },
        activity(4, 1, at(1)),
        activity(5, 2, at(1)),
        activity(6, 1, '2026-01-01T00:00:00.0000000'),
        activity(7, 3, '2026-01-01T00:00:00.0000000'),
      ]);
      await store(app, 'ProjectTeamMember', [
        { TeamMemberID: 1, ProjectID: 1, ContactID: 1, MemberRole: 'Host' },
        { TeamMemberID: 2, ProjectID: 1, ContactID: 2, MemberRole: 'Guest' },
      ]);
      const before = await rows('activities', 'ActivityId');
      const { body, headers } = await merge(1, { From: [2, 3] }).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ Dropped: '2 Activity, 1 ProjectTeamMember' });
      const kept = await rows('activities', 'ActivityId');
      expect(
        kept.map((row) => [row.ActivityId, row.ContactId, row.StartDate, row.Note ?? '', row.Outcome ?? '']),
      ).toEqual([
        [1, 1, now, before[0].Note, ''],
        [2, 1, at(2), before[1].Note, ''],
        [3, 1, at(3), '', 'Reached'],
        [4, 1, at(1), '', ''],
        [6, 1, '2026-01-01T00:00:00.0000000', '', ''],
      ]);
      expect(kept[1]).toMatchObject({ EndDate: at(2) });
      const ofCall = `/v1/Audit?RequestId=${headers['x-request-id']}`;
      const { body: audit } = await app.http.get(ofCall).set(admin).expect(200);
      const changes = JSON.parse(audit.Audit[0].Changes) as { Record: string; Id: string; Action: string }[];
      const deleted = changes.filter(({ Action }) => Action === 'Delete');
      expect(deleted.map(({ Record, Id }) => `${Record} ${Id}`).sort()).toEqual([
        'Activity 5',
        'Activity 7',
        'ProjectTeamMember 2',
      ]);
      await unmerge(1).expect(200);
      expect(await rows('activities', 'ActivityId')).toEqual(before);
    });

    it('a merge keeps one reward per survey', async () => {
      const invitation = (SurveyGuid: string, ContactId: number) => ({
        ...{ SurveyGuid, ContactId, SurveyId: 1, AgentId: own, ExpiresAt: now, AnsweredAt: now },
      });
      await store(app, 'SurveyInvitation', [invitation(guid(31), 1), invitation(guid(32), 2), invitation(guid(33), 3)]);
      await store(app, 'GiftCardReward', [
        { RewardId: 1, SurveyGuid: guid(31), Status: 'Pending' },
        { RewardId: 2, SurveyGuid: guid(32), Status: 'Sent' },
        { RewardId: 3, SurveyGuid: guid(33), Status: 'Pending' },
      ]);
      await addContacts(
        app,
        [1, 2, 3].map((ContactId) => ({ ContactId, HasGiftCard: true })),
      );
      const statuses = async () => (await rows('gift_card_rewards', 'RewardId')).map(({ Status }) => Status);
      await merge(1, { From: [2, 3] }).expect(200);
      expect(await statuses()).toEqual(['Cancelled', 'Sent', 'Cancelled']);
      expect([(await read(1)).HasGiftCard, (await read(2)).HasGiftCard]).toEqual([true, false]);
      await unmerge(1).expect(200);
      expect(await statuses()).toEqual(['Pending', 'Sent', 'Pending']);
      for (const id of [1, 2, 3]) expect((await read(id)).HasGiftCard).toBe(true);
    });

    it('rejects the merge of two contacts that have open visits at one location', async () => {
      await store(app, 'Checkin', [visit(11, 1, 0), visit(12, 2, 1)]);
      const { body } = await merge(1, { From: [2] }).expect(409);
      expect(body.ResponseStatus.Meta.CheckInId).toBe(guid(11));
      expect((await read(2)).Deleted).toBe(false);
      await app.http
        .delete(`/v1/CustomerCheckins/${guid(11)}`)
        .set(admin)
        .expect(200);
      await merge(1, { From: [2] }).expect(200);
    });

    describe('an import of rows about a merged contact', () => {
      const exported = async (set: string): Promise<string> =>
        (await app.http.get(`/v1/Sets/${set}`).set(admin).buffer(true).expect(200)).text;
      const imported = async (set: string, file: string) => {
        const headers = { ...admin, 'Content-Type': 'text/csv' };
        const { body } = await app.http.post(`/v1/Sets/${set}`).set(headers).send(file).expect(200);
        const { ResponseStatus, ...counts } = body as { ResponseStatus: { Meta: object } };
        return { ...counts, meta: ResponseStatus.Meta };
      };

      it('an export from before the merge changes neither contact', async () => {
        const before = await exported('contacts');
        await merge(1, { From: [2, 3] }).expect(200);
        const after = await exported('contacts');
        // The file has the former values of contact 1, too, to which it goes back.
        const file = before
          .split('\r\n')
          .filter((row) => !row.startsWith('1,'))
          .join('\r\n');
        expect(await imported('contacts', file)).toEqual({
          ...{ Read: 3, Inserted: 0, Updated: 0, Unchanged: 3, Erased: 0, Merged: 2 },
          meta: { Merged: 'line 2: 2 to 1, line 3: 3 to 1' },
        });
        expect(await exported('contacts')).toBe(after);
      });

      it('the remaining contact gets the corrected values, also after a second merge', async () => {
        await merge(3, { From: [2] }).expect(200);
        await merge(1, { From: [3] }).expect(200);
        const file = 'ContactId,Name,Phone,Deleted\n2,A. Gold,505 555 0199,false\n';
        expect(await imported('contacts', file)).toMatchObject({ Updated: 1, meta: { Merged: 'line 2: 2 to 1' } });
        expect(await read(1)).toMatchObject({ Name: 'Ada Gold', Phone: '505 555 0199', Deleted: false });
        expect(await read(2)).toMatchObject({ Phone: '505 555 0102', Deleted: true });
        const cli = await agency(['import', 'contacts', '-'], cliSettings(app.database), 'ContactId,Tags\n2,new\n');
        expect(cli).toMatchObject({
          code: 0,
          stderr:
            'line 2: contact 2 was merged into contact 1, which gets the changes.\n' +
            'Imported 1 records: 0 added, 1 changed, 0 unchanged.\n',
        });
        expect(await read(1)).toMatchObject({ Tags: 'new' });
      });

      it('rows that name the merged contact go to the remaining one', async () => {
        await merge(1, { From: [2] }).expect(200);
        const header = 'ActivityId,AgentId,ContactId,EventTypeId,StartDate';
        const file = `${header}\n7,${own},2,1,2026-03-01T10:00:00Z\n8,${own},4,1,2026-03-01T10:00:00Z\n`;
        expect(await imported('activities', file)).toMatchObject({ Inserted: 2, Merged: 1 });
        expect((await rows('activities', 'ActivityId')).map(({ ContactId }) => ContactId)).toEqual([1, 4]);
        const shares = `ContactId,AgentId\n1,${other}\n2,${other}\n`;
        expect(await imported('contact-shares', shares)).toMatchObject({ Inserted: 1, Unchanged: 1, Merged: 1 });
        expect(await rows('contact_shares')).toMatchObject([{ ContactId: 1, AgentId: other }]);
      });
    });

    it('a change of a merged contact is refused, and names the remaining contact', async () => {
      await merge(3, { From: [2] }).expect(200);
      await merge(1, { From: [3] }).expect(200);
      const sent = { ContactId: 2, Deleted: false, Name: 'Back' };
      const { body } = await app.http.put('/v1/Contacts/2').set(agent).send(sent).expect(404);
      expect(body.ResponseStatus).toMatchObject({
        Message: 'Contact 2 was merged into contact 1: change that one.',
        Meta: { MergedInto: '1' },
      });
      const change = (who: Who) =>
        app.http
          .put('/v1/Contacts')
          .set(who)
          .send({ Contacts: [{ ContactId: 1 }, sent] });
      const refused = await change(agent).expect(404);
      expect(refused.body.ResponseStatus.Errors).toEqual([
        {
          ErrorCode: 'Unknown',
          FieldName: 'Contacts[1].ContactId',
          Message: 'Contacts[1].ContactId must be 1, into which the contact was merged.',
          Meta: { MergedInto: '1', ContactId: '2' },
        },
      ]);
      const stranger = await change(await app.as('Agent', other)).expect(404);
      expect(stranger.text).not.toContain('MergedInto');
      expect(await read(2)).toMatchObject({ Deleted: true, Name: 'A. Gold' });
    });

    it('an erasure of a contact includes the contacts that were merged into it', async () => {
      await merge(1, { From: [2] }).expect(200);
      const cli = (...args: string[]) => agency(['person', ...args], cliSettings(app.database));
      expect(await cli('erase', '2', '--yes')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Contact 2 was merged into contact 1: name that contact instead.'),
      });
      const exported = JSON.parse((await cli('export', '1')).stdout) as Record<string, Contact[]>;
      expect(exported.contacts.map(({ ContactId }) => ContactId)).toEqual([1, 2]);
      expect(exported['contact-merges']).toMatchObject([{ ContactId: 1, MergedContactId: 2 }]);
      expect(exported['contact-merges'][0]).not.toHaveProperty('Steps');
      expect(await cli('erase', '1', '--yes')).toMatchObject({ code: 0 });
      expect(await rows('contact_merges')).toEqual([]);
      expect((await rows('contacts')).map(({ Name }) => Name).slice(0, 2)).toEqual([null, null]);
    });
  });

  describe('undoing a merge', () => {
    it('Unmerge keeps values that have changed since the merge', async () => {
      await store(app, 'Pet', [{ PetId: 1, ContactId: 2, PetName: 'Rex' }]);
      await merge(1, { From: [2, 3], Take: { Phone: 2 } }).expect(200);
      await app.http.put('/v1/Contacts/1').set(agent).send({ Phone: '505 555 0199' }).expect(200);
      await app.db.tx(() => app.db.execute(sql`UPDATE pets SET ContactId = 4`));
      const { body } = await unmerge(1).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ NotRestored: '2' });
      expect(body.Contacts[0]).toMatchObject({ Phone: '505 555 0199', Tags: null, Title: null });
      expect((await rows('pets')).map(({ ContactId }) => ContactId)).toEqual([4]);
    });

    it('Unmerge undoes the last of several merges', async () => {
      await merge(2, { From: [3] }).expect(200);
      await merge(1, { From: [2] }).expect(200);
      const { body } = await unmerge(3).expect(409);
      expect(body.ResponseStatus.Message).toContain('Contact 2, into which 3 was merged');
      await unmerge(1).expect(200);
      expect([(await read(2)).Deleted, (await read(3)).Deleted]).toEqual([false, true]);
      await unmerge(2).expect(200);
      expect(await read(3)).toMatchObject({ Deleted: false, Tags: 'late' });
      expect(await read(2)).toMatchObject({ Tags: 'VIP', Title: null });
    });

    it('Unmerge of a merged contact undoes the merge into the remaining contact, but only the last merge', async () => {
      await merge(1, { From: [2] }).expect(200);
      await merge(1, { From: [3] }).expect(200);
      await unmerge(2).expect(409);
      const { body } = await unmerge(3).expect(200);
      expect(body.Contacts.map(({ ContactId }: Contact) => ContactId)).toEqual([1, 3]);
      expect([(await read(2)).Deleted, (await read(3)).Deleted]).toEqual([true, false]);
      await unmerge(3).expect(409);
      await unmerge(2).expect(200);
      expect((await read(2)).Deleted).toBe(false);
    });

    it('Unmerge works for 30 days after the merge, if all owners are in scope', async () => {
      await merge(1, { From: [4] }, admin).expect(200);
      await unmerge(1).expect(403);
      const at = (MergedAt: string) =>
        app.db.tx(() => app.db.execute(sql`UPDATE contact_merges SET MergedAt = ${MergedAt}`));
      await at('2026-03-31T11:59:59.0000000');
      await unmerge(1, admin).expect(410);
      await at('2026-03-31T12:00:00.0000000');
      await unmerge(1, admin).expect(200);
      await unmerge(99, admin).expect(404);
      await unmerge(4).expect(403);
    });
  });

  describe('at once', () => {
    it('accepts one of two concurrent merges of the same contacts', async () => {
      const both = await Promise.all([merge(1, { From: [2] }), merge(2, { From: [1] })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect([(await read(1)).Deleted, (await read(2)).Deleted].sort()).toEqual([false, true]);
    });

    it('a merge during an import loses no imported row', async () => {
      const lines = Array.from(
        { length: 300 },
        (_, at) => `${own},2,1,2026-01-01T00:00:00.${String(at).padStart(7, '0')}`,
      );
      const csv = ['AgentId,ContactId,EventTypeId,StartDate', ...lines].join('\n');
      const [imported] = await Promise.all([
        app.http.post('/v1/Sets/activities').set(admin).set('Content-Type', 'text/csv').send(csv),
        merge(1, { From: [2] }).expect(200),
      ]);
      expect(imported.status).toBe(200);
      const stored = await rows('activities', 'ActivityId');
      expect(stored).toHaveLength(300);
      // The merge moved all rows, or the import gave all to the remaining contact.
      expect(new Set(stored.map(({ ContactId }) => ContactId))).toEqual(new Set([1]));
      await unmerge(1).expect(200);
      expect(await rows('activities', 'ActivityId')).toHaveLength(300);
    });
  });
});

describe('duplicates', () => {
  let app: TestApp;
  let agent: Who;
  let admin: Who;

  const groups = async (who: Who = agent, query = ''): Promise<unknown[][]> => {
    const { body } = await app.http.get(`/v1/Contacts/Duplicates${query}`).set(who).expect(200);
    return (body.Duplicates as { Shared: string; Value: string; Contacts: Contact[] }[]).map(
      ({ Shared, Value, Contacts }) => [Shared, Value, ...Contacts.map(({ ContactId }) => ContactId)],
    );
  };

  const DateOfBirth = '1967-04-12T00:00:00.0000000';

  beforeAll(async () => {
    app = await startApp();
    await seedPeople(app, [
      {
        ContactId: 1,
        AgentId: own,
        Name: 'Áda Gold',
        Phone: '505 555 0101',
        EmailWork: 'Ada@example.com',
        DateOfBirth,
      },
      { ContactId: 2, AgentId: below, EmailPersonal: 'ada@Example.com', Phone: '+1 (505) 555-0101 x3', Name: 'Ána' },
      { ContactId: 3, AgentId: own, Name: 'ADA GOLD', DateOfBirth },
      { ContactId: 4, AgentId: other, Name: 'Cid', Phone: '505-555-0101', EmailWork: 'cid@example.com' },
      { ContactId: 5, AgentId: other, Name: 'Cid', EmailWork: 'cid@example.com' },
    ]);
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  it('groups contacts with the same e-mail address, telephone number, or name and birth date', async () => {
    expect(await groups(admin)).toEqual([
      ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
      ['Telephone', '+15055550101', 1, 2, 4],
      ['EmailAddress', 'ada@example.com', 1, 2],
      ['EmailAddress', 'cid@example.com', 4, 5],
    ]);
  });

  it.each([1, 2, 100])(
    'finds the same groups of duplicates for an agent with many contacts in steps of %i terms',
    async (step) => {
      const few = [await groups(), await groups(agent, '?take=2'), await groups(agent, '?take=2&skip=1')];
      const service = app.get(DuplicatesService);
      const [before, seesMany] = [
        service.step,
        jest.spyOn(app.get(ContactsService), 'seesMany').mockResolvedValue(true),
      ];
      service.step = step;
      expect([await groups(), await groups(agent, '?take=2'), await groups(agent, '?take=2&skip=1')]).toEqual(few);
      expect(few.map(({ length }) => length)).toEqual([3, 2, 2]);
      expect(await groups(await app.as('Agent'), '?take=5')).toEqual([]);
      const { body } = await app.http.get('/v1/Contacts/Duplicates?take=1&include=total').set(agent).expect(200);
      expect(body.ResponseStatus.Meta.Total).toBe('3');
      service.step = before;
      seesMany.mockRestore();
    },
  );

  it.each([1, 2, 3])('applies the list options to groups that are found in steps of %i terms', async (step) => {
    const service = app.get(DuplicatesService);
    const before = service.step;
    const answers = async (): Promise<unknown[]> => {
      const { body } = await app.http.get('/v1/Contacts/Duplicates?take=2&skip=1&include=total').set(admin).expect(200);
      return [
        ...[body.ResponseStatus.Meta.Total, body.Duplicates],
        await groups(admin),
        await groups(admin, '?skip=3'),
        await groups(admin, '?Shared=EmailAddress&take=1&skip=1'),
        await groups(admin, '?orderByDesc=Value&take=3'),
        (await app.http.get('/v1/Contacts/Duplicates.csv').set(admin).expect(200)).text,
      ];
    };
    const expected = await answers();
    service.step = step;
    expect(await answers()).toEqual(expected);
    expect(expected[0]).toBe('4');
    service.step = before;
  });

  it('gives other calls their turns between the steps', async () => {
    const service = app.get(DuplicatesService);
    const before = service.step;
    service.step = 1;
    const caller = { isAdministrator: true } as Principal;
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    const all = jest.spyOn(app.db, 'all');
    let turns = 0;
    const turn = (): void => {
      turns++;
      others = setImmediate(turn);
    };
    let others = setImmediate(turn);
    const found = await service.list(caller, { ...noOptions, take: 10 });
    for await (const batch of found.rows.batches()) expect(batch).toHaveLength(4);
    clearImmediate(others);
    clock.mockRestore();
    expect(all.mock.calls.length).toBeGreaterThan(10);
    expect(turns).toBeGreaterThanOrEqual(all.mock.calls.length - 2);
    all.mockRestore();
    service.step = before;
  });

  it('applies the list options to the groups of duplicates', async () => {
    expect(await groups(admin, '?take=1&skip=1')).toEqual([['Telephone', '+15055550101', 1, 2, 4]]);
    expect(await groups(admin, '?Shared=EmailAddress&orderByDesc=Value')).toEqual([
      ['EmailAddress', 'cid@example.com', 4, 5],
      ['EmailAddress', 'ada@example.com', 1, 2],
    ]);
    const { text } = await app.http.get('/v1/Contacts/Duplicates.csv?take=1&fields=Value').set(admin).expect(200);
    expect(text).toBe('Value\r\n1967-04-12 ada gold\r\n');
  });

  it('has a row for each contact of a group of duplicates in CSV', async () => {
    const { text } = await app.http.get('/v1/Contacts/Duplicates.csv?take=1').set(admin).expect(200);
    expect(text.split('\r\n')).toEqual([
      'Shared,Value,ContactId,AgentId,Name',
      `NameAndBirthDate,1967-04-12 ada gold,1,${own},Áda Gold`,
      `NameAndBirthDate,1967-04-12 ada gold,3,${own},ADA GOLD`,
      '',
    ]);
  });

  it('groups of duplicates contain only contacts that the caller can see and that are not deleted', async () => {
    expect(await groups()).toEqual([
      ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
      ['Telephone', '+15055550101', 1, 2],
      ['EmailAddress', 'ada@example.com', 1, 2],
    ]);
    await store(app, 'ContactShare', [{ ContactId: 4, AgentId: own }]);
    expect((await groups())[1]).toEqual(['Telephone', '+15055550101', 1, 2, 4]);
    await app.http.delete('/v1/Contacts/2').set(agent).expect(200);
    expect(await groups()).toEqual([
      ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
      ['Telephone', '+15055550101', 1, 4],
    ]);
    expect(await groups(await app.as('Agent'))).toEqual([]);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_shares`));
    await addContacts(app, [{ ContactId: 2, Deleted: false }]);
  });
});

describe('the list of merges, and many merges', () => {
  let app: TestApp;
  let agent: Who;
  let admin: Who;

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await seedPeople(app);
    await store(app, 'Location', [{ LocationId: place, Name: 'Main Street' }]);
    await store(app, 'Line', [{ Id: line, LocationId: place, Name: 'Review' }]);
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of ['contact_merges', 'checkin_lines', 'checkins', 'contact_terms', 'contacts'])
        await app.db.execute(sql`DELETE FROM ${sql([table])}`);
    });
    await addContacts(app, [
      { ContactId: 1, AgentId: own, Name: 'Ada', ContactGUID: guid(1) },
      { ContactId: 2, AgentId: below, Name: 'Bea', ContactGUID: guid(2), Tags: 'VIP' },
      { ContactId: 3, AgentId: own, Name: 'Cid', ContactGUID: guid(3), Title: 'Dr.' },
      { ContactId: 4, AgentId: other, Name: 'Dee', ContactGUID: guid(4) },
      { ContactId: 5, AgentId: own, Name: 'Eve', ContactGUID: guid(5) },
      { ContactId: 6, AgentId: own, Name: 'Fay', ContactGUID: guid(6), Title: 'Prof.' },
    ]);
  });

  const merge = (id: number, From: number[], who = agent) =>
    app.http.post(`/v1/Contacts/${id}/Merge`).set(who).send({ From }).expect(200);
  const unmerge = (id: number) => app.http.post(`/v1/Contacts/${id}/Unmerge`).set(admin).send({});
  const mergeMany = (Merges: object[], who = agent) => app.http.post('/v1/Contacts/Merges').set(who).send({ Merges });
  const list = async (who = agent, query = ''): Promise<ListedMerge[]> =>
    (await app.http.get(`/v1/Contacts/Merges${query}`).set(who).expect(200)).body.Merges;
  const pairs = (merges: readonly ListedMerge[]): number[][] =>
    merges.map(({ ContactId, MergedContactId }) => [ContactId, MergedContactId]);
  const age = (MergedAt: string) =>
    app.db.tx(() => app.db.execute(sql`UPDATE contact_merges SET MergedAt = ${MergedAt}`));

  describe('the list of merges', () => {
    it('has the names of both contacts, the time and the user, newest first', async () => {
      await merge(1, [3]);
      await merge(5, [2, 6]);
      const made = { MergedAt: `${now}Z`, MergedBy: `agent-${own}@example.test`, CanUnmerge: true };
      const UnmergeUntil = '2026-05-30T12:00:00.0000000Z';
      const found = await list();
      expect(found.map(({ MergeId: _, ...rest }) => rest)).toEqual([
        { ...made, ContactId: 5, ContactName: 'Eve', MergedContactId: 6, MergedContactName: 'Fay', UnmergeUntil },
        { ...made, ContactId: 5, ContactName: 'Eve', MergedContactId: 2, MergedContactName: 'Bea', UnmergeUntil },
        { ...made, ContactId: 1, ContactName: 'Ada', MergedContactId: 3, MergedContactName: 'Cid', UnmergeUntil },
      ]);
      expect(pairs(await list(agent, '?take=1&skip=1'))).toEqual([[5, 2]]);
      expect(pairs(await list(agent, '?MergedContactNameContains=ci'))).toEqual([[1, 3]]);
      expect(pairs(await list(agent, '?orderBy=MergedContactName&fields=ContactId,MergedContactId'))).toEqual([
        [5, 2],
        [1, 3],
        [5, 6],
      ]);
      expect(await list(agent, '?UnmergeUntilGreaterThanOrEqualTo=2026-05-31')).toEqual([]);
    });

    it('has only merges of contacts whose owners are both in scope', async () => {
      await merge(1, [4], admin);
      await merge(5, [6]);
      expect(pairs(await list())).toEqual([[5, 6]]);
      expect(pairs(await list(admin))).toEqual([
        [5, 6],
        [1, 4],
      ]);
      expect(await list(await app.as('Agent', other))).toEqual([]);
      expect(await list(await app.as('Agent'))).toEqual([]);
    });

    it('shows in CanUnmerge whether a merge can be undone now', async () => {
      const possible = async (): Promise<unknown[][]> =>
        (await list()).map(({ MergedContactId, CanUnmerge }) => [MergedContactId, CanUnmerge]);
      await merge(1, [2]);
      await merge(1, [3]);
      // The last merge must be undone first.
      expect(await possible()).toEqual([
        [3, true],
        [2, false],
      ]);
      expect(pairs(await list(agent, '?CanUnmerge=true'))).toEqual([[1, 3]]);
      await unmerge(1).expect(200);
      expect(await possible()).toEqual([[2, true]]);
      // The remaining contact was merged itself.
      await merge(5, [1]);
      expect(await possible()).toEqual([
        [1, true],
        [2, false],
      ]);
      await unmerge(5).expect(200);
      await age('2026-03-31T12:00:00.0000000');
      expect(await possible()).toEqual([[2, true]]);
      const setSteps = (steps: string) =>
        app.db.tx(() => app.db.execute(sql`UPDATE contact_merges SET Steps = ${steps}`));
      const [{ Steps }] = await app.db.all<{ Steps: string }>(sql`SELECT Steps FROM contact_merges`);
      // An imported merge has no steps.
      await setSteps('');
      expect(await possible()).toEqual([[2, false]]);
      await setSteps(Steps);
      await age('2026-03-31T11:59:59.9990000');
      expect(await possible()).toEqual([[2, false]]);
      expect((await list())[0].UnmergeUntil).toBe('2026-04-30T11:59:59.9990000Z');
      await unmerge(1).expect(410);
    });
  });

  describe('many merges in one call', () => {
    it('makes all merges, and returns the remaining contacts in the order sent', async () => {
      const { body } = await mergeMany([
        { ContactId: 3, From: [2, 6], Take: { Title: 6 } },
        { ContactId: 1, From: [5] },
      ]).expect(200);
      expect(body.Contacts).toMatchObject([
        { ContactId: 3, Tags: 'VIP', Title: 'Prof.' },
        { ContactId: 1, Name: 'Ada' },
      ]);
      expect(pairs(await list())).toEqual([
        [1, 5],
        [3, 6],
        [3, 2],
      ]);
      // Each merge is undone by itself.
      await unmerge(3).expect(200);
      expect(pairs(await list())).toEqual([[1, 5]]);
    });

    it('names the place and the contact of each error, and merges nothing', async () => {
      const good = { ContactId: 1, From: [5] };
      const errors = async (merges: object[], status: number): Promise<string[]> =>
        fieldErrors(await mergeMany(merges).expect(status));
      expect(await errors([], 400)).toEqual(['Merges NotEmpty']);
      expect(
        await errors(
          Array.from({ length: 51 }, () => good),
          400,
        ),
      ).toEqual(['Merges Length']);
      expect(await errors([good, { From: [2] }], 400)).toEqual(['Merges[1].ContactId NotNull']);
      expect(await errors([good, { ContactId: 3, From: [] }], 400)).toEqual(['Merges[1].From NotEmpty']);
      expect(await errors([good, { ContactId: 3, From: [2, 3], Take: { Title: 6 } }], 400)).toEqual([
        'Merges[1].From[1] Duplicate',
        'Merges[1].Take.Title Enum',
      ]);
      expect(await errors([good, { ContactId: 3, From: [2] }, { ContactId: 5, From: [3, 6] }], 400)).toEqual([
        'Merges[2].ContactId Duplicate',
        'Merges[2].From[0] Duplicate',
      ]);
      expect(await errors([good, { ContactId: 99, From: [2] }, { ContactId: 3, From: [98] }], 404)).toEqual([
        'Merges[1].ContactId Unknown',
        'Merges[2].From[0] Unknown',
      ]);
      const { body } = await mergeMany([good, { ContactId: 3, From: [4] }]).expect(403);
      expect(body.ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Merges[1].From[0]', ErrorCode: 'Invalid', Meta: { ContactId: '3' } },
      ]);
      expect(await list(admin)).toEqual([]);
    });

    it('is refused as a whole if one of the merges is refused for open visits at one location', async () => {
      const visit = (Id: number, CustomerId: number) => ({
        ...{ Id: guid(Id), CustomerId: guid(CustomerId), LocationId: place, LineId: line, LineIds: [line], Status: 0 },
        ...{ SignInTime: now, AdjustedSignInTime: now, BusinessDay: now.slice(0, 10) },
        OpenKey: `${place}${guid(CustomerId)}`,
      });
      await store(app, 'Checkin', [visit(11, 2), visit(12, 3)]);
      const { body } = await mergeMany([
        { ContactId: 1, From: [5] },
        { ContactId: 3, From: [2] },
      ]).expect(409);
      expect(body.ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Merges[1]', ErrorCode: 'Invalid', Meta: { ContactId: '3' } },
      ]);
      expect(body.ResponseStatus.Message).toMatch(/^Merges\[1\] cannot be merged: .*open visit.*\.$/);
      expect(await list(admin)).toEqual([]);
      const { body: read } = await app.http.get('/v1/Contacts/5').set(agent).expect(200);
      expect((read.Contacts as Contact[])[0].Deleted).toBe(false);
    });
  });
});

describe('contacts that are different people', () => {
  const path = '/v1/Contacts/Duplicates/Different';

  let app: TestApp;
  let agent: Who;
  let admin: Who;

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await seedPeople(app);
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of ['contact_differences', 'contact_merges', 'contact_shares', 'contact_terms', 'contacts'])
        await app.db.execute(sql`DELETE FROM ${sql([table])}`);
    });
    const Phone = '505 555 0101';
    await addContacts(app, [
      { ContactId: 1, AgentId: own, Name: 'Ada', Phone },
      { ContactId: 2, AgentId: below, Name: 'Bea', Phone },
      { ContactId: 3, AgentId: own, Name: 'Cid', Phone },
      { ContactId: 4, AgentId: other, Name: 'Dee', Phone },
    ]);
  });

  const bodyOf = (ids: readonly (number | undefined)[]) => ({ Contacts: ids.map((ContactId) => ({ ContactId })) });
  const mark = (ids: readonly (number | undefined)[], who = agent) => app.http.post(path).set(who).send(bodyOf(ids));
  const unmark = (ids: readonly number[], who = agent) => app.http.delete(path).set(who).send(bodyOf(ids));
  const pairsOf = ({ body }: { body: { Different: ContactDifference[] } }): number[][] =>
    body.Different.map(({ ContactId, OtherContactId }) => [ContactId, OtherContactId]);
  const listed = async (who = agent, query = ''): Promise<number[][]> =>
    pairsOf(await app.http.get(`${path}${query}`).set(who).expect(200));
  /** The ContactIds of each group of duplicates. */
  const groups = async (who = agent, query = ''): Promise<number[][]> => {
    const { body } = await app.http.get(`/v1/Contacts/Duplicates${query}`).set(who).expect(200);
    return (body.Duplicates as { Contacts: ContactDifference[] }[]).map(({ Contacts }) =>
      Contacts.map(({ ContactId }) => ContactId),
    );
  };
  const marks = async (): Promise<string[]> => {
    const rows = await app.db.all<ContactDifference>(
      sql`SELECT ContactId, OtherContactId FROM contact_differences ORDER BY ContactId, OtherContactId`,
    );
    return rows.map(({ ContactId, OtherContactId }) => `${ContactId} ${OtherContactId}`);
  };

  it('marks each two of the contacts as different people, with the time and the user', async () => {
    const { body } = await mark([3, 1, 2]).expect(200);
    const made = { MarkedAt: `${now}Z`, MarkedBy: `agent-${own}@example.test` };
    expect(body.Different).toEqual([
      { ContactId: 1, ContactName: 'Ada', OtherContactId: 2, OtherContactName: 'Bea', ...made },
      { ContactId: 1, ContactName: 'Ada', OtherContactId: 3, OtherContactName: 'Cid', ...made },
      { ContactId: 2, ContactName: 'Bea', OtherContactId: 3, OtherContactName: 'Cid', ...made },
    ]);
    const again = await mark([2, 1], admin).expect(200);
    expect(again.body.Different).toMatchObject([{ ContactId: 1, OtherContactId: 2, ...made }]);
    expect(await marks()).toEqual(['1 2', '1 3', '2 3']);
  });

  it('does not list a contact in a group of which all others are marked as different', async () => {
    expect(await groups()).toEqual([[1, 2, 3]]);
    await mark([1, 2]).expect(200);
    expect(await groups()).toEqual([[1, 2, 3]]);
    await mark([1, 3]).expect(200);
    expect(await groups()).toEqual([[2, 3]]);
    expect(await groups(admin)).toEqual([[1, 2, 3, 4]]);
    await mark([1, 4], admin).expect(200);
    expect(await groups(admin)).toEqual([[2, 3, 4]]);
    await mark([2, 4], admin).expect(200);
    await mark([3, 4], admin).expect(200);
    expect(await groups(admin)).toEqual([[2, 3]]);
  });

  it.each([false, true])(
    'does not list a group without two unmarked contacts, to a user with many: %s',
    async (many) => {
      const seesMany = jest.spyOn(app.get(ContactsService), 'seesMany');
      if (many) seesMany.mockResolvedValue(true);
      await mark([1, 2, 3]).expect(200);
      for (const query of ['', '?take=5']) {
        expect(await groups(agent, query)).toEqual([]);
        expect(await groups(admin, query)).toEqual([[1, 2, 3, 4]]);
      }
      const { body } = await app.http.get('/v1/Contacts/Duplicates?take=1&include=total').set(agent).expect(200);
      expect(body.ResponseStatus.Meta.Total).toBe('0');
      // The agent sees the fourth contact now, which is not marked as different from the others.
      await store(app, 'ContactShare', [{ ContactId: 4, AgentId: own }]);
      for (const query of ['', '?take=5']) expect(await groups(agent, query)).toEqual([[1, 2, 3, 4]]);
      seesMany.mockRestore();
    },
  );

  it('ignores unmarked contacts that the caller cannot see', async () => {
    await addContacts(app, [{ ContactId: 5, AgentId: own, Name: 'Aaron', Phone: '505 555 0101' }]);
    await mark([1, 2, 3, 5]).expect(200);
    expect(await groups()).toEqual([]);
    expect(await groups(admin)).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('groups contacts again whose mark was removed', async () => {
    await mark([1, 2, 3]).expect(200);
    expect(pairsOf(await unmark([3, 2]).expect(200))).toEqual([[2, 3]]);
    expect(await groups()).toEqual([[2, 3]]);
    expect(pairsOf(await unmark([1, 2, 3]).expect(200))).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(pairsOf(await unmark([1, 2, 3]).expect(200))).toEqual([]);
    expect(await groups()).toEqual([[1, 2, 3]]);
  });

  it('lists the pairs of which the caller can see both contacts, newest first', async () => {
    await mark([1, 2]).expect(200);
    await mark([3, 4], admin).expect(200);
    await store(app, 'ContactDifference', [
      { ContactId: 2, OtherContactId: 3, MarkedAt: '2026-05-01T00:00:00.0000000', MarkedBy: 'x' },
    ]);
    expect(await listed()).toEqual([
      [2, 3],
      [1, 2],
    ]);
    expect(await listed(admin)).toEqual([
      [2, 3],
      [3, 4],
      [1, 2],
    ]);
    expect(await listed(admin, '?OtherContactName=Dee')).toEqual([[3, 4]]);
    expect(await listed(admin, '?orderBy=ContactName&take=1')).toEqual([[1, 2]]);
    expect(await listed(await app.as('Agent'))).toEqual([]);
    await app.http.delete('/v1/Contacts/3').set(agent).expect(200);
    expect(await listed(admin)).toEqual([[1, 2]]);
  });

  it('marks only contacts that exist and are in scope, all or none', async () => {
    for (const send of [mark, unmark]) {
      expect(fieldErrors(await send([]).expect(400))).toEqual(['Contacts NotEmpty']);
      expect(fieldErrors(await send([1]).expect(400))).toEqual(['Contacts NotEmpty']);
      expect(fieldErrors(await send([1, 2, 1]).expect(400))).toEqual(['Contacts[2].ContactId Duplicate']);
      const eleven = Array.from({ length: 11 }, (_, at) => at + 1);
      expect(fieldErrors(await send(eleven).expect(400))).toEqual(['Contacts Length']);
      const unknown = await send([1, 99]).expect(404);
      expect(unknown.body.ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Contacts[1].ContactId', ErrorCode: 'Unknown', Meta: { ContactId: '99' } },
      ]);
      const foreign = await send([1, 4]).expect(403);
      expect(foreign.body.ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Contacts[1].ContactId', Meta: { ContactId: '4' } },
      ]);
    }
    expect(fieldErrors(await mark([1, undefined]).expect(400))).toEqual(['Contacts[1].ContactId NotNull']);
    expect(await marks()).toEqual([]);
  });

  it('marks contacts that another agent has locked', async () => {
    await app.http
      .post('/v1/Contacts/2/Lock')
      .set(await app.as('Agent', below))
      .send({})
      .expect(200);
    await mark([1, 2]).expect(200);
  });

  it('a merge moves the marks of the merged contact to the remaining one, and Unmerge moves them back', async () => {
    await mark([2, 3], admin).expect(200);
    await mark([3, 4], admin).expect(200);
    await mark([1, 4], admin).expect(200);
    const before = await marks();
    const { body } = await app.http
      .post('/v1/Contacts/1/Merge')
      .set(admin)
      .send({ From: [3] })
      .expect(200);
    // Contact 1 was marked as different from contact 4 already.
    expect(body.ResponseStatus.Meta).toEqual({ Dropped: '1 ContactDifference' });
    expect(await marks()).toEqual(['1 2', '1 4']);
    const undone = await app.http.post('/v1/Contacts/1/Unmerge').set(admin).send({}).expect(200);
    expect(undone.body.ResponseStatus.Meta).toEqual({});
    expect(await marks()).toEqual(before);
  });

  it('a merge removes the marks between the merged contacts, and Unmerge restores them', async () => {
    await mark([1, 2, 3]).expect(200);
    await app.http
      .post('/v1/Contacts/2/Merge')
      .set(agent)
      .send({ From: [3, 1] })
      .expect(200);
    expect(await marks()).toEqual([]);
    await app.http.post('/v1/Contacts/2/Unmerge').set(agent).send({}).expect(200);
    expect(await marks()).toEqual(['1 2', '1 3', '2 3']);
  });

  it('an import refuses a pair whose greater ContactId comes first', async () => {
    const send = (csv: string) =>
      app.http.post('/v1/Sets/contact-differences').set(admin).set('Content-Type', 'text/csv').send(csv);
    const start = 'ContactId,OtherContactId,MarkedAt,MarkedBy\n';
    const { body } = await send(`${start}2,1,${now},x\n`).expect(400);
    expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Invalid', FieldName: 'line 2.OtherContactId' }]);
    expect((await send(`${start}1,2,${now},x\n`).expect(200)).body).toMatchObject({ Inserted: 1 });
    expect(await listed()).toEqual([[1, 2]]);
  });

  it('an import of marks can be undone', async () => {
    const upload = await app.http
      .post('/v1/Imports?Into=contact-differences')
      .set(admin)
      .set('Content-Type', 'text/csv')
      .send(`ContactId,OtherContactId,MarkedAt,MarkedBy\n1,2,${now},x\n`)
      .expect(200);
    const { ImportId } = upload.body.Imports[0];
    for (const [step, count] of [
      ['Run', 1],
      ['Undo', 0],
    ] as const) {
      await app.http.post(`/v1/Imports/${ImportId}/${step}`).set(admin).send({}).expect(200);
      expect(await marks()).toHaveLength(count);
    }
  });
});
