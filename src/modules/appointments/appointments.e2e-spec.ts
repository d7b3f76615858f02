import sql from 'sql-template-tag';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { admin, agent, app, at, clear, contacts, now, start } from '../../../test/support/suites/tracker.js';
import { BusinessClock } from '../../context/business-clock.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { Appointment } from './appointment.entity.js';

type Caller = typeof agent;
type Body = Partial<Record<keyof Appointment, unknown>>;

const base = '/v1/Appointments';
const planned = { ContactId: 1, EventTypeId: 2, StartDate: '2026-05-04T15:00:00Z' };
const add = (body: Body = {}, who: Caller = agent) =>
  app.http
    .post(base)
    .set(who)
    .send({ ...planned, ...body });
const change = (id: number, body: Body, who: Caller = agent) => app.http.put(`${base}/${id}`).set(who).send(body);
const read = (id: number, who: Caller = agent) => app.http.get(`${base}/${id}`).set(who);
const remove = (id: number, who: Caller = agent) => app.http.delete(`${base}/${id}`).set(who);
const added = async (body: Body = {}, who: Caller = agent): Promise<number> =>
  (await add(body, who).expect(200)).body.Appointments[0].AppointmentId as number;
const list = async (range: string, who: Caller = agent): Promise<number[]> =>
  ((await app.http.get(`${base}/${range}`).set(who).expect(200)).body.Appointments as Appointment[]).map(
    ({ AppointmentId }) => AppointmentId,
  );
const activities = (): Promise<{ ActivityId: number; AgentId: number; StartDate: string; Note: string }[]> =>
  app.db.all(sql`SELECT * FROM activities`);
const lastContact = async (id: number): Promise<string | null> =>
  (await app.db.one<{ LastContact: string | null }>(
    sql`SELECT c.LastContact AS LastContact FROM contacts c WHERE c.ContactId = ${id}`,
  ))!.LastContact;
const execute = (query: ReturnType<typeof sql>) => app.db.tx(() => app.db.execute(query));

let other: Caller;
beforeAll(async () => {
  await start();
  other = await app.as('Agent', 3);
  await store(app, 'Agent', [{ AgentId: 4, AgentName: 'Left', Upline1: 1, AgentStatus: 'Inactive' }]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await execute(sql`DELETE FROM appointments`);
  await execute(sql`DELETE FROM contact_transfers`);
  await clear();
  await contacts(
    { ContactId: 1, AgentId: 1, Name: 'Ada Lovelace' },
    { ContactId: 2, AgentId: 2, Name: 'Ben Below' },
    { ContactId: 3, AgentId: 3, Name: 'Cara Other', DoNotContact: true },
    { ContactId: 4, AgentId: 1, Locked: true, LockedByAgentId: 3, LockedTimestamp: now },
    { ContactId: 5, AgentId: 1, Deleted: true },
  );
});
afterEach(() => jest.restoreAllMocks());

const unsetGuid = '0'.repeat(32);

describe('POST /v1/Appointments', () => {
  it("makes an appointment of the caller's agent, which lasts an hour by default", async () => {
    const { body } = await add({ Place: 'Room 12', Note: 'Bring forms 🎈' }).expect(200);
    expect(body.Appointments).toEqual([
      {
        ...{ AppointmentId: expect.any(Number), ContactId: 1, ContactName: 'Ada Lovelace', AgentId: 1, EventTypeId: 2 },
        ...{ StartDate: '2026-05-04T15:00:00.0000000Z', EndDate: '2026-05-04T16:00:00.0000000Z' },
        ...{ Place: 'Room 12', Note: 'Bring forms 🎈', Status: 'Planned' },
        ...{ AgentName: 'Own', EventTypeName: 'Meeting', LineName: '', LocationName: '', Code: '', BookedBy: '' },
        ...{ LineId: unsetGuid, LocationId: unsetGuid, CheckInId: unsetGuid, Overbooked: false },
        ArrivedTime: '0001-01-01T00:00:00.0000000',
      },
    ]);
    expect(body.ResponseStatus.Meta).toEqual({});
    expect((await read(body.Appointments[0].AppointmentId).expect(200)).body.Appointments).toEqual(body.Appointments);
    expect(await activities()).toEqual([]);
  });

  it('reports all invalid fields of an appointment at once', async () => {
    expect(fieldErrors(await app.http.post(base).set(agent).send({}).expect(400))).toEqual([
      'ContactId NotNull',
      'EventTypeId NotNull',
      'StartDate NotEmpty',
    ]);
    expect(fieldErrors(await add({ EndDate: '2026-05-04T14:59:59Z', AppointmentId: 7 }).expect(400))).toEqual([
      'AppointmentId Invalid',
      'EndDate GreaterThanOrEqual',
    ]);
    expect(fieldErrors(await add({ EndDate: '2026-06-05T15:00:00Z' }).expect(400))).toEqual([
      'EndDate InclusiveBetween',
    ]);
    expect(fieldErrors(await add({ Status: 'Open', Place: 'x'.repeat(201) }).expect(400))).toEqual([
      'Place Length',
      'Status Enum',
    ]);
    expect(fieldErrors(await add({ EventTypeId: 3 }).expect(400))).toEqual(['EventTypeId Unknown']);
    expect(fieldErrors(await add({}, admin).expect(400))).toEqual(['AgentId NotNull']);
    expect(fieldErrors(await app.http.post(base).set(agent).send({ Plase: '' }).expect(400))).toContain(
      'Plase Unknown',
    );
  });

  it('refuses inactive agents, agents out of scope, and contacts with whom no activity is allowed', async () => {
    await add({ AgentId: 2, ContactId: 2 }).expect(200);
    for (const foreign of [{ AgentId: 3 }, { ContactId: 3 }])
      expect((await add(foreign).expect(403)).body.ResponseStatus.Meta).toMatchObject({ Reason: 'Scope' });
    await add({ AgentId: 4 }).expect(409);
    await store(app, 'ContactShare', [{ ContactId: 3, AgentId: 1 }]);
    await add({ ContactId: 3 }).expect(200);
    await add({ ContactId: 3, EventTypeId: 1 }).expect(409);
    await add({ ContactId: 4 }).expect(409);
    await add({ ContactId: 5 }).expect(404);
    expect(fieldErrors(await add({ ContactId: 99 }).expect(404))).toEqual(['ContactId Unknown']);
    await add({ AgentId: 3, ContactId: 3 }, admin).expect(200);
    const worker = await add({}, await app.as('Worker')).expect(403);
    expect(worker.body.ResponseStatus.Meta).toMatchObject({ Reason: 'Role' });
  });

  it("Meta.Overlaps lists the agent's other planned appointments at the same time", async () => {
    const first = await added();
    const meta = async (body: Body): Promise<unknown> => (await add(body).expect(200)).body.ResponseStatus.Meta;
    expect(await meta({ StartDate: '2026-05-04T16:00:00Z' })).toEqual({});
    expect(await meta({ StartDate: '2026-05-04T14:00:00Z' })).toEqual({});
    expect(await meta({ StartDate: '2026-05-04T15:30:00Z', AgentId: 2, ContactId: 2 })).toEqual({});
    expect(await meta({ StartDate: '2026-05-04T15:30:00Z', Status: 'Cancelled' })).toEqual({});
    expect(await meta({ StartDate: '2026-05-04T14:30:00Z', EndDate: '2026-05-04T15:00:01Z' })).toEqual({
      Overlaps: expect.stringMatching(new RegExp(`^\\d+,${first}$`)),
    });
    await change(first, { Status: 'Missed' }).expect(200);
    expect(await meta({ StartDate: '2026-05-04T15:10:00Z', EndDate: '2026-05-04T15:20:00Z' })).toEqual({});
  });

  it('reports the overlap of two concurrently added appointments to exactly one of the calls', async () => {
    const both = await Promise.all([add().expect(200), add({ ContactId: 2 }).expect(200)]);
    expect(both.filter(({ body }) => body.ResponseStatus.Meta.Overlaps !== undefined)).toHaveLength(1);
  });

  it('adds one appointment for two calls with the same Idempotency-Key', async () => {
    const send = () => add().set('Idempotency-Key', 'appointment-1').expect(200);
    expect((await send()).body).toEqual((await send()).body);
    expect(await list('2026-05-04/2026-05-04')).toHaveLength(1);
  });
});

describe('GET /v1/Appointments/{From}/{To}', () => {
  it('lists the appointments that are wholly or partly in the range, by StartDate', async () => {
    const late = await added({ StartDate: '2026-05-05T10:00:00Z' });
    const long = await added({ StartDate: '2026-05-03T10:00:00Z', EndDate: '2026-05-05T00:00:00Z' });
    const early = await added({ StartDate: '2026-05-04T00:00:00Z', EndDate: '2026-05-04T00:00:00Z' });
    expect(await list('2026-05-04/2026-05-05')).toEqual([long, early, late]);
    expect(await list('2026-05-04/2026-05-04')).toEqual([long, early]);
    expect(await list('2026-05-05/2026-05-05')).toEqual([late]);
    expect(await list('2026-05-05T10:00:00/2026-05-05T10:00:00')).toEqual([late]);
    expect(await list('2026-05-01/2026-05-02')).toEqual([]);
  });

  it('refuses a range of more than 366 days, and a range that ends before its start', async () => {
    const refused = async (range: string) => fieldErrors(await app.http.get(`${base}/${range}`).set(agent).expect(400));
    await list('2024-01-01/2024-12-31');
    expect(await refused('2024-01-01/2025-01-02')).toEqual(['To InclusiveBetween']);
    expect(await refused('2024-01-02/2024-01-01')).toEqual(['To GreaterThanOrEqual']);
    expect(await refused('2024-01-02/soon')).toEqual(['To Invalid']);
    expect(await refused('2024-01-01/2025-01-02?ContactId=')).toEqual(['To InclusiveBetween']);
  });

  it('lists the appointments with one contact in a range of any length', async () => {
    const old = await added({ StartDate: '2020-05-05T10:00:00Z', Status: 'Done' });
    const ahead = await added({ StartDate: '2027-05-05T10:00:00Z' });
    await added({ StartDate: '2026-05-05T10:00:00Z', ContactId: 2 });
    expect(await list('2000-01-01/2100-01-01?ContactId=1')).toEqual([old, ahead]);
    expect(await list('2000-01-01/2100-01-01?ContactId=3')).toEqual([]);
    const reversed = await app.http.get(`${base}/2026-01-02/2026-01-01?ContactId=1`).set(agent).expect(400);
    expect(fieldErrors(reversed)).toEqual(['To GreaterThanOrEqual']);
  });

  it('filters and sorts appointments by the names of the contact, the agent and the type', async () => {
    const own = await added();
    const below = await added({ AgentId: 2, ContactId: 2, EventTypeId: 1 });
    const range = '2026-05-04/2026-05-04';
    expect(await list(`${range}?AgentNameStartsWith=ow`)).toEqual([own]);
    expect(await list(`${range}?EventTypeName=Meeting&ContactNameContains=ada`)).toEqual([own]);
    expect(await list(`${range}?orderByDesc=ContactName`)).toEqual([below, own]);
  });

  it("lists the appointments of the caller's agent and downline, and all for an Administrator", async () => {
    const own = await added();
    const below = await added({ AgentId: 2, ContactId: 2 });
    const foreign = await added({ AgentId: 3, ContactId: 3 }, admin);
    const range = '2026-05-04/2026-05-04';
    expect(await list(range)).toEqual([own, below]);
    expect(await list(`${range}?AgentId=3`)).toEqual([]);
    expect(await list(range, other)).toEqual([foreign]);
    expect(await list(range, admin)).toEqual([own, below, foreign]);
    expect(await list(range, await app.as('Agent'))).toEqual([]);
    for (const call of [read(foreign), change(foreign, { Place: 'x' }), remove(foreign)]) await call.expect(403);
    await read(99).expect(404);
    await change(99, {}).expect(404);
    await remove(99).expect(404);
  });

  it('filters appointments by any field except Note, and finds past ones that are still planned', async () => {
    const past = await added({ StartDate: at('2026-04-20') });
    const done = await added({ StartDate: at('2026-04-21'), Status: 'Done' });
    const ahead = await added({ Place: 'Room 12' });
    const range = '2026-04-01/2026-06-01';
    expect(await list(`${range}?Status=Planned&StartDateLessThanOrEqualTo=${now}`)).toEqual([past]);
    expect(await list(`${range}?StatusIn=Done,Missed`)).toEqual([done]);
    expect(await list(`${range}?PlaceContains=ROOM`)).toEqual([ahead]);
    expect(await list(`${range}?ContactNameStartsWith=ada&orderByDesc=StartDate&take=1`)).toEqual([ahead]);
    await app.http.get(`${base}/${range}?NoteContains=x`).set(agent).expect(400);
    expect((await read(past).expect(200)).body.Appointments[0].Status).toBe('Planned');
  });

  it('hides the name of a contact that the caller can no longer see', async () => {
    const id = await added();
    await execute(sql`UPDATE contacts SET AgentId = 3 WHERE ContactId = 1`);
    expect((await read(id).expect(200)).body.Appointments[0].ContactName).toBe('');
    expect((await read(id, admin).expect(200)).body.Appointments[0].ContactName).toBe('Ada Lovelace');
    expect(await list('2026-05-04/2026-05-04?ContactNameContains=Ada')).toEqual([]);
  });

  it('answers appointments as CSV', async () => {
    await added({ Note: '=1+1' });
    const { text } = await app.http.get(`${base}/2026-05-04/2026-05-04.csv`).set(agent).expect(200);
    expect(text.split('\r\n')[0]).toBe(
      'AppointmentId,ContactId,ContactName,AgentId,EventTypeId,StartDate,EndDate,Place,Note,Status,' +
        'AgentName,EventTypeName,LineId,LineName,LocationId,LocationName,Code,BookedBy,ArrivedTime,CheckInId,' +
        'Overbooked',
    );
    expect(text).toContain(",'=1+1,Planned,Own,Meeting,,,,,,,,,false\r\n");
  });
});

describe('in America/Denver', () => {
  it.each([
    ['2026-03-08', '2026-03-08T07:00:00', '2026-03-09T05:59:59', '2026-03-09T06:00:00'],
    ['2026-11-01', '2026-11-01T06:00:00', '2026-11-02T06:59:59', '2026-11-02T07:00:00'],
  ])(
    'reads a date without a time as the whole local day, also if the clocks change on %s',
    async (day, first, last, next) => {
      const { startApp } = await import('../../../test/support/app/app.js');
      const denver = await startApp({ TIME_ZONE: 'America/Denver' });
      const token = await denver.as('Administrator');
      await store(denver, 'Agent', [{ AgentId: 1, AgentName: 'Own' }]);
      await store(denver, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
      await store(denver, 'Contact', [{ ContactId: 1, AgentId: 1, Name: 'Ada' }]);
      const rows = [first, last, next].map((StartDate, index) => ({
        ...{ AppointmentId: index + 1, ContactId: 1, AgentId: 1, EventTypeId: 2, Status: 'Planned' },
        ...{ StartDate: `${StartDate}.0000000`, EndDate: `${StartDate}.0000000` },
      }));
      await store(denver, 'Appointment', rows);
      const { body } = await denver.http.get(`${base}/${day}/${day}`).set(token).expect(200);
      expect(body.Appointments.map(({ AppointmentId }: Appointment) => AppointmentId)).toEqual([1, 2]);
      await denver.close();
    },
  );
});

describe('PUT /v1/Appointments/{AppointmentId}', () => {
  it('changes the sent fields, and moves EndDate too if only StartDate is sent', async () => {
    const id = await added({ EndDate: '2026-05-04T15:30:00Z', Note: 'one' });
    const moved = { StartDate: '2026-05-06T15:00:00.0000000Z', EndDate: '2026-05-06T15:30:00.0000000Z' };
    const { body } = await change(id, { StartDate: moved.StartDate }).expect(200);
    expect(body.Appointments).toMatchObject([{ ...moved, Note: 'one', Status: 'Planned' }]);
    await change(id, { ...body.Appointments[0], Place: 'Room 14', Note: '' }).expect(200);
    expect((await read(id)).body.Appointments).toMatchObject([{ ...moved, Place: 'Room 14', Note: '' }]);
    await change(id, { EndDate: '2026-05-06T14:00:00Z' }).expect(400);
    await change(id, { AgentId: 3 }).expect(403);
    await change(id, { AgentId: 4 }).expect(409);
    await change(id, { ContactId: 3 }).expect(403);
    await change(id, { EventTypeId: 3 }).expect(400);
    await change(id, { AgentId: 2, ContactId: 2, EventTypeId: 4 }).expect(200);
  });

  it('Status Done logs an activity with the note once, and raises LastContact', async () => {
    const id = await added({ StartDate: at('2026-04-29'), Note: 'Agreed' });
    const done = () => change(id, { Status: 'Done' }).expect(200);
    const answers = await Promise.all([done(), done(), done()]);
    for (const { body } of answers) expect(body.Appointments).toMatchObject([{ Status: 'Done' }]);
    expect(await activities()).toMatchObject([{ AgentId: 1, StartDate: at('2026-04-29') }]);
    expect(await lastContact(1)).toBe(at('2026-04-29'));
    const { body } = await app.http.get('/v1/Contacts/1/Activities').set(agent).expect(200);
    expect(body.Activities).toMatchObject([
      { EventTypeId: 2, Note: 'Agreed', EndDate: '2026-04-29T10:00:00.0000000Z' },
    ]);
  });

  it('Status Done adds no activity if the same activity is already logged', async () => {
    const activity = { EventTypeId: 2, StartDate: at('2026-04-29') };
    await app.http.post('/v1/Contacts/1/Activities').set(agent).send(activity).expect(200);
    await added({ StartDate: at('2026-04-29'), Status: 'Done' });
    expect(await activities()).toHaveLength(1);
  });

  it('Status Done moves a future appointment to now', async () => {
    const id = await added();
    const { body } = await change(id, { Status: 'Done' }).expect(200);
    expect(body.Appointments).toMatchObject([{ StartDate: `${now}Z`, EndDate: '2026-04-30T13:00:00.0000000Z' }]);
    expect(await lastContact(1)).toBe(now);
    expect(await app.db.all(sql`SELECT ActivityId FROM due_activities`)).toEqual([]);
  });

  it('Status Done logs the activity for the agent of the appointment, even if another user sends it', async () => {
    const id = await added({ AgentId: 2, ContactId: 2, StartDate: at('2026-04-29') });
    await change(id, { Status: 'Done' }, admin).expect(200);
    expect(await activities()).toMatchObject([{ AgentId: 2 }]);
  });

  it('refuses Status Done and changes nothing if the activity is not allowed', async () => {
    const id = await added({ StartDate: at('2026-04-29') });
    await execute(sql`UPDATE contacts SET Locked = 1, LockedByAgentId = 3, LockedTimestamp = ${now}
      WHERE ContactId = 1`);
    await change(id, { Status: 'Done', Place: 'x' }).expect(409);
    await execute(sql`UPDATE contacts SET Locked = 0, Deleted = 1 WHERE ContactId = 1`);
    await change(id, { Status: 'Done', Place: 'x' }).expect(404);
    expect((await read(id)).body.Appointments).toMatchObject([{ Status: 'Planned', Place: '' }]);
    await change(id, { Status: 'Cancelled' }).expect(200);
    expect(await activities()).toEqual([]);
  });

  it('refuses to change a Done appointment, except its Place and Note', async () => {
    const id = await added({ StartDate: at('2026-04-29'), Status: 'Done' });
    for (const body of [{ Status: 'Planned' }, { StartDate: at('2026-04-28') }, { ContactId: 2 }, { EventTypeId: 4 }])
      await change(id, body).expect(409);
    const { body } = await change(id, { Place: 'Room 14', Note: 'Signed' }).expect(200);
    await change(id, body.Appointments[0]).expect(200);
    expect(await activities()).toHaveLength(1);
  });

  it('allows every change of Status between Planned, Cancelled and Missed', async () => {
    const id = await added();
    for (const Status of ['Cancelled', 'Planned', 'Missed', 'Cancelled', 'Missed', 'Planned'])
      expect((await change(id, { Status }).expect(200)).body.Appointments).toMatchObject([{ Status }]);
  });

  it('keeps both of two concurrent changes of different fields of an appointment, and checks If-Match', async () => {
    const id = await added();
    const { headers } = await read(id);
    await Promise.all([change(id, { Place: 'a' }).expect(200), change(id, { Note: 'b' }).expect(200)]);
    expect((await read(id)).body.Appointments).toMatchObject([{ Place: 'a', Note: 'b' }]);
    await change(id, { Place: 'c' }).set('If-Match', headers.etag).expect(412);
    const current = (await read(id)).headers.etag;
    await app.http
      .get(`${base}/${id}`)
      .set({ ...agent, 'If-None-Match': current })
      .expect(304);
    const { headers: after } = await change(id, { Place: 'c' }).set('If-Match', current).expect(200);
    await remove(id).set('If-Match', after.etag).expect(200);
  });
});

describe('a transferred contact', () => {
  const transfer = (to: number) =>
    app.http
      .post('/v1/Contacts/Transfer')
      .set(admin)
      .send({ agent: { AgentId: to }, Contacts: [{ ContactId: 1 }] });
  const reassign = (AgentId: number) => app.http.put('/v1/Contacts/1').set(admin).send({ AgentId });
  const importOwner = (AgentId: number) =>
    app.http.post('/v1/Sets/contacts').set(admin).type('text/csv').send(`ContactId,AgentId\n1,${AgentId}`);

  it.each([
    ['a transfer', transfer],
    ['a change of its owner', reassign],
    ['an import', importOwner],
  ])('takes its planned appointments along to the new owner, who sees them as overlaps: %s', async (_case, give) => {
    const ahead = await added();
    const past = await added({ StartDate: '2026-04-01T09:00:00Z' });
    const cancelled = await added({ Status: 'Cancelled' });
    const withAnother = await added({ AgentId: 2 });
    await give(3).expect(200);
    const agents = await app.db.all(sql`SELECT p.AppointmentId AS Id, p.AgentId AS Agent FROM appointments p
      ORDER BY p.AppointmentId`);
    expect(agents).toEqual([
      { Id: ahead, Agent: 3 },
      { Id: past, Agent: 3 },
      { Id: cancelled, Agent: 1 },
      { Id: withAnother, Agent: 2 },
    ]);
    await read(ahead, other).expect(200);
    await read(ahead).expect(403);
    const { body } = await add({ ContactId: 3 }, other).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ Overlaps: String(ahead) });
  });

  it('keeps its planned appointments if it gets no owner', async () => {
    const id = await added();
    await reassign(0).expect(200);
    expect((await read(id).expect(200)).body.Appointments).toMatchObject([{ AgentId: 1 }]);
  });
});

describe('DELETE /v1/Appointments/{AppointmentId}', () => {
  it('removes a Done appointment, and keeps its activity', async () => {
    const id = await added({ StartDate: at('2026-04-29'), Status: 'Done' });
    expect((await remove(id).expect(200)).body.Appointments).toMatchObject([{ AppointmentId: id, Status: 'Done' }]);
    await remove(id).expect(404);
    expect(await activities()).toHaveLength(1);
  });
});

it('stores the note of an appointment encrypted, and writes neither place nor note into the audit rows', async () => {
  const id = await added({ Place: 'At her house', Note: 'Plans to retire' });
  await change(id, { Note: 'Retires in June' }).expect(200);
  const entries = JSON.stringify(await app.db.all(sql`SELECT Changes FROM audit`));
  expect(entries).toContain('Appointment');
  expect(entries).not.toMatch(/retire|house|June/i);
  const [{ Note }] = await app.db.all<{ Note: string }>(sql`SELECT Note FROM appointments`);
  expect(app.get(FieldCipher).decrypt(Note, `appointments.Note:${id}`)).toBe('Retires in June');
  const { body } = await app.http.get(`/v1/Audit?Record=Appointment&RecordId=${id}`).set(admin).expect(200);
  expect(JSON.stringify(body.Audit)).toContain('Retires in June');
});

describe('the record set appointments', () => {
  const header = 'AppointmentId,ContactId,AgentId,EventTypeId,StartDate,EndDate,Note,Status';
  const send = (...lines: string[]) =>
    app.http
      .post('/v1/Sets/appointments')
      .set(admin)
      .type('text/csv')
      .send([header, ...lines, ''].join('\n'));
  const term = '2026-04-28T09:00:00,2026-04-28T10:00:00';

  it('imports its own export of appointments unchanged', async () => {
    expect((await send(`,1,1,2,${term},Word,`, `7,1,1,2,${term},,Missed`).expect(200)).body).toMatchObject({
      Inserted: 2,
    });
    const { text } = await app.http.get('/v1/Sets/appointments').set(admin).expect(200);
    expect(text).toContain(',Word,Planned');
    const again = await app.http.post('/v1/Sets/appointments').set(admin).type('text/csv').send(text).expect(200);
    expect(again.body).toMatchObject({ Read: 2, Unchanged: 2 });
  });

  it('an imported Done appointment logs its activity, unless that activity is already stored', async () => {
    await send(`7,1,1,2,${term},Word,Done`, `,2,2,2,${term},,Done`).expect(200);
    expect(await activities()).toMatchObject([{ StartDate: at('2026-04-28') }, { AgentId: 2 }]);
    expect(await lastContact(1)).toBe(at('2026-04-28'));
    await send(`7,1,1,2,${term},Word,Done`, `8,1,1,2,${term},Word,Done`).expect(200);
    expect(await activities()).toHaveLength(2);
  });

  it('refuses imported appointments that a POST would refuse', async () => {
    const field = async (line: string): Promise<unknown> =>
      (await send(line).expect(400)).body.ResponseStatus.Errors[0].FieldName;
    expect(await field(`7,1,1,2,2026-04-28T09:00:00,2026-04-28T08:00:00,,`)).toBe('line 2.EndDate');
    expect(await field(`,1,4,2,${term},,`)).toBe('line 2');
    expect(await field(`7,3,3,1,${term},,Done`)).toBe('line 2');
    expect(await field(`7,1,1,2,${term},,Open`)).toBe('line 2.Status');
    await send(`7,1,1,2,${term},,`).expect(200);
    expect(await field(`7,1,4,2,${term},,`)).toBe('line 2');
    await send(`8,1,4,2,${term},,`).expect(200);
  });
});

it('a past appointment raises LastContact only if it is Done', async () => {
  await added({ StartDate: '2026-04-30T13:00:00Z' });
  jest.spyOn(app.get(BusinessClock), 'now').mockReturnValue('2026-05-02T00:00:00.0000000');
  await app.http.get('/v1/ActivityTracker/All').set(agent).expect(200);
  expect(await lastContact(1)).toBeNull();
});
