import sql from 'sql-template-tag';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
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
      ...Array.from({ length: 400 }, (_, index) => ({ ContactId: index + 1, AgentId: 1, SourceNote: 'x'.repeat(200) })),
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
    ]);
    expect(JSON.parse(rows[1].Changes)).toMatchObject([{ After: { ContactIds: [3, 2, 1] } }]);
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
