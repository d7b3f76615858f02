import sql from 'sql-template-tag';
import { SchedulerRegistry } from '@nestjs/schedule';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import {
  activities,
  admin,
  agent,
  app,
  at,
  audit,
  clear,
  contacts,
  ids,
  list,
  now,
  post,
  start,
} from '../../../test/support/suites/tracker.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { TrackerService } from './tracker.service.js';
import { until } from '../../../test/support/time/until.js';
import { Activity } from './activity.entity.js';
import { BusinessClock } from '../../context/business-clock.js';

describe('tracker', () => {
  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(clear);

  describe('queries', () => {
    it('Contacted sorts contacts by their last activity in the range and lists each contact once', async () => {
      await contacts(...[1, 2, 3, 4, 5].map((ContactId) => ({ ContactId, AgentId: 1, LastContact: at('2026-04-29') })));
      await activities(
        { AgentId: 1, ContactId: 1, EventTypeId: 1, StartDate: at('2026-04-10') },
        { AgentId: 1, ContactId: 1, EventTypeId: 2, StartDate: at('2026-04-11') },
        { AgentId: 1, ContactId: 1, EventTypeId: 2, StartDate: at('2025-04-11') },
        { AgentId: 3, ContactId: 2, EventTypeId: 1, StartDate: at('2026-04-12') },
        { AgentId: 1, ContactId: 5, EventTypeId: 1, StartDate: at('2026-04-11') },
        { AgentId: 1, ContactId: 3, EventTypeId: 1, StartDate: at('2026-03-01') },
      );
      expect(ids(await list('Contacted').expect(200))).toEqual([2, 5, 1]);
      expect(ids(await list('Contacted/2026-03-01/2026-03-01').expect(200))).toEqual([3]);
      expect(ids(await list('Contacted/2026-04-10/2026-04-10T23:00:00').expect(200))).toEqual([1]);
      expect(ids(await list('NotContacted').expect(200))).toEqual([3, 4]);
    });

    it('pages of Contacted have the order of the whole list', async () => {
      const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
      await contacts(
        ...numbers.map((ContactId) => ({ ContactId, AgentId: [1, 2, 3][ContactId % 3], Deleted: ContactId === 7 })),
      );
      await store(app, 'ContactShare', [{ ContactId: 2, AgentId: 1 }]);
      await activities(
        ...numbers.flatMap((ContactId) =>
          [0, 1, 2].map((turn) => ({
            AgentId: (ContactId % 2) + 1,
            ContactId,
            EventTypeId: turn + 1,
            StartDate: at(`2026-04-${10 + ((ContactId * (turn + 3)) % 7)}`),
          })),
        ),
      );
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET LastContact =
        (SELECT MAX(a.StartDate) FROM activities a WHERE a.ContactId = contacts.ContactId)`),
      );
      const pages = ['take=4', 'take=4&skip=3', 'take=20&skip=1', 'take=5&AgentId=1'];
      const activity = app.get(TrackerService);
      const { newest } = activity;
      for (const path of ['Contacted?', 'Contacted?EventTypeId=2&', 'Contacted/2026-04-01/2026-04-14?'])
        for (const caller of [agent, admin])
          for (const page of pages) {
            const among = async (many: boolean): Promise<number[]> => {
              const seen = jest.spyOn(ContactsService.prototype as never, 'seesMany').mockResolvedValue(many as never);
              const found = ids(await list(path + page, caller).expect(200));
              expect(seen).toHaveBeenCalledTimes(1);
              seen.mockRestore();
              return found;
            };
            const expected = await among(false);
            for (activity.newest of [newest, 0, 5, 15]) expect(await among(true)).toEqual(expected);
          }
    });

    it('NotContacted lists never-contacted contacts, then the longest neglected, without DoNotContact', async () => {
      await contacts(
        { ContactId: 1, AgentId: 1, LastContact: at('2026-02-01') },
        { ContactId: 2, AgentId: 1, LastContact: at('2026-01-01') },
        { ContactId: 3, AgentId: 1 },
        { ContactId: 4, AgentId: 1, DoNotContact: true },
        { ContactId: 5, AgentId: 1, LastContact: at('2026-01-01'), DoNotContact: null },
        { ContactId: 6, AgentId: 1, DoNotContact: false },
        { ContactId: 7, AgentId: 1, LastContact: at('2026-04-20') },
      );
      await activities({ AgentId: 3, ContactId: 7, EventTypeId: 1, StartDate: at('2026-04-20') });
      expect(ids(await list('NotContacted').expect(200))).toEqual([3, 6, 2, 5, 1]);
      expect(ids(await list('NotContacted?take=2&skip=1').expect(200))).toEqual([6, 2]);
    });

    it('Contacted and NotContacted ignore internal activities and count completed visits', async () => {
      const guid = (id: number): string => String(id).padStart(32, '0');
      await contacts(...[1, 2, 3, 4, 5].map((ContactId) => ({ ContactId, AgentId: 1, ContactGUID: guid(ContactId) })), {
        ContactId: 6,
        AgentId: 1,
        Active: false,
      });
      await store(app, 'Location', [{ LocationId: guid(90), Name: 'North' }]);
      await store(app, 'Line', [{ Id: guid(91), LocationId: guid(90), Name: 'Claim' }]);
      const visit = (id: number, day: string, Status: number) => ({
        ...{ Id: guid(700 + id), CustomerId: guid(id), LocationId: guid(90), LineId: guid(91), LineIds: [guid(91)] },
        ...{ SignInTime: at(day), AdjustedSignInTime: at(day), Status, Completed: Status === 3 },
        CompletedTime: Status === 3 ? at(day) : null,
      });
      await store(app, 'Checkin', [visit(2, '2026-04-21', 3), visit(3, '2026-04-22', 4), visit(5, '2026-02-01', 3)]);
      await activities(
        { AgentId: 1, ContactId: 1, EventTypeId: 4, StartDate: at('2026-04-20') },
        { AgentId: 1, ContactId: 4, EventTypeId: 1, StartDate: at('2026-04-20') },
        { AgentId: 1, ContactId: 2, EventTypeId: 1, StartDate: at('2026-04-02') },
      );
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET LastContact =
        CASE ContactId WHEN 2 THEN ${at('2026-04-21')} WHEN 4 THEN ${at('2026-04-20')} ELSE NULL END`),
      );
      for (const many of [true, false]) {
        const seen = jest.spyOn(ContactsService.prototype as never, 'seesMany').mockResolvedValue(many as never);
        expect(ids(await list('Contacted?take=9').expect(200))).toEqual([2, 4]);
        expect(ids(await list('Contacted?take=9&EventTypeId=1').expect(200))).toEqual([4, 2]);
        expect(ids(await list('Contacted/2026-01-15/2026-04-25?take=9').expect(200))).toEqual([2, 4, 5]);
        expect(ids(await list('NotContacted?take=9').expect(200))).toEqual([1, 3, 5]);
        seen.mockRestore();
      }
      await app.db.tx(() => app.db.execute(sql`DELETE FROM checkins`));
    });

    it('All and New sort contacts by LastContact, newest first, and list never-contacted ones last', async () => {
      await contacts(
        { ContactId: 1, AgentId: 1 },
        { ContactId: 2, AgentId: 1, LastContact: at('2026-01-01'), DateCreated: at('2026-04-20') },
        { ContactId: 3, AgentId: 1, LastContact: at('2026-02-01'), DateCreated: at('2026-02-20') },
        { ContactId: 4, AgentId: 1, LastContact: at('2026-01-01'), DateCreated: at('2026-04-21') },
        { ContactId: 5, AgentId: 1, DateCreated: at('2026-04-21'), DoNotContact: true },
      );
      expect(ids(await list('All').expect(200))).toEqual([3, 4, 2, 5, 1]);
      expect(ids(await list('New').expect(200))).toEqual([4, 2, 5]);
      expect(ids(await list('New/2026-02-20/2026-04-20').expect(200))).toEqual([3, 2]);
    });

    it('every query counts only activities of the requested type', async () => {
      await contacts(...[1, 2, 3].map((ContactId) => ({ ContactId, AgentId: 1, DateCreated: at('2026-04-20') })));
      await activities(
        { AgentId: 1, ContactId: 1, EventTypeId: 1, StartDate: at('2026-04-20') },
        { AgentId: 1, ContactId: 2, EventTypeId: 1, StartDate: at('2026-04-19') },
        { AgentId: 1, ContactId: 2, EventTypeId: 2, StartDate: at('2026-04-28') },
        { AgentId: 1, ContactId: 3, EventTypeId: 1, StartDate: at('2020-04-20') },
      );
      expect(ids(await list('Contacted?EventTypeId=1').expect(200))).toEqual([1, 2]);
      expect(ids(await list('NotContacted?EventTypeId=2').expect(200))).toEqual([1, 3]);
      expect(ids(await list('New?EventTypeId=2').expect(200))).toEqual([2]);
      expect(ids(await list('New?EventTypeId=1').expect(200))).toEqual([3, 2, 1]);
      const activity = app.get(TrackerService);
      const { few } = activity;
      // With 0, each type has more activities than `few`, and All checks each contact. Otherwise All looks up the
      // activities of the type.
      for (activity.few of [0, few]) {
        expect(ids(await list('All?EventTypeId=2').expect(200))).toEqual([2]);
        expect(ids(await list('All?EventTypeId=1').expect(200))).toEqual([3, 2, 1]);
        expect(ids(await post({ CommandType: 'All', EventTypeId: 2 }).expect(200))).toEqual([2]);
      }
    });

    it('every query includes both ends of the range, which is the last 30 days by default', async () => {
      await contacts(...[1, 2, 3, 4].map((ContactId) => ({ ContactId, AgentId: 1 })));
      const starts = ['2026-03-31T12:00:00.0000000', '2026-03-31T11:59:59.9999999', now, '2026-04-30T12:00:00.0000001'];
      await activities(
        ...starts.map((StartDate, index) => ({ AgentId: 1, ContactId: index + 1, EventTypeId: 1, StartDate })),
      );
      expect(ids(await list('Contacted').expect(200))).toEqual([3, 1]);
      expect(ids(await post({ CommandType: 'Contacted', EndDate: '2026-04-30' }).expect(200))).toEqual([4, 3]);
      expect(ids(await post({ CommandType: 'Contacted', StartDate: '2026-03-31T12:00' }).expect(200))).toEqual([3, 1]);
    });

    it('every query accepts a range of at most 366 days, and rejects an end before the start', async () => {
      await list('Contacted/2024-01-01/2024-12-31').expect(200);
      await list('Contacted/2024-01-01/2025-01-01T00:00:00').expect(200);
      expect(fieldErrors(await list('Contacted/2024-01-01/2025-01-01T00:00:00.0000001').expect(400))).toEqual([
        'EndDate InclusiveBetween',
      ]);
      await list('Contacted/2024-01-02/2024-01-02').expect(200);
      expect(fieldErrors(await list('New/2024-01-02/2024-01-01').expect(400))).toEqual(['EndDate GreaterThanOrEqual']);
      expect(fieldErrors(await list('Every/2024-01-02/2024-01-01').expect(400))).toEqual([
        'CommandType Enum',
        'EndDate GreaterThanOrEqual',
      ]);
      await list('All/2000-01-02/2024-01-01').expect(200);
    });

    it('the tracker accepts a command in any letter case, and refuses Log in a GET', async () => {
      await contacts({ ContactId: 1, AgentId: 1 });
      expect(ids(await list('nOTcontacted').expect(200))).toEqual([1]);
      expect(ids(await post({ CommandType: 'ALL' }).expect(200))).toEqual([1]);
      expect(fieldErrors(await list('Log').expect(400))).toEqual(['CommandType Enum']);
      expect(fieldErrors(await list('Everything').expect(400))).toEqual(['CommandType Enum']);
      expect(fieldErrors(await post({ CommandType: 'Everything' }).expect(400))).toEqual(['CommandType Enum']);
    });

    it('All lists contacts that are in scope or shared, without deleted ones', async () => {
      await contacts(
        { ContactId: 1, AgentId: 1 },
        { ContactId: 2, AgentId: 2 },
        { ContactId: 3, AgentId: 3 },
        { ContactId: 4, AgentId: 3 },
        { ContactId: 5, AgentId: 1, Deleted: true },
        { ContactId: 6, AgentId: 1, Deleted: null },
        { ContactId: 7 },
      );
      const shares = [1, 4, 5].map((ContactId) => ({ ContactId, AgentId: 1 }));
      await store(app, 'ContactShare', [...shares, { ContactId: 2, AgentId: 3 }]);
      const { body } = await list('All').expect(200);
      expect(ids({ body })).toEqual([6, 4, 2, 1]);
      expect(body.Contact.map(({ IsShared }: Contact) => IsShared)).toEqual([false, true, true, true]);
      expect(ids(await list('All', admin).expect(200))).toEqual([7, 6, 4, 3, 2, 1]);
      expect(ids(await list('All', await app.as('Agent', 3)).expect(200))).toEqual([4, 3, 2]);
      expect(ids(await list('All', await app.as('Agent')).expect(200))).toEqual([]);
      await list('All', await app.as('Worker')).expect(403);
    });

    it('All applies the list options', async () => {
      await contacts(
        ...[1, 2, 3].map((ContactId) => ({ ContactId, AgentId: 1, FirstName: 'CAB'[ContactId - 1], DistrictID: 5 })),
      );
      const { body } = await list('All?orderBy=District,FirstName&take=2&skip=1&include=total&fields=FirstName').expect(
        200,
      );
      expect(body.Contact).toEqual([{ FirstName: 'B' }, { FirstName: 'C' }]);
      expect(body.ResponseStatus.Meta).toEqual({ Total: '3' });
      expect(ids(await list('All?orderByDesc=ContactId').expect(200))).toEqual([3, 2, 1]);
    });

    it('a contact has the names of its district, school, state and agent, and null for an unset field', async () => {
      await contacts(
        {
          ContactId: 1,
          AgentId: 1,
          DistrictID: 5,
          SchoolID: 6,
          StateID: 8,
          CountyID: '9007199254740993',
          WritingAgentId: 3,
        },
        { ContactId: 2, AgentId: 1 },
      );
      const { body, text } = await list('All?orderBy=ContactId').expect(200);
      expect(body.Contact[0]).toMatchObject({
        District: 'North',
        School: 'East High',
        State: 'CO',
        StateName: 'Colorado',
      });
      expect(body.Contact[0]).toMatchObject({
        County: 'Denver',
        WritingAgentName: 'Other',
        DoNotContact: false,
        Active: true,
      });
      expect(text).toContain('"CountyID":9007199254740993');
      expect(body.Contact[1]).toMatchObject({
        District: null,
        School: null,
        State: null,
        County: null,
        WritingAgentName: null,
      });
      expect(body.Contact[1]).toMatchObject({
        LastContact: null,
        ContactGUID: null,
        TotalDebtAmount: null,
        FirstName: null,
      });
    });

    it('POST streams the contacts of a query, even with an Idempotency-Key', async () => {
      await contacts(
        ...Array.from({ length: 400 }, (_, index) => ({
          ContactId: index + 1,
          AgentId: 1,
          SourceNote: 'x'.repeat(200),
        })),
      );
      const answer = await post({ CommandType: 'All' }).set('Idempotency-Key', 'stream').expect(200);
      expect(answer.headers['transfer-encoding']).toBe('chunked');
      expect(answer.body.Contact).toHaveLength(400);
      await post({ CommandType: 'All' }).set('Idempotency-Key', 'stream').expect(200);
      const csv = await app.http.post('/v1/ActivityTracker.csv').set(agent).send({ CommandType: 'all' }).expect(200);
      expect(csv.text.split('\r\n').filter(Boolean)).toHaveLength(401);
    });
  });

  describe('SSN', () => {
    beforeEach(async () => {
      const SSN = (id: number) => app.get(FieldCipher).encrypt('123-45-6789', `contacts.SSN:${id}`);
      await contacts(
        { ContactId: 1, AgentId: 1, SSN: SSN(1) },
        { ContactId: 2, AgentId: 1 },
        { ContactId: 3, AgentId: 1, SSN: SSN(3) },
      );
      await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
    });

    const ssns = async (path: string, caller = admin): Promise<(string | null)[]> =>
      (await list(path, caller).expect(200)).body.Contact.map(({ SSN }: Contact) => SSN);
    const whole = '123-45-6789';
    const masked = '***-**-6789';

    it('masks the SSN unless an Administrator names it in fields, and audits no masked SSN', async () => {
      expect(await ssns('All', agent)).toEqual([masked, null, masked]);
      expect(await ssns('All?fields=ContactId,SSN', agent)).toEqual([masked, null, masked]);
      expect(await ssns('All')).toEqual([masked, null, masked]);
      await list('All?fields=ContactId', admin).expect(200);
      const { body } = await post({ CommandType: 'All' }, admin).expect(200);
      expect(body.Contact[0].SSN).toBe(masked);
      const csv = await app.http.get('/v1/ActivityTracker/All.csv').set(admin).expect(200);
      expect(csv.text).not.toContain(whole);
      expect(await audit()).toEqual([]);
    });

    it('shows the SSN in full to an Administrator who names it in fields, with an audit row per call', async () => {
      expect(await ssns('All/2026-01-01/2026-01-31?take=2&fields=SSN,ContactId')).toEqual([whole, null]);
      const answer = await app.http
        .post('/v1/ActivityTracker?fields=SSN')
        .set(admin)
        .send({ CommandType: 'All' })
        .expect(200);
      expect(answer.body.Contact).toEqual([{ SSN: whole }, { SSN: null }, { SSN: whole }]);
      const csv = await app.http.get('/v1/ActivityTracker/All.csv?fields=ContactId,SSN').set(admin).expect(200);
      expect(csv.text).toContain(whole);
      const rows = await audit();
      expect(rows.map(({ Operation }) => Operation)).toEqual([
        'listContactsByActivity',
        'trackActivity',
        'listContactsByActivity',
      ]);
      expect(JSON.parse(rows[0].Changes)).toEqual([
        { Record: 'Contact', Id: '*', Action: 'ReadSSN', After: { CommandType: 'All', ContactIds: [3, 2] } },
        { Record: 'Contact', Id: '3', Action: 'ReadSSN' },
      ]);
      expect(JSON.parse(rows[1].Changes)).toMatchObject([
        { After: { ContactIds: [3, 2, 1] } },
        { Id: '3', Action: 'ReadSSN' },
        { Id: '1', Action: 'ReadSSN' },
      ]);
      expect(JSON.stringify(rows)).not.toContain('6789');
    });

    it('the audit row of a call that shows over a hundred SSNs has no contact ids', async () => {
      await contacts(...Array.from({ length: 97 }, (_, index) => ({ ContactId: index + 4, AgentId: 1 })));
      const after = async () =>
        (await audit())
          .map(({ Changes }) => (JSON.parse(Changes) as { Action: string; After: { ContactIds?: number[] } }[])[0])
          .flatMap(({ Action, After }) => (Action === 'ReadSSN' ? After : []));
      expect(await ssns('All?fields=SSN')).toHaveLength(100);
      expect((await after())[0].ContactIds).toHaveLength(100);
      await contacts({ ContactId: 101, AgentId: 1 });
      expect(await ssns('All?fields=SSN')).toHaveLength(101);
      expect((await after())[1]).toEqual({ CommandType: 'All' });
    });

    it.each([1, 150])('sends none of %i contacts with SSN if the audit row cannot be written', async (count) => {
      const SSN = app.get(FieldCipher).encrypt(whole, 'contacts.SSN:1000');
      await contacts({ ContactId: 1000, AgentId: 1, SSN });
      await contacts(...Array.from({ length: count - 1 }, (_, index) => ({ ContactId: index + 4, AgentId: 1 })));
      const audited = jest.spyOn(app.db, 'audited').mockImplementation(() => {
        throw new Error('no audit');
      });
      const answer = await list('All?fields=SSN', admin).expect(500);
      audited.mockRestore();
      expect(answer.text).not.toContain('6789');
    });

    it('masks the SSN in the answer to Log unless an Administrator names SSN in fields', async () => {
      const log = (query: string, StartDate: string) =>
        app.http
          .post(`/v1/ActivityTracker${query}`)
          .set(admin)
          .send({ Contact: { ContactId: 1 }, EventTypeId: 1, StartDate })
          .expect(200);
      expect((await log('', at('2026-04-01'))).body.Contact[0].SSN).toBe(masked);
      expect((await log('?fields=SSN', at('2026-04-02'))).body.Contact).toEqual([{ SSN: whole }]);
      const actions = (await audit()).map(({ Changes }) =>
        (JSON.parse(Changes) as { Action: string }[]).map(({ Action }) => Action),
      );
      expect(actions).toEqual([
        ['Insert', 'Update'],
        ['Insert', 'Update', 'ReadSSN'],
      ]);
    });
  });
});

describe('log of the tracker', () => {
  const contact = async (id: number): Promise<Contact> =>
    (await app.db.one<Contact>(sql`SELECT * FROM contacts WHERE ContactId = ${id}`))!;
  const logged = (id: number): Promise<Activity[]> =>
    app.db.all<Activity>(sql`SELECT * FROM activities WHERE ContactId = ${id} ORDER BY ActivityId`);

  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(clear);

  describe('Log', () => {
    beforeEach(() =>
      contacts(
        { ContactId: 1, AgentId: 1, FirstName: 'Ada' },
        { ContactId: 2, AgentId: 3 },
        { ContactId: 3, AgentId: 2, DoNotContact: true },
        { ContactId: 4, AgentId: 1, Locked: true, LockedByAgentId: 3, LockedTimestamp: '2026-04-29T12:00:00.0000000' },
        { ContactId: 5, AgentId: 1, Locked: true, LockedByAgentId: 1 },
        { ContactId: 6, AgentId: 1, Deleted: true },
        { ContactId: 7, AgentId: 1, Locked: false, LockedByAgentId: 3 },
        { ContactId: 8, AgentId: 1, Locked: true, LockedByAgentId: 3, LockedTimestamp: '2026-04-29T11:59:59.9999999' },
        { ContactId: 9, AgentId: 1, Locked: true },
      ),
    );
    const log = (ContactId: number, more: object = {}, caller = agent) =>
      post({ Contact: { ContactId }, EventTypeId: 1, ...more }, caller);

    it('Log adds an activity, raises LastContact and returns exactly one contact', async () => {
      const { body } = await log(1, { Contact: { ContactId: 1, FirstName: 'Eve', Deleted: true } }).expect(200);
      expect(body.Contact).toHaveLength(1);
      expect(body.Contact[0]).toMatchObject({ ContactId: 1, FirstName: 'Ada', LastContact: `${now}Z`, Deleted: false });
      expect(await logged(1)).toMatchObject([{ AgentId: 1, EventTypeId: 1, StartDate: now, EndDate: null }]);
      const moments = { StartDate: '2026-04-30T13:00:00', EndDate: '2026-04-30T14:00:00' };
      await log(1, { CommandType: 'lOG', EventTypeId: 2, ...moments }).expect(200);
      expect(await contact(1)).toMatchObject({ LastContact: now });
      expect((await logged(1))[1]).toMatchObject({ EndDate: '2026-04-30T14:00:00.0000000' });
    });

    describe('with a future StartDate', () => {
      const soon = '2026-04-30T13:00:00.0000000';
      const later = '2026-04-30T15:00:00.0000000';
      const clock = () => jest.spyOn(app.get(BusinessClock), 'now');
      afterEach(() => jest.restoreAllMocks());

      it('a future activity raises LastContact when its StartDate comes', async () => {
        await log(1, { StartDate: soon }).expect(200);
        await log(1, { StartDate: later, EventTypeId: 2 }).expect(200);
        await log(7, { StartDate: later }).expect(200);
        clock().mockReturnValue(soon);
        expect(ids(await list('All').expect(200))[0]).toBe(1);
        expect(await contact(1)).toMatchObject({ LastContact: soon });
        expect(await contact(7)).toMatchObject({ LastContact: null });
        clock().mockReturnValue('2026-05-02T00:00:00.0000000');
        expect(ids(await list('All?fields=ContactId').expect(200)).slice(0, 2)).toEqual([7, 1]);
        expect(await contact(1)).toMatchObject({ LastContact: later });
        expect(await app.db.all(sql`SELECT ActivityId FROM due_activities`)).toEqual([]);
      });

      it('the job "due activities" raises LastContact if nobody uses the tracker', async () => {
        const read = () => app.http.get('/v1/Contacts/1').set(agent).expect(200);
        const shown = async () => (await read()).body.Contacts[0].LastContact;
        await log(1, { StartDate: soon }).expect(200);
        const before = await shown();
        clock().mockReturnValue(soon);
        expect(await shown()).toBe(before);
        await app.db.tx(() => app.db.execute(sql`DELETE FROM job WHERE Name = 'due activities'`));
        app.get(SchedulerRegistry).getInterval<{ _onTimeout(): void }>('due activities')._onTimeout();
        await until(async () => (await shown()) === `${soon}Z`);
        expect(await app.db.all(sql`SELECT ActivityId FROM due_activities`)).toEqual([]);
      });

      it('a future activity that has started raises LastContact before the next one is logged', async () => {
        await log(1, { StartDate: soon }).expect(200);
        await log(7, { StartDate: soon }).expect(200);
        await app.db.tx(() => app.db.update(Contact, { ContactId: 7 }, { LastContact: later }));
        clock().mockReturnValue(later);
        const { body } = await log(1, { StartDate: at('2026-04-01') }).expect(200);
        expect(body.Contact[0].LastContact).toMatch(soon.slice(0, 19));
        expect(await contact(7)).toMatchObject({ LastContact: later });
      });

      it('a refused call does not keep a future activity that has started from raising LastContact', async () => {
        await log(1, { StartDate: soon }).expect(200);
        // No other test looks at this moment: the service looks for started activities at most once in a second.
        clock().mockReturnValue('2026-04-30T14:00:00.0000000');
        await log(1, { EventTypeId: 4711 }).expect(400);
        await list('All').expect(200);
        expect(await contact(1)).toMatchObject({ LastContact: soon });
      });

      it('concurrent calls raise LastContact once for a future activity that has started', async () => {
        await log(1, { StartDate: soon }).expect(200);
        clock().mockReturnValue(later);
        await Promise.all(Array.from({ length: 5 }, () => list('All').expect(200)));
        expect(await contact(1)).toMatchObject({ LastContact: soon });
      });
    });

    it('an activity of an Internal type never raises LastContact', async () => {
      await log(1, { EventTypeId: 4 }).expect(200);
      await log(1, { EventTypeId: 4, StartDate: '2026-04-30T13:00:00' }).expect(200);
      expect(await logged(1)).toHaveLength(2);
      expect(await contact(1)).toMatchObject({ LastContact: null });
      expect(await app.db.all(sql`SELECT ActivityId FROM due_activities`)).toEqual([]);
    });

    it('an activity with an earlier StartDate never lowers LastContact', async () => {
      await log(1, { StartDate: at('2026-04-20') }).expect(200);
      await log(1, { StartDate: at('2026-04-10') }).expect(200);
      expect(await contact(1)).toMatchObject({ LastContact: at('2026-04-20') });
      expect(await logged(1)).toHaveLength(2);
    });

    it('sets LastContact to the latest of many concurrent activities', async () => {
      const days = ['05', '09', '01', '08', '03', '07', '02', '06', '04'];
      await Promise.all(days.map((day) => log(1, { StartDate: at(`2026-04-${day}`) }).expect(200)));
      expect(await contact(1)).toMatchObject({ LastContact: at('2026-04-09') });
      expect(await logged(1)).toHaveLength(days.length);
    });

    it('repeated calls add one activity, even if they are concurrent or the contact is then locked', async () => {
      const again = () => log(1, { StartDate: at('2026-04-20') }).expect(200);
      await Promise.all([again(), again(), again()]);
      await app.db.tx(() =>
        app.db.update(Contact, { ContactId: 1 }, { Locked: true, LockedByAgentId: 3, DoNotContact: true }),
      );
      expect(ids(await again())).toEqual([1]);
      expect(await logged(1)).toHaveLength(1);
    });

    it('an activity of an Administrator without an agent has no agent, and a repeat adds no other', async () => {
      const again = () => log(2, { StartDate: at('2026-04-20') }, admin).expect(200);
      await again();
      await again();
      expect(await logged(2)).toMatchObject([{ AgentId: null }]);
    });

    it('refuses to log an activity if the contact is missing, unknown, deleted or out of scope', async () => {
      expect(fieldErrors(await post({ EventTypeId: 1 }).expect(400))).toEqual(['Contact.ContactId NotNull']);
      await log(99).expect(404);
      await log(6).expect(404);
      await log(2).expect(403);
      await store(app, 'ContactShare', [{ ContactId: 2, AgentId: 1 }]);
      await log(2).expect(200);
      await log(3, { EventTypeId: 2 }).expect(200);
    });

    it('refuses to log an activity if the event type is missing, unknown or inactive', async () => {
      for (const EventTypeId of [3, 99, undefined])
        expect(fieldErrors(await log(1, { EventTypeId }).expect(400))).toEqual(['EventTypeId Unknown']);
      const { body } = await log(1, { EventTypeId: undefined }).expect(400);
      expect(body.ResponseStatus.Message).toBe('EventTypeId is required: it must be an active event type.');
    });

    it('reports all invalid fields of an activity at once', async () => {
      const dates = { StartDate: '2026-05-01T12:00:00.0000001', EndDate: '2026-05-01T12:00:00' };
      const answer = await post({ EventTypeId: 9, Contact: { ContactId: null }, ...dates }).expect(400);
      expect(fieldErrors(answer)).toEqual([
        'Contact.ContactId NotNull',
        'EventTypeId Unknown',
        'StartDate InclusiveBetween',
        'EndDate GreaterThanOrEqual',
      ]);
      expect(fieldErrors(await log(99, { EventTypeId: 9 }).expect(400))).toEqual([
        'Contact.ContactId Unknown',
        'EventTypeId Unknown',
      ]);
      const unknown = { CommandType: 'Loog', StartDate: '2026-04-02', EndDate: '2026-04-01T00:00:00' };
      expect(fieldErrors(await post(unknown).expect(400))).toEqual(['CommandType Enum', 'EndDate GreaterThanOrEqual']);
      await log(1, { StartDate: '2026-05-01T12:00:00', EndDate: '2026-05-01T12:00:00' }).expect(200);
    });

    it('refuses outreach to a contact marked DoNotContact, and a contact locked by another agent', async () => {
      await log(3).expect(409);
      await log(3, { EventTypeId: 2 }).expect(200);
      await log(4).expect(409);
      await log(9).expect(409);
      expect(await logged(4)).toEqual([]);
      await log(4, {}, admin).expect(200);
      for (const free of [5, 7, 8]) await log(free).expect(200);
    });

    it('compares the event category in any letter case', async () => {
      await store(app, 'EventType', [
        { EventTypeId: 61, EventTypeName: 'Mail', EventCategory: 'outreach' },
        { EventTypeId: 62, EventTypeName: 'Memo', EventCategory: 'INTERNAL' },
      ]);
      await log(3, { EventTypeId: 61 }).expect(409);
      const before = (await app.db.all(sql`SELECT LastContact FROM contacts WHERE ContactId = 5`))[0];
      await log(5, { EventTypeId: 62 }).expect(200);
      expect((await app.db.all(sql`SELECT LastContact FROM contacts WHERE ContactId = 5`))[0]).toEqual(before);
    });

    it('treats unset dates, ids and texts of a typed client as absent', async () => {
      const unset = { StartDate: '0001-01-01T00:00:00', EndDate: null, CommandType: '' };
      const Contact = {
        ContactId: 1,
        ContactGUID: '00000000-0000-0000-0000-000000000000',
        FirstName: null,
        AgentId: 0,
      };
      await post({ ...unset, Contact, EventTypeId: 1 }).expect(200);
      expect(await logged(1)).toMatchObject([{ StartDate: now, EndDate: null }]);
      await post({ ...unset, Contact: null, EventTypeId: 0, CommandType: 'Contacted' }).expect(200);
    });

    it('writes one audit row per call', async () => {
      await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
      await log(1).expect(200);
      await log(1, { EventTypeId: 2 }, admin).expect(200);
      const actions = (await audit()).map(({ Changes }) =>
        (JSON.parse(Changes) as { Record: string; Action: string }[]).map(
          ({ Record, Action }) => `${Record} ${Action}`,
        ),
      );
      expect(actions).toEqual([['Activity Insert', 'Contact Update'], ['Activity Insert']]);
    });
  });
});
