import sql from 'sql-template-tag';
import {
  activities,
  admin,
  agent,
  app,
  at,
  audit,
  clear,
  contacts,
  now,
  start,
} from '../../../test/support/suites/tracker.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { BusinessClock } from '../../context/business-clock.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { reencrypt } from '../../database/inspection/reencryption.js';
import { newGuid } from '../../record/values/guid.js';
import { encryptedColumnsOf } from '../../database/schema/table.js';
import { Activity } from './activity.entity.js';
import { commandOf, queries, rangeOf } from './activity.rules.js';

describe('activities', () => {
  type Caller = typeof agent;

  const path = (id: number): string => `/v1/Contacts/${id}/Activities`;
  const list = async (id: number, query = '', caller = agent): Promise<Activity[]> =>
    (
      await app.http
        .get(path(id) + query)
        .set(caller)
        .expect(200)
    ).body.Activities as Activity[];
  const log = (id: number, body: object = {}, caller: Caller = agent) =>
    app.http
      .post(path(id))
      .set(caller)
      .send({ EventTypeId: 1, ...body });
  const change = (id: number, body: object, caller: Caller = agent) =>
    app.http.put(`/v1/Activities/${id}`).set(caller).send(body);
  const remove = (id: number, caller: Caller = agent) => app.http.delete(`/v1/Activities/${id}`).set(caller);
  const logged = async (id: number, body: object = {}, caller: Caller = agent): Promise<number> =>
    (await log(id, body, caller).expect(200)).body.Activities[0].ActivityId as number;
  const lastContact = async (id: number): Promise<string | null> =>
    (await app.db.one<{ LastContact: string | null }>(
      sql`SELECT c.LastContact AS LastContact FROM contacts c WHERE c.ContactId = ${id}`,
    ))!.LastContact;
  const stored = (): Promise<{ ActivityId: number; Note: string; LoggedAt: string }[]> =>
    app.db.all(sql`SELECT a.ActivityId AS ActivityId, a.Note AS Note, a.LoggedAt AS LoggedAt FROM activities a`);

  let downline: Caller;
  beforeAll(async () => {
    await start();
    downline = await app.as('Agent', 2);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM checkins`));
    await clear();
    await contacts(
      { ContactId: 1, AgentId: 1, ContactGUID: 'a'.repeat(32) },
      { ContactId: 2, AgentId: 2 },
      { ContactId: 3, AgentId: 3, DoNotContact: true },
      { ContactId: 4, AgentId: 1, Locked: true, LockedByAgentId: 3, LockedTimestamp: now },
      { ContactId: 5, AgentId: 1, Deleted: true },
    );
  });
  afterEach(() => jest.restoreAllMocks());

  describe('POST /v1/Contacts/{ContactId}/Activities', () => {
    it('logs an activity with its outcome and note', async () => {
      const moments = { StartDate: at('2026-04-20'), EndDate: at('2026-04-20') };
      const { body } = await log(1, { ...moments, Outcome: 'Reached', Note: 'Ünï 🎈' }).expect(200);
      expect(body.Activities).toEqual([
        {
          ...{ ActivityId: expect.any(Number), AgentId: 1, AgentName: 'Own', ContactId: 1, EventTypeId: 1 },
          ...{ EventTypeName: 'Call', EventCategory: 'Outreach' },
          ...{ StartDate: `${at('2026-04-20')}Z`, EndDate: `${at('2026-04-20')}Z`, Outcome: 'Reached', Note: 'Ünï 🎈' },
          ContactName: '',
        },
      ]);
      expect(await lastContact(1)).toBe(at('2026-04-20'));
      expect(await list(1)).toEqual(body.Activities);
    });

    it('refuses an activity that the activity tracker would refuse', async () => {
      expect(fieldErrors(await log(1, { EventTypeId: 3 }).expect(400))).toEqual(['EventTypeId Unknown']);
      expect(fieldErrors(await log(1, { StartDate: '2026-05-01T12:00:00.0000001' }).expect(400))).toEqual([
        'StartDate InclusiveBetween',
      ]);
      expect(fieldErrors(await log(1, { ActivityId: 7 }).expect(400))).toEqual(['ActivityId Invalid']);
      expect(
        fieldErrors(await log(1, { ActivityId: 7, EventTypeId: 3, EndDate: at('2020-01-01') }).expect(400)),
      ).toEqual(['EventTypeId Unknown', 'ActivityId Invalid', 'EndDate GreaterThanOrEqual']);
      expect(fieldErrors(await log(99).expect(404))).toEqual(['ContactId Unknown']);
      await log(5).expect(404);
      await log(3).expect(403);
      await store(app, 'ContactShare', [{ ContactId: 3, AgentId: 1 }]);
      await log(3).expect(409);
      await log(3, { EventTypeId: 2 }).expect(200);
      await log(4).expect(409);
      await log(2).expect(200);
      await log(1, {}, await app.as('Worker')).expect(403);
    });

    it('answers a repeated call with the activity that the first call stored', async () => {
      const first = await logged(1, { StartDate: at('2026-04-20'), Note: 'one' });
      const { body } = await log(1, { StartDate: at('2026-04-20'), Note: 'two' }).expect(200);
      expect(body.Activities).toMatchObject([{ ActivityId: first, Note: 'one' }]);
      expect(await stored()).toHaveLength(1);
    });

    it('refuses an outcome or a note that is too long, and unknown fields', async () => {
      const answer = await log(1, { Outcome: 'x'.repeat(101), Note: 'x'.repeat(4001) }).expect(400);
      expect(fieldErrors(answer)).toEqual(['Outcome Length', 'Note Length']);
      expect(fieldErrors(await log(1, { Notes: 'x' }).expect(400))).toEqual(['Notes Unknown']);
      await log(1, { Note: '🎈'.repeat(4000) }).expect(200);
    });
  });

  describe('GET /v1/Activities', () => {
    const all = async (query = '', caller = agent): Promise<(Activity & { ContactName: string })[]> =>
      (await app.http.get(`/v1/Activities${query}`).set(caller).expect(200)).body.Activities;
    const ids = async (query = '', caller = agent) => (await all(query, caller)).map(({ ActivityId }) => ActivityId);

    it('lists the activities with the contacts in scope, newest first, with the names of the contacts', async () => {
      await contacts({ ContactId: 9, AgentId: 1, Name: 'Ida Lovelace' });
      const first = await logged(9, { StartDate: at('2026-04-20'), Note: 'Wants a call' });
      const second = await logged(2, { StartDate: at('2026-04-21') });
      const foreign = await logged(3, { StartDate: at('2026-04-22'), EventTypeId: 4 }, admin);
      expect(await ids()).toEqual([second, first]);
      expect((await all())[1]).toMatchObject({ ContactName: 'Ida Lovelace', Note: 'Wants a call', ContactId: 9 });
      expect(await ids('', admin)).toEqual([foreign, second, first]);
      expect(await ids('?From=2026-04-21')).toEqual([second]);
      expect(await ids('?To=2026-04-20')).toEqual([first]);
      expect(await ids('?ContactNameContains=lovelace&take=1')).toEqual([first]);
      expect(await ids('', await app.as('Agent'))).toEqual([]);
      const reversed = await app.http.get('/v1/Activities?From=2026-04-21&To=2026-04-20').set(agent).expect(400);
      expect(fieldErrors(reversed)).toEqual(['To GreaterThanOrEqual']);
    });

    it('omits the activities with removed contacts', async () => {
      const id = await logged(1, { StartDate: at('2026-04-20') });
      expect(await ids()).toEqual([id]);
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE ContactId = 1`));
      expect(await ids()).toEqual([]);
    });
  });

  describe('PUT /v1/Activities/{ActivityId}', () => {
    it('changes the sent fields of an activity', async () => {
      const id = await logged(1, { StartDate: at('2026-04-20'), EndDate: at('2026-04-21'), Note: 'one' });
      const { body } = await change(id, { Outcome: 'Reached' }).expect(200);
      expect(body.Activities).toMatchObject([{ Outcome: 'Reached', Note: 'one', EndDate: `${at('2026-04-21')}Z` }]);
      await change(id, { ...body.Activities[0], Note: 'two', EndDate: null }).expect(200);
      expect(await list(1)).toMatchObject([
        { Outcome: 'Reached', Note: 'two', EndDate: '0001-01-01T00:00:00.0000000' },
      ]);
      await change(id, { Note: '' }).expect(200);
      expect(await stored()).toMatchObject([{ Note: '' }]);
    });

    it('lets the agent who logged the activity change it for 24 hours, and an Administrator at any time', async () => {
      const id = await logged(2);
      await change(id, { Outcome: 'a' }, downline).expect(403);
      await remove(id, downline).expect(403);
      const clock = jest.spyOn(app.get(BusinessClock), 'now');
      clock.mockReturnValue('2026-05-01T12:00:00.0000000');
      await change(id, { Outcome: 'b' }).expect(200);
      clock.mockReturnValue('2026-05-01T12:00:00.0000001');
      await change(id, { Outcome: 'c' }).expect(403);
      await remove(id).expect(403);
      await change(id, { Outcome: 'd' }, admin).expect(200);
      await remove(id, admin).expect(200);
      await remove(id, admin).expect(404);
      await change(99, {}).expect(404);
    });

    it('lets only an Administrator change an imported activity, or an activity without an agent', async () => {
      await activities({ AgentId: 1, ContactId: 1, EventTypeId: 1, StartDate: now });
      const [{ ActivityId }] = await stored();
      await change(ActivityId, { Outcome: 'a' }).expect(403);
      const ofAdmin = await logged(1, {}, admin);
      const noAgent = await app.as('Agent');
      await change(ofAdmin, { Outcome: 'a' }, noAgent).expect(403);
      await change(ofAdmin, { Outcome: 'a' }, admin).expect(200);
    });

    it('refuses to change an activity if its contact is locked by another agent, out of scope or deleted', async () => {
      const id = await logged(1);
      const update = (changes: object) =>
        app.db.tx(() => app.db.execute(sql`UPDATE contacts SET AgentId = 3 WHERE ContactId = 1`)).then(() => changes);
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET Locked = 1, LockedByAgentId = 3, LockedTimestamp = ${now}
        WHERE ContactId = 1`),
      );
      await change(id, { Outcome: 'a' }).expect(409);
      await remove(id).expect(409);
      await update({});
      await change(id, { Outcome: 'a' }).expect(403);
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE ContactId = 1`));
      await change(id, { Outcome: 'a' }).expect(404);
    });

    it('refuses a change of an activity that breaks a rule for new activities', async () => {
      await store(app, 'ContactShare', [{ ContactId: 3, AgentId: 1 }]);
      const id = await logged(3, { EventTypeId: 2, StartDate: at('2026-04-20') });
      await change(id, { EventTypeId: 1 }).expect(409);
      const wrong = { EventTypeId: 3, StartDate: '2026-05-01T12:00:00.0000001', EndDate: at('2026-04-01') };
      expect(fieldErrors(await change(id, wrong).expect(400))).toEqual([
        'EventTypeId Unknown',
        'StartDate InclusiveBetween',
        'EndDate GreaterThanOrEqual',
      ]);
      const other = await logged(3, { EventTypeId: 2, StartDate: at('2026-04-21') });
      await change(other, { StartDate: at('2026-04-20') }).expect(409);
      await change(other, { StartDate: at('2026-04-21') }).expect(200);
    });

    it('keeps both of two concurrent changes if they change different fields of an activity', async () => {
      const id = await logged(1);
      await Promise.all([change(id, { Outcome: 'a' }).expect(200), change(id, { Note: 'b' }).expect(200)]);
      expect(await list(1)).toMatchObject([{ Outcome: 'a', Note: 'b' }]);
    });
  });

  describe('LastContact', () => {
    it('a removal sets LastContact to the latest remaining activity that is neither internal nor future', async () => {
      await logged(1, { StartDate: at('2026-04-10') });
      const last = await logged(1, { StartDate: at('2026-04-20') });
      await logged(1, { StartDate: at('2026-04-25'), EventTypeId: 4 });
      await logged(1, { StartDate: '2026-04-30T13:00:00' });
      expect(await lastContact(1)).toBe(at('2026-04-20'));
      await change(last, { StartDate: at('2026-04-15') }).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-15'));
      await change(last, { EventTypeId: 4 }).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-10'));
      await change(last, { EventTypeId: 2, StartDate: at('2026-04-29') }).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-29'));
      await remove(last).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-10'));
    });

    it('LastContact is unset after the last activity is removed', async () => {
      const id = await logged(1);
      await remove(id).expect(200);
      expect(await lastContact(1)).toBeNull();
    });

    it('a removal sets LastContact to a completed visit later than the remaining activities', async () => {
      const visit = { LocationId: 'b'.repeat(32), LineId: 'c'.repeat(32), LineIds: [], CustomerId: 'a'.repeat(32) };
      await store(app, 'Location', [{ LocationId: visit.LocationId, Name: 'North' }]);
      await store(app, 'Line', [{ Id: visit.LineId, LocationId: visit.LocationId, Name: 'Claim' }]);
      const times = { SignInTime: at('2026-04-12'), AdjustedSignInTime: at('2026-04-12'), BusinessDay: '2026-04-12' };
      await store(app, 'Checkin', [
        { ...visit, ...times, Id: newGuid(), Status: 3, Completed: true, CompletedTime: at('2026-04-12') },
        { ...visit, ...times, Id: newGuid(), Status: 4, CompletedTime: at('2026-04-13') },
      ]);
      await logged(1, { StartDate: at('2026-04-10') });
      await remove(await logged(1, { StartDate: at('2026-04-20') })).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-12'));
    });

    it('a removal leaves LastContact unchanged if it is not the start of the removed activity', async () => {
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET LastContact = ${at('2026-04-28')} WHERE ContactId = 1`),
      );
      await remove(await logged(1, { StartDate: at('2026-04-20') })).expect(200);
      expect(await lastContact(1)).toBe(at('2026-04-28'));
    });

    it('a moved future activity raises LastContact at its new start, and a removed one does not raise it', async () => {
      const clock = jest.spyOn(app.get(BusinessClock), 'now');
      const [soon, later] = ['2026-04-30T13:00:00.0000000', '2026-04-30T15:00:00.0000000'];
      const moved = await logged(1, { StartDate: soon });
      await change(moved, { StartDate: later }).expect(200);
      const removed = await logged(1, { StartDate: soon, EventTypeId: 2 });
      await remove(removed).expect(200);
      clock.mockReturnValue('2026-04-30T14:00:00.0000000');
      await app.http.get('/v1/ActivityTracker/All').set(agent).expect(200);
      expect(await lastContact(1)).toBeNull();
      clock.mockReturnValue(later);
      await app.http.get('/v1/ActivityTracker/All').set(agent).expect(200);
      expect(await lastContact(1)).toBe(later);
      await change(moved, { StartDate: '2026-04-30T16:00:00' }).expect(200);
      expect(await lastContact(1)).toBeNull();
    });

    it("concurrent changes of a contact's activities set LastContact correctly", async () => {
      const ids = [];
      for (const day of ['10', '11', '12', '13']) ids.push(await logged(1, { StartDate: at(`2026-04-${day}`) }));
      await Promise.all([
        ...ids.slice(1).map((id) => remove(id).expect(200)),
        log(1, { StartDate: at('2026-04-05') }).expect(200),
      ]);
      expect(await lastContact(1)).toBe(at('2026-04-10'));
    });

    it('an import refuses new outreach to a contact marked DoNotContact, and accepts stored outreach', async () => {
      const id = await logged(1, { StartDate: at('2026-04-20') });
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 1 WHERE ContactId = 1`));
      const send = (header: string, line: string) =>
        app.http.post('/v1/Sets/activities').set(admin).type('text/csv').send(`${header}\n${line}\n`);
      const whole = 'AgentId,ContactId,EventTypeId,StartDate';
      expect((await send('ActivityId,Outcome', `${id},Reached`).expect(200)).body).toMatchObject({ Updated: 1 });
      expect((await send(whole, '1,1,1,2026-04-20T09:00:00').expect(200)).body).toMatchObject({ Unchanged: 1 });
      await send(whole, '1,1,1,2026-04-21T09:00:00').expect(400);
      const service = await logged(1, { EventTypeId: 2, StartDate: at('2026-04-22') });
      await send('ActivityId,EventTypeId', `${service},1`).expect(400);
      expect(await stored()).toHaveLength(2);
    });

    it.each<[told: string, columns: string, line: string, status: number]>([
      ['outreach with its key in the past', 'ActivityId,', '90000,1,1,1,2026-04-21T09:00:00', 200],
      ['outreach with its key long ago', 'ActivityId,', '91000,1,1,1,1999-01-01T00:00:00', 200],
      ['outreach with its key just now', 'ActivityId,', '92000,1,1,1,2026-04-30T12:00:00', 200],
      ['a note with its key in the past', 'ActivityId,', '93000,1,1,2,2026-04-21T09:00:00', 200],
      ['outreach with its key ahead', 'ActivityId,', '94000,1,1,1,2026-04-30T12:00:01', 400],
      ['outreach with its key an hour ahead', 'ActivityId,', '95000,1,1,1,2026-04-30T13:00:00', 400],
      ['outreach without a key', '', '1,1,1,2026-04-21T09:00:00', 400],
      ['outreach with an empty key', 'ActivityId,', ',1,1,1,2026-04-21T09:00:00', 400],
      ['outreach with the key 0', 'ActivityId,', '0,1,1,1,2026-04-21T09:00:00', 400],
      ['service without a key', '', '1,1,2,2026-04-21T09:00:00', 200],
      ['a stored activity that becomes outreach', 'ActivityId,', 'stored,1,1,1,2026-04-22T09:00:00', 400],
      ['a stored activity that stays as it is', 'ActivityId,', 'stored,1,1,2,2026-04-22T09:00:00', 200],
    ])('an import of %s to a contact marked DoNotContact', async (_told, columns, line, status) => {
      const id = await logged(1, { EventTypeId: 2, StartDate: at('2026-04-22') });
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 1 WHERE ContactId = 1`));
      await app.http
        .post('/v1/Sets/activities')
        .set(admin)
        .type('text/csv')
        .send(`${columns}AgentId,ContactId,EventTypeId,StartDate\n${line.replace('stored', String(id))}\n`)
        .expect(status);
    });

    it('an import that moves an activity updates LastContact', async () => {
      await logged(1, { StartDate: at('2026-04-10') });
      const id = await logged(1, { StartDate: at('2026-04-20') });
      const send = (line: string) =>
        app.http.post('/v1/Sets/activities').set(admin).type('text/csv').send(`ActivityId,StartDate\n${line}\n`);
      expect((await send(`${id},2026-04-11T09:00:00`).expect(200)).body).toMatchObject({ Updated: 1 });
      expect(await lastContact(1)).toBe(at('2026-04-11'));
      expect((await send(`${id},2026-04-11T09:00:00`).expect(200)).body).toMatchObject({ Unchanged: 1 });
    });
  });

  describe('a note', () => {
    const words = 'Plans to retire in June';

    it('a note is encrypted in the database and in the audit, and cannot be filtered or sorted by', async () => {
      const id = await logged(1, { Note: words, Outcome: 'Reached by phone' });
      await change(id, { Note: `${words}!` }).expect(200);
      const [{ Note }] = await stored();
      expect(app.get(FieldCipher).decrypt(Note, `activities.Note:${id}`)).toBe(`${words}!`);
      const entries = JSON.stringify(await audit());
      expect(entries).not.toMatch(/retire|by phone/);
      const { body } = await app.http.get(`/v1/Audit?Record=Activity&RecordId=${id}`).set(admin).expect(200);
      const changes = (body.Audit as { Changes: string }[]).map(({ Changes }) => JSON.parse(Changes) as object[]);
      expect(changes[1]).toMatchObject([{ After: { Note: words, Outcome: 'Reached by phone' } }]);
      expect(changes[0]).toMatchObject([{ Before: { Note: words }, After: { Note: `${words}!` } }]);
      for (const query of ['?NoteContains=retire', '?Note=x', '?orderBy=Note'])
        await app.http
          .get(path(1) + query)
          .set(agent)
          .expect(400);
      expect(await list(1, '?fields=Note')).toEqual([{ Note: `${words}!` }]);
      expect(await list(1, '?OutcomeContains=PHONE')).toHaveLength(1);
    });

    it('CSV answers and exports contain a note in full, and an import stores it', async () => {
      const id = await logged(1, { Note: words, StartDate: at('2026-04-20') });
      const csv = await app.http
        .get(`${path(1)}?format=csv`)
        .set(agent)
        .expect(200);
      expect(csv.text).toContain(`,${words},`);
      const exported = await app.http.get('/v1/Sets/activities').set(admin).expect(200);
      expect(exported.text).toContain(words);
      const send = (text: string) => app.http.post('/v1/Sets/activities').set(admin).type('text/csv').send(text);
      expect((await send(exported.text).expect(200)).body).toMatchObject({ Read: 1, Unchanged: 1 });
      const more = exported.text.replace(`${id},`, ',').replace(at('2026-04-20'), at('2026-04-21'));
      expect((await send(more).expect(200)).body).toMatchObject({ Inserted: 1 });
      expect(await list(1)).toMatchObject([{ Note: words }, { Note: words }]);
      expect((await stored()).map(({ Note }) => Note.includes('retire'))).toEqual([false, false]);
      expect((await send(exported.text.replace(words, 'New')).expect(200)).body).toMatchObject({ Updated: 1 });
      expect((await list(1)).map(({ Note }) => Note)).toEqual([words, 'New']);
    });

    it('an undecryptable note is sent as unset, and stays stored if the client sends it back unset', async () => {
      const id = await logged(1, { Note: words });
      const broken = '00000000.AAAA';
      await app.db.tx(() => app.db.execute(sql`UPDATE activities SET Note = ${broken} WHERE ActivityId = ${id}`));
      expect(await list(1)).toMatchObject([{ Note: '' }]);
      await change(id, { Note: '', Outcome: 'a' }).expect(200);
      expect(await stored()).toMatchObject([{ Note: broken }]);
      await change(id, { Note: 'New' }).expect(200);
      expect(await list(1)).toMatchObject([{ Note: 'New' }]);
    });

    it('agency reseal encrypts notes again', async () => {
      await logged(1, { Note: words });
      expect(await reencrypt(app.db, app.get(FieldCipher), encryptedColumnsOf([Activity]))).toMatchObject({
        unreadable: 0,
      });
      expect(await list(1)).toMatchObject([{ Note: words }]);
    });
  });
});

describe('rules of activities', () => {
  const now = '2026-03-15T10:00:00.1234567';

  describe('commandOf', () => {
    it('accepts a command in any letter case', () => expect(commandOf('NOTcontacted', queries)).toBe('NotContacted'));
    it('rejects a command that is not allowed', () => {
      expect(commandOf('Log', queries)).toMatchObject({
        ErrorCode: 'Enum',
        FieldName: 'CommandType',
        Message: 'CommandType must be one of: Contacted, NotContacted, New, All.',
      });
    });
  });

  describe('rangeOf', () => {
    it('defaults to the 30 days that end now, exact to the seventh digit of the seconds', () => {
      expect(rangeOf(undefined, null, now)).toEqual({ from: '2026-02-13T10:00:00.1234567', to: now });
    });
    it('derives the missing start or end of a range', () => {
      const end = '2024-02-29T00:00:00.0000000';
      expect(rangeOf(undefined, end, now)).toEqual({ from: '2024-01-30T00:00:00.0000000', to: end });
      expect(rangeOf('2026-03-01T00:00:00.0000000', undefined, now)).toEqual({
        from: '2026-03-01T00:00:00.0000000',
        to: now,
      });
    });
    it('never starts a range before year 1', () => {
      expect(rangeOf(undefined, '0001-01-05T00:00:00.0000000', now).from).toBe('0001-01-01T00:00:00.0000000');
    });
  });
});
