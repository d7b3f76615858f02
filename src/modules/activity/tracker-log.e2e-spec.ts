import { SchedulerRegistry } from '@nestjs/schedule';
import sql from 'sql-template-tag';
import {
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
import { until } from '../../../test/support/time/until.js';
import { Activity } from './activity.entity.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Contact } from '../contacts/contact.entity.js';

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
    const Contact = { ContactId: 1, ContactGUID: '00000000-0000-0000-0000-000000000000', FirstName: null, AgentId: 0 };
    await post({ ...unset, Contact, EventTypeId: 1 }).expect(200);
    expect(await logged(1)).toMatchObject([{ StartDate: now, EndDate: null }]);
    await post({ ...unset, Contact: null, EventTypeId: 0, CommandType: 'Contacted' }).expect(200);
  });

  it('writes one audit row per call', async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
    await log(1).expect(200);
    await log(1, { EventTypeId: 2 }, admin).expect(200);
    const actions = (await audit()).map(({ Changes }) =>
      (JSON.parse(Changes) as { Record: string; Action: string }[]).map(({ Record, Action }) => `${Record} ${Action}`),
    );
    expect(actions).toEqual([['Activity Insert', 'Contact Update'], ['Activity Insert']]);
  });
});
