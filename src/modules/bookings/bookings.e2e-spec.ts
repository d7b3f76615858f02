import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { agent, guidOf, line, newCustomer, north, seedVisits, south } from '../../../test/support/data/visits.js';

type Authorization = Record<'Authorization', string>;

/** Monday, 09:00 in Denver. */
const CLOCK = '2027-03-01T16:00:00Z';
const settings = { CLOCK, TIME_ZONE: 'America/Denver', REQUEST_DEADLINE: '20' };
const weekdays = [1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, From: '09:00', To: '17:00' }));
/** 10:00 in Denver on the Tuesday. */
const ten = '2027-03-02T17:00:00.0000000Z';
const at = (time: string, day = '2027-03-02'): string => `${day}T${time}:00.0000000Z`;

let app: TestApp;
let other: TestApp;
let admin: Authorization;
let rosa: Authorization;

beforeAll(async () => {
  app = await startApp(settings);
  await seedVisits(app);
  await store(app, 'EventType', [
    // A category counts in any letter case.
    { EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'outreach' },
    { EventTypeId: 2, EventTypeName: 'Visit', EventCategory: 'Service' },
  ]);
  other = await startApp({ ...settings, DATABASE_URL: app.database });
  admin = await app.as('Administrator');
  await grantAtDesk(app);
  rosa = (await receptionistAt(app, north)).credentials;
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of [sql`messages`, sql`booking_holds`, sql`appointments`, sql`special_days`, sql`booking_rules`])
      await app.db.execute(sql`DELETE FROM ${table}`);
  });
  await change(`/v1/Locations/${north}`, { OpeningHours: weekdays, BookingPlaces: 0, Active: true }).expect(200);
  await change(`/v1/Lines/${line.a}/BookingRule`, { Places: 1, AgentId: agent.own }).expect(200);
});

const change = (path: string, body: object, caller = admin) => app.http.put(path).set(caller).send(body);
const add = (body: object, caller = rosa, of = app) => of.http.post('/v1/Bookings').set(caller).send(body);
const book = (body: object = {}, caller = rosa, of = app) =>
  add({ LineId: line.a, StartDate: ten, CustomerId: newCustomer(), ...body }, caller, of);
const booked = async (body: object = {}) => (await book(body).expect(200)).body.Bookings[0];
const bookingOf = async (AppointmentId: number) =>
  (await app.http.get(`/v1/Bookings/${AppointmentId}`).set(admin).expect(200)).body.Bookings[0];
const free = async (from: string, to = from, caller = rosa): Promise<string[]> => {
  const { body } = await app.http.get(`/v1/Bookings/Free/${line.a}/${from}/${to}`).set(caller).expect(200);
  return body.FreeTimes.map(({ StartDate, Places }: { StartDate: string; Places: number }) =>
    [StartDate.slice(5, 16), Places].join(' '),
  );
};
const messages = async (): Promise<string[]> => {
  const rows = await app.db.all<{ Kind: string }>(sql`SELECT m.Kind AS Kind FROM messages m ORDER BY m.MessageId`);
  return rows.map(({ Kind }) => Kind);
};

describe('setting up', () => {
  it('a line has the default rule until an Administrator changes it', async () => {
    const path = `/v1/Lines/${line.b}/BookingRule`;
    const { body } = await app.http.get(path).set(rosa).expect(200);
    expect(body.BookingRules).toEqual([
      {
        ...{ LineId: line.b, Bookable: false, Places: 1, Hours: [], EventTypeId: 2, AgentId: null },
        ...{ NoticeMinutes: 120, DaysAhead: 60, LateMinutes: 10, Instructions: '' },
      },
    ]);
    await change(path, { Bookable: true }, rosa).expect(403);
    expect((await change(path, { Bookable: true }).expect(200)).body.BookingRules[0]).toMatchObject({
      ...{ Bookable: true, Places: 1, EventTypeId: 2 },
    });
    await app.http.get(`/v1/Lines/${line.far}/BookingRule`).set(rosa).expect(403);
    await app.http
      .get(`/v1/Lines/${guidOf(999)}/BookingRule`)
      .set(admin)
      .expect(404);
  });

  it('refuses wrong hours, types and agents of a rule', async () => {
    const path = `/v1/Lines/${line.a}/BookingRule`;
    const refused = async (body: object) => fieldErrors(await change(path, body).expect(400));
    const hours = { Weekday: 1, From: '09:00', To: '12:00', Places: 1 };
    expect(await refused({ Hours: [hours, { ...hours, From: '11:00' }] })).toEqual(['Hours[1].From Invalid']);
    expect(await refused({ Hours: [{ ...hours, To: '12:10' }] })).toEqual(['Hours[0].To Invalid']);
    expect(await refused({ EventTypeId: 1 })).toEqual(['EventTypeId Invalid']);
    expect(await refused({ Places: 51, NoticeMinutes: -1, DaysAhead: 0, LateMinutes: 241 })).toHaveLength(4);
    await change(path, { AgentId: agent.gone }).expect(409);
  });

  it('refuses opening hours that overlap or are no quarter-hours', async () => {
    const refused = async (...OpeningHours: object[]) =>
      fieldErrors(await change(`/v1/Locations/${north}`, { OpeningHours }).expect(400));
    expect(await refused({ Weekday: 1, From: '09:00', To: '09:00' })).toEqual(['OpeningHours[0].To Invalid']);
    expect(await refused({ Weekday: 8, From: '9', To: '25:00' })).toContain('OpeningHours[0].Weekday InclusiveBetween');
  });

  it('a change of the hours moves and cancels nothing, and counts the bookings that it shuts out', async () => {
    const { AppointmentId } = await booked();
    const { body } = await change(`/v1/Locations/${north}`, { OpeningHours: weekdays.slice(2) }).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ Bookings: '1' });
    const read = await app.http.get(`/v1/Bookings/${AppointmentId}`).set(rosa).expect(200);
    expect(read.body.Bookings[0]).toMatchObject({ Status: 'Planned', StartDate: ten, Outside: true });
    const closed = await change(`/v1/Lines/${line.a}`, { Active: false }).expect(200);
    expect(closed.body.ResponseStatus.Meta).toEqual({ Bookings: '1' });
    expect(fieldErrors(await book({ Overbook: true }).expect(400))).toEqual(['LineId Unknown']);
    await change(`/v1/Lines/${line.a}`, { Active: true }).expect(200);
  });

  it('a location that becomes inactive takes no new bookings, and keeps those ahead', async () => {
    const { AppointmentId } = await booked();
    const closed = await change(`/v1/Locations/${north}`, { Active: false }).expect(200);
    expect(closed.body.ResponseStatus.Meta).toEqual({ Bookings: '1' });
    expect(fieldErrors(await book({ StartDate: at('18:00'), Overbook: true }).expect(400))).toEqual(['LineId Unknown']);
    expect(await bookingOf(AppointmentId)).toMatchObject({ Status: 'Planned', StartDate: ten, Outside: true });
  });
});

describe('special days', () => {
  const days = '/v1/SpecialDays';
  const holiday = { FirstDay: '2027-03-02', LastDay: '2027-03-02', Name: 'Founders' };
  const saturday = { FirstDay: '2027-03-06', LastDay: '2027-03-06', From: '09:00', To: '12:00', Name: 'Open day' };
  const post = (body: object, caller = admin) => app.http.post(days).set(caller).send(body);
  const pathOf = ({ body }: { body: { SpecialDays: { SpecialDayId: number }[] } }): string =>
    `${days}/${body.SpecialDays[0].SpecialDayId}`;
  const metaOf = ({ body }: { body: { ResponseStatus: { Meta: object } } }): object => body.ResponseStatus.Meta;

  it('a holiday of all offices is entered once, and cancels nothing unannounced', async () => {
    await booked();
    const { body } = await post(holiday).expect(200);
    expect(body.SpecialDays).toMatchObject([{ Name: 'Founders', From: '', To: '' }]);
    expect(body.Bookings).toEqual([]);
    expect(body.ResponseStatus.Meta).toEqual({ Bookings: '1' });
    expect(await free('2027-03-02')).toEqual([]);
    expect(await messages()).toEqual(['AppointmentMade']);
    expect((await app.http.get(days).set(rosa).expect(200)).body.SpecialDays).toHaveLength(1);
    await post(holiday, rosa).expect(403);
  });

  it('lists with dryRun the bookings that it would cancel, and cancels them with a message each', async () => {
    const { AppointmentId } = await booked();
    await booked({ StartDate: at('17:00', '2027-03-03') });
    const sent = { ...holiday, CancelBookings: true };
    const dry = await post({ ...sent, dryRun: true }).expect(200);
    expect(dry.body.Bookings).toMatchObject([{ AppointmentId, Status: 'Planned' }]);
    expect((await app.http.get(days).set(admin).expect(200)).body.SpecialDays).toEqual([]);
    const { body } = await post(sent).expect(200);
    expect(body.Bookings).toMatchObject([{ AppointmentId, Status: 'Cancelled' }]);
    expect(body.ResponseStatus.Meta).toEqual({});
    expect(await messages()).toEqual(['AppointmentMade', 'AppointmentMade', 'AppointmentCancelled']);
  });

  it('cancels only what the day shuts out, and not a booking that was Outside before', async () => {
    const { AppointmentId } = await booked();
    const evening = await booked({ StartDate: at('03:00', '2027-03-03'), Overbook: true });
    const longer = { ...holiday, From: '09:00', To: '18:00', CancelBookings: true };
    const lengthened = await post(longer).expect(200);
    expect(lengthened.body.Bookings).toEqual([]);
    expect(metaOf(lengthened)).toEqual({ Bookings: '1' });
    await app.http.delete(pathOf(lengthened)).set(admin).expect(200);
    const dry = await post({ ...holiday, CancelBookings: true, dryRun: true }).expect(200);
    expect(dry.body.Bookings).toMatchObject([{ AppointmentId }]);
    expect(metaOf(dry)).toEqual({ Bookings: '2' });
    const { body } = await post({ ...holiday, CancelBookings: true }).expect(200);
    expect(body.Bookings).toMatchObject([{ AppointmentId, Status: 'Cancelled' }]);
    expect(body.ResponseStatus.Meta).toEqual({ Bookings: '1' });
    expect(await bookingOf(evening.AppointmentId)).toMatchObject({ Status: 'Planned', Outside: true });
  });

  it('a change cancels what its day shuts out, also what it shut out before, and with dryRun nothing', async () => {
    const { AppointmentId } = await booked();
    const path = pathOf(await post(holiday).expect(200));
    const dry = await change(path, { Name: 'Other', CancelBookings: true, dryRun: true }).expect(200);
    expect(dry.body.Bookings).toMatchObject([{ AppointmentId, Status: 'Planned' }]);
    expect(metaOf(dry)).toEqual({ Bookings: '1' });
    expect((await app.http.get(days).set(admin).expect(200)).body.SpecialDays).toMatchObject([{ Name: 'Founders' }]);
    const { body } = await change(path, { CancelBookings: true }).expect(200);
    expect(body.Bookings).toMatchObject([{ AppointmentId, Status: 'Cancelled' }]);
    expect(body.ResponseStatus.Meta).toEqual({});
    expect(await messages()).toEqual(['AppointmentMade', 'AppointmentCancelled']);
  });

  it('a day that is removed counts the bookings that only its hours gave', async () => {
    const path = pathOf(await post(saturday).expect(200));
    const { AppointmentId } = await booked({ StartDate: at('17:00', '2027-03-06') });
    expect(metaOf(await app.http.delete(path).set(admin).expect(200))).toEqual({ Bookings: '1' });
    expect(await bookingOf(AppointmentId)).toMatchObject({ Status: 'Planned', Outside: true });
  });

  it('a day that moves to another date or location counts and cancels what it leaves', async () => {
    const path = pathOf(await post({ ...saturday, LocationId: north }).expect(200));
    const { AppointmentId } = await booked({ StartDate: at('17:00', '2027-03-06') });
    const sunday = { FirstDay: '2027-03-07', LastDay: '2027-03-07', CancelBookings: true, dryRun: true };
    expect((await change(path, sunday).expect(200)).body.Bookings).toMatchObject([{ AppointmentId }]);
    expect(metaOf(await change(path, { LocationId: south }).expect(200))).toEqual({ Bookings: '1' });
    expect(metaOf(await change(path, { LocationId: north }).expect(200))).toEqual({});
    const { body } = await change(path, { LocationId: south, CancelBookings: true }).expect(200);
    expect(body.Bookings).toMatchObject([{ AppointmentId, Status: 'Cancelled' }]);
    expect(body.ResponseStatus.Meta).toEqual({});
  });

  it('a day of the location goes before one of all; two of one location that share a day are refused', async () => {
    await post(holiday).expect(200);
    await post({ ...holiday, LastDay: '2027-03-04' }).expect(409);
    const own = { ...holiday, LocationId: north, From: '10:00', To: '11:00' };
    const { body } = await post(own).expect(200);
    expect(await free('2027-03-02')).toEqual(['03-02T17:00 1', '03-02T17:15 1', '03-02T17:30 1']);
    await post(own).expect(409);
    const path = `${days}/${body.SpecialDays[0].SpecialDayId}`;
    expect(fieldErrors(await change(path, { From: '11:00' }).expect(400))).toEqual(['To Invalid']);
    await change(path, { From: '', To: '' }).expect(200);
    expect(await free('2027-03-02')).toEqual([]);
    await app.http.delete(path).set(admin).expect(200);
    await app.http.delete(path).set(admin).expect(404);
  });
});

describe('free times', () => {
  it('begin when the office opens, end when it closes, and leave out those that have begun', async () => {
    const today = await free('2027-03-01');
    expect([today[0], today.at(-1), today.length]).toEqual(['03-01T16:00 1', '03-01T23:30 1', 31]);
    expect(await free('2027-03-06', '2027-03-07')).toEqual([]);
    // The clocks go forward on Sunday 14 March: the office opens an hour earlier by UTC.
    expect((await free('2027-03-15'))[0]).toBe('03-15T15:00 1');
    const path = `/v1/Bookings/Free/${line.a}/2027-03-01`;
    expect(fieldErrors(await app.http.get(`${path}/2027-04-01`).set(rosa).expect(400))).toEqual([
      'To InclusiveBetween',
    ]);
  });

  it('count the bookings of the line and of all lines of the location, and open holds', async () => {
    await change(`/v1/Lines/${line.a}/BookingRule`, { Places: 2 }).expect(200);
    await booked();
    const around = async () => (await free('2027-03-02')).slice(2, 7);
    // A booking of the line takes 25 minutes, so two quarter-hours.
    expect(await around()).toEqual(['16:30 2', '16:45 1', '17:00 1', '17:15 1', '17:30 2'].map((t) => `03-02T${t}`));
    await change(`/v1/Locations/${north}`, { BookingPlaces: 1 }).expect(200);
    expect(await around()).toEqual(['16:30 1', '17:30 1', '17:45 1', '18:00 1', '18:15 1'].map((t) => `03-02T${t}`));
  });

  it('an unconfirmed hold counts as taken, and one that lapsed does not', async () => {
    const hold = (ExpiresAt: string, id: number) => ({
      ...{ TokenHash: String(id), FormId: guidOf(id), LineId: line.a, StartDate: ten.slice(0, -1) },
      ...{ EndDate: at('17:30').slice(0, -1), CreatedAt: CLOCK.slice(0, 19), ExpiresAt, Details: '{}' },
    });
    await store(app, 'BookingHold', [hold('2027-03-01T15:59:00.0000000', 1)]);
    expect(await free('2027-03-02')).toContain('03-02T17:00 1');
    await store(app, 'BookingHold', [hold('2027-03-01T16:01:00.0000000', 2)]);
    expect(await free('2027-03-02')).not.toContain('03-02T17:00 1');
    expect((await book().expect(409)).body.ResponseStatus.Meta.Next).toBe(
      [at('16:15'), at('16:30'), at('17:30')].join(','),
    );
  });
});

describe('bookings of staff', () => {
  it('a receptionist books for a customer, who gets a message', async () => {
    const CustomerId = newCustomer();
    const booking = await booked({ CustomerId, Note: 'Brings the policy' });
    expect(booking).toEqual({
      ...{
        AppointmentId: expect.any(Number),
        LineId: line.a,
        LineName: 'Advice',
        StartDate: ten,
        EndDate: at('17:30'),
      },
      ...{ CustomerId, CustomerName: '', PhoneEnding: '', Status: 'Planned', BookedBy: 'Staff', Ticket: '' },
      Code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/),
      ...{ ArrivedTime: '0001-01-01T00:00:00.0000000', CheckInId: '0'.repeat(32), Outside: false, Overbooked: false },
    });
    expect(await messages()).toEqual(['AppointmentMade']);
    const { body } = await app.http.get(`/v1/Appointments/${booking.AppointmentId}`).set(admin).expect(200);
    expect(body.Appointments).toMatchObject([
      { AgentId: agent.own, EventTypeId: 2, Place: 'North', Note: 'Brings the policy', LocationName: 'North' },
    ]);
    await app.http.get(`/v1/Appointments/${booking.AppointmentId}`).set(rosa).expect(403);
    const listed = await app.http.get(`/v1/Bookings/At/${north}/2027-03-02/2027-03-02`).set(rosa).expect(200);
    expect(listed.body.Bookings).toEqual([booking]);
    await app.http.get(`/v1/Bookings/At/${south}/2027-03-02/2027-03-02`).set(rosa).expect(403);
  });

  it('a new customer becomes a contact of the agent of the rule', async () => {
    const sent = { LineId: line.a, StartDate: ten };
    expect(fieldErrors(await add(sent).expect(400))).toEqual(['FirstName NotEmpty', 'LastName NotEmpty']);
    const person = { ...sent, FirstName: 'Rosa', LastName: 'Delgado', Email: 'rosa@example.org' };
    const { body } = await add(person, admin).expect(200);
    expect(body.Bookings[0]).toMatchObject({ CustomerName: 'Rosa Delgado', Status: 'Planned' });
    // As for every new contact, e-mail addresses are compared in any letter case.
    const again = await add({ ...person, Email: 'Rosa@Example.org', StartDate: at('18:00') }, admin).expect(200);
    const first = await app.db.one<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactGUID = ${body.Bookings[0].CustomerId}`);
    expect(again.body.ResponseStatus.Meta).toEqual({ PossibleDuplicates: String(first!.ContactId) });
    expect(again.body.Bookings[0].CustomerId).not.toBe(body.Bookings[0].CustomerId);
    await change(`/v1/Lines/${line.a}/BookingRule`, { AgentId: 0 });
    await app.db.tx(() => app.db.execute(sql`UPDATE booking_rules SET AgentId = NULL`));
    expect(fieldErrors(await add({ ...person, StartDate: at('19:00') }).expect(400))).toEqual(['LineId Invalid']);
  });

  it('refuses the past and what is no quarter-hour, also overbooked', async () => {
    for (const StartDate of [at('15:45', '2027-03-01'), at('17:05')])
      expect(fieldErrors(await book({ StartDate, Overbook: true }).expect(400))).toEqual(['StartDate Invalid']);
    expect(fieldErrors(await book({ CustomerId: guidOf(1) }).expect(400))).toEqual(['CustomerId Unknown']);
    expect(fieldErrors(await book({ LineId: line.closed }).expect(400))).toEqual(['LineId Unknown']);
    await book({ LineId: line.far }).expect(403);
  });

  it('staff are told before they overbook', async () => {
    await booked();
    const { body } = await book().expect(409);
    expect(body.ResponseStatus.Meta).toMatchObject({ Next: [at('16:15'), at('16:30'), at('17:30')].join(',') });
    const over = await book({ Overbook: true }).expect(200);
    expect(over.body.ResponseStatus.Meta).toEqual({ Overbooked: 'true' });
    expect(over.body.Bookings[0]).toMatchObject({ Overbooked: true, Outside: false });
    const night = await book({ StartDate: at('03:00'), Overbook: true }).expect(200);
    expect(night.body.Bookings[0]).toMatchObject({ Overbooked: true, Outside: true });
  });

  it('of any number who want the last place at once, on two instances, one gets it', async () => {
    const calls = [0, 1, 2, 3, 4, 5].map((at) => book({}, rosa, at % 2 === 0 ? app : other));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await app.db.all(sql`SELECT AppointmentId FROM appointments`)).toHaveLength(1);
  });

  it('a move is one change, which keeps Code, and is never two places or none', async () => {
    const { AppointmentId, Code } = await booked();
    const path = `/v1/Bookings/${AppointmentId}`;
    const moved = await change(path, { StartDate: at('17:15') }, rosa).expect(200);
    expect(moved.body.Bookings[0]).toMatchObject({ Code, StartDate: at('17:15'), EndDate: at('17:45') });
    expect(await messages()).toEqual(['AppointmentMade', 'AppointmentMoved']);
    await booked({ StartDate: at('18:00') });
    await change(path, { StartDate: at('18:00') }, rosa).expect(409);
    expect((await app.http.get(path).set(rosa)).body.Bookings[0].StartDate).toBe(at('17:15'));
    await book({ StartDate: at('17:15') }).expect(409);
  });

  it('a booking keeps its length, also if it moves while it is cancelled', async () => {
    const { AppointmentId } = await booked();
    const path = `/v1/Bookings/${AppointmentId}`;
    await change(path, { Status: 'Cancelled' }, rosa).expect(200);
    const moved = await change(path, { StartDate: at('19:00') }, rosa).expect(200);
    expect(moved.body.Bookings[0]).toMatchObject({ StartDate: at('19:00'), EndDate: at('19:30') });
  });

  it('a customer learns that another line of the location has the booking', async () => {
    await change(`/v1/Lines/${line.b}/BookingRule`, { AgentId: agent.own }).expect(200);
    const { AppointmentId } = await booked();
    await change(`/v1/Bookings/${AppointmentId}`, { LineId: line.b }, rosa).expect(200);
    expect(await messages()).toEqual(['AppointmentMade', 'AppointmentMoved']);
  });

  it('a change of a booking that another user has changed meanwhile is refused with If-Match', async () => {
    const { AppointmentId } = await booked();
    const path = `/v1/Bookings/${AppointmentId}`;
    const { headers } = await app.http.get(path).set(rosa).expect(200);
    await change(path, { StartDate: at('18:00') }, rosa)
      .set('If-Match', headers.etag)
      .expect(200);
    await change(path, { Status: 'Cancelled' }, rosa).set('If-Match', headers.etag).expect(412);
    expect((await app.http.get(path).set(rosa)).body.Bookings[0].Status).toBe('Planned');
  });

  it('a cancelled booking needs a place again', async () => {
    const { AppointmentId } = await booked();
    const path = `/v1/Bookings/${AppointmentId}`;
    await change(path, { Status: 'Cancelled' }, rosa).expect(200);
    const { AppointmentId: second } = await booked();
    await change(path, { Status: 'Planned' }, rosa).expect(409);
    await change(`/v1/Bookings/${second}`, { Status: 'Cancelled' }, rosa).expect(200);
    expect((await change(path, { Status: 'Planned' }, rosa).expect(200)).body.Bookings[0].Status).toBe('Planned');
  });

  it('one that has arrived is neither moved nor deleted', async () => {
    const { AppointmentId } = await booked();
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET CheckInId = ${guidOf(7)}`));
    const refused = await change(`/v1/Bookings/${AppointmentId}`, { StartDate: at('18:00') }, rosa).expect(409);
    expect(refused.body.ResponseStatus.Meta).toMatchObject({ CheckInId: guidOf(7) });
    await app.http.delete(`/v1/Appointments/${AppointmentId}`).set(admin).expect(409);
  });
});

describe('appointments with a line', () => {
  const base = '/v1/Appointments';
  const contactId = async (): Promise<number> => {
    const found = await app.db.one<{ ContactId: number }>(
      sql`SELECT ContactId FROM contacts WHERE ContactGUID = ${newCustomer()}`,
    );
    return found!.ContactId;
  };

  it('take a place like bookings, and end when the length of the line says so', async () => {
    const sent = { ContactId: await contactId(), LineId: line.a, StartDate: ten, EndDate: at('20:00') };
    const { body } = await app.http.post(base).set(admin).send(sent).expect(200);
    expect(body.Appointments[0]).toMatchObject({
      EndDate: at('17:30'),
      EventTypeId: 2,
      BookedBy: 'Staff',
      Place: 'North',
    });
    expect(body.ResponseStatus.Meta).toEqual({});
    await app.http.post(base).set(admin).send(sent).expect(409);
    await book().expect(409);
  });

  it('a plain appointment becomes a booking, and a booking a plain appointment', async () => {
    const plain = { ContactId: await contactId(), AgentId: agent.own, EventTypeId: 2, StartDate: ten };
    const { body } = await app.http.post(base).set(admin).send(plain).expect(200);
    const { AppointmentId } = body.Appointments[0];
    await app.http.get(`/v1/Bookings/${AppointmentId}`).set(admin).expect(404);
    const made = await change(`${base}/${AppointmentId}`, { LineId: line.a }).expect(200);
    expect(made.body.Appointments[0]).toMatchObject({ Code: expect.any(String), EndDate: at('17:30') });
    await book().expect(409);
    const unmade = await change(`${base}/${AppointmentId}`, { LineId: null }).expect(200);
    expect(unmade.body.Appointments[0]).toMatchObject({ Code: '', BookedBy: '', LineName: '' });
    await book().expect(200);
  });

  it.each(['/v1/Appointments', '/v1/Bookings'])(
    'Status Done of a booking ahead keeps its time and logs its activity once, even if the customer is there: PUT %s',
    async (path) => {
      const { AppointmentId } = await booked({ Note: 'Came early' });
      await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET CheckInId = ${guidOf(7)}`));
      for (let sent = 0; sent < 2; sent++)
        await change(`${path}/${AppointmentId}`, { Status: 'Done', Note: 'Signed' }, admin).expect(200);
      const { body } = await app.http.get(`${base}/${AppointmentId}`).set(admin).expect(200);
      expect(body.Appointments).toMatchObject([{ Status: 'Done', StartDate: ten, EndDate: at('17:30') }]);
      const logged = await app.db.all(sql`SELECT a.StartDate AS StartDate, a.EndDate AS EndDate FROM activities a
        JOIN appointments p ON p.ActivityId = a.ActivityId WHERE p.AppointmentId = ${AppointmentId}`);
      const now = at('16:00', '2027-03-01').slice(0, -1);
      expect(logged).toEqual([{ StartDate: now, EndDate: now }]);
      expect(await messages()).toEqual(['AppointmentMade']);
    },
  );

  it.each(['/v1/Appointments', '/v1/Bookings'])(
    'Status Done of a booking only warns if its activity is refused: PUT %s',
    async (path) => {
      const { AppointmentId } = await booked();
      await app.db.tx(() => app.db.execute(sql`UPDATE event_types SET IsActive = 0 WHERE EventTypeId = 2`));
      try {
        const { body } = await change(`${path}/${AppointmentId}`, { Status: 'Done' }, admin).expect(200);
        expect(body.ResponseStatus.Meta.Warnings).toContain(`Booking ${AppointmentId} is Done without an activity`);
      } finally {
        await app.db.tx(() => app.db.execute(sql`UPDATE event_types SET IsActive = 1 WHERE EventTypeId = 2`));
      }
      const { body } = await app.http.get(`${base}/${AppointmentId}`).set(admin).expect(200);
      expect(body.Appointments).toMatchObject([{ Status: 'Done', StartDate: ten }]);
    },
  );

  it('a Done appointment keeps its line, also if it has none', async () => {
    const { AppointmentId } = await booked();
    await change(`${base}/${AppointmentId}`, { Status: 'Done' }).expect(200);
    await change(`${base}/${AppointmentId}`, { LineId: '' }).expect(409);
    const plain = { ContactId: 1, AgentId: agent.own, EventTypeId: 2, StartDate: at('17:00', '2027-02-02') };
    const { body } = await app.http
      .post(base)
      .set(admin)
      .send({ ...plain, Status: 'Done' })
      .expect(200);
    const [done] = body.Appointments;
    await change(`${base}/${done.AppointmentId}`, { LineId: line.a }).expect(409);
  });

  it('a booking that staff give to another contact counts as booked by staff', async () => {
    const { AppointmentId } = await booked();
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET BookedBy = 'Customer'`));
    const path = `${base}/${AppointmentId}`;
    const kept = await change(path, { Note: 'Called back' }).expect(200);
    expect(kept.body.Appointments).toMatchObject([{ BookedBy: 'Customer' }]);
    const given = await change(path, { ContactId: await contactId() }).expect(200);
    expect(given.body.Appointments).toMatchObject([{ BookedBy: 'Staff' }]);
  });

  it('a change ignores the sent EndDate, as the length of the line decides', async () => {
    const { AppointmentId } = await booked();
    const path = `${base}/${AppointmentId}`;
    const whole = (await app.http.get(path).set(admin).expect(200)).body.Appointments[0];
    const moved = await change(path, { ...whole, StartDate: at('19:00') }).expect(200);
    expect(moved.body.Appointments).toMatchObject([{ StartDate: at('19:00'), EndDate: at('19:30') }]);
    for (const EndDate of [at('18:00'), at('22:00'), at('19:00', '2027-05-02')])
      expect((await change(path, { EndDate }).expect(200)).body.Appointments).toMatchObject([
        { StartDate: at('19:00'), EndDate: at('19:30') },
      ]);
    expect(await messages()).toEqual(['AppointmentMade', 'AppointmentMoved']);
  });
});

it('asks for an event type if no active one can be the default', async () => {
  const setActive = (active: number) =>
    app.db.tx(async () => {
      await app.db.execute(sql`DELETE FROM booking_rules`);
      await app.db.execute(sql`UPDATE event_types SET IsActive = ${active}`);
    });
  await setActive(0);
  try {
    expect(fieldErrors(await book().expect(400))).toEqual(['LineId Invalid']);
    const changed = await change(`/v1/Lines/${line.a}/BookingRule`, { Places: 2 }).expect(400);
    expect(fieldErrors(changed)).toEqual(['EventTypeId Invalid']);
  } finally {
    await setActive(1);
  }
});

it('reports bookings by day and line', async () => {
  const rows = [
    { Status: 'Done', BookedBy: 'Customer' },
    { Status: 'Missed', BookedBy: 'Staff' },
    { Status: 'Cancelled', BookedBy: 'Customer', Overbooked: true },
    { Status: 'Planned', BookedBy: 'Staff' },
  ];
  await store(
    app,
    'Appointment',
    rows.map((row, index) => ({
      ...{ AppointmentId: 900 + index, ContactId: 1, AgentId: 1, EventTypeId: 2, LineId: line.a },
      ...{ StartDate: ten.slice(0, -1), EndDate: at('17:30').slice(0, -1), ...row },
    })),
  );
  const { body } = await app.http.get('/v1/Bookings/Report/2027-03-01/2027-03-03').set(rosa).expect(200);
  expect(body.Report).toEqual([
    {
      ...{ Day: '2027-03-02', LocationId: north, LocationName: 'North', LineId: line.a, LineName: 'Advice' },
      ...{ Booked: 4, ByCustomer: 2, Done: 1, Missed: 1, Cancelled: 1, Late: 0, Overbooked: 1 },
      ...{ MedianDelayMinutes: 0, P90DelayMinutes: 0 },
    },
  ]);
});

it('reports who was late, and how long after its time a booking was called', async () => {
  const stored = (time: string): string => at(time).slice(0, -1);
  const visits = [
    { BookedFor: stored('17:00'), ArrivedTime: stored('16:50'), CalledTime: stored('16:58') },
    { BookedFor: stored('17:00'), ArrivedTime: stored('17:05'), CalledTime: stored('17:09') },
    { BookedFor: null, ArrivedTime: stored('17:20'), CalledTime: stored('17:50'), FirstCalledTime: stored('17:32') },
  ];
  await store(
    app,
    'Checkin',
    visits.map(({ ArrivedTime, ...times }, index) => ({
      ...{ Id: guidOf(800 + index), LocationId: north, LineId: line.a, CustomerId: newCustomer(), Status: 3 },
      ...{ SignInTime: ArrivedTime, AdjustedSignInTime: ArrivedTime, ...times },
    })),
  );
  await store(
    app,
    'Appointment',
    visits.map(({ ArrivedTime }, index) => ({
      ...{ AppointmentId: 950 + index, ContactId: 1, AgentId: 1, EventTypeId: 2, LineId: line.a, Status: 'Done' },
      ...{ StartDate: stored('17:00'), EndDate: stored('17:30'), ArrivedTime, CheckInId: guidOf(800 + index) },
    })),
  );
  const { body } = await app.http.get('/v1/Bookings/Report/2027-03-02/2027-03-02').set(rosa).expect(200);
  expect(body.Report).toMatchObject([{ Booked: 3, Late: 1, MedianDelayMinutes: 4, P90DelayMinutes: 12 }]);
});

describe('imports follow the rules of the operations', () => {
  const send = (set: string, row: object) =>
    app.http.post(`/v1/Sets/${set}`).set(admin).type('application/x-ndjson').send(JSON.stringify(row));
  const hours = { Weekday: 1, From: '09:00', To: '12:00' };

  it.each([
    ['locations', 'OpeningHours[1].From', { LocationId: north, OpeningHours: [hours, { ...hours, From: '11:00' }] }],
    ['locations', 'OpeningHours[0].From', { LocationId: north, OpeningHours: [{ ...hours, From: '09:05' }] }],
    ['booking-rules', 'Hours[0].To', { LineId: line.a, Hours: [{ ...hours, To: '08:00', Places: 1 }] }],
    ['booking-rules', 'Places', { LineId: line.a, Places: 51 }],
    ['booking-rules', 'EventTypeId', { LineId: line.a, EventTypeId: 1 }],
  ])('the set %s rejects a wrong %s', async (set, name, row) => {
    const { body } = await send(set, row).expect(400);
    expect(JSON.stringify(body)).toContain(name);
  });

  it('the set booking-rules rejects an agent that is not active', async () => {
    await store(app, 'Agent', [{ AgentId: 77, AgentName: 'Gone', AgentStatus: 'Left' }]);
    const { body } = await send('booking-rules', { LineId: line.a, AgentId: 77 });
    expect(body.ResponseStatus.Errors).not.toEqual([]);
    await send('booking-rules', { LineId: line.a, AgentId: agent.own, Places: 3 }).expect(200);
  });

  it('an imported booking may be in the past, and gets a code and BookedBy Staff if it has none', async () => {
    const row = { ContactId: 1, AgentId: agent.own, EventTypeId: 2, LineId: line.a };
    const past = { StartDate: at('17:15', '2027-02-01'), EndDate: at('17:45', '2027-02-01') };
    await send('appointments', { ...row, ...past, AppointmentId: 801 }).expect(200);
    await send('appointments', { ...row, ...past, Code: 'ABCDEFGH', BookedBy: 'Customer' }).expect(200);
    const stored = await app.db.all(
      sql`SELECT p.Code AS Code, p.BookedBy AS BookedBy FROM appointments p ORDER BY p.BookedBy DESC`,
    );
    expect(stored).toEqual([
      { Code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/), BookedBy: 'Staff' },
      { Code: 'ABCDEFGH', BookedBy: 'Customer' },
    ]);
  });

  it('the set appointments rejects a booking on no quarter-hour, also if a row has no line or no start', async () => {
    const refused = async (row: object) => fieldErrors(await send('appointments', row).expect(400));
    const row = { ContactId: 1, AgentId: agent.own, EventTypeId: 2, StartDate: at('17:05'), EndDate: at('17:30') };
    const onLine = { ...row, LineId: line.a };
    for (const wrong of [onLine, { ...onLine, AppointmentId: 801 }])
      expect(await refused(wrong)).toEqual(['line 1.StartDate Invalid']);
    const { AppointmentId, Code } = await booked();
    expect(await refused({ AppointmentId, StartDate: at('17:05') })).toEqual(['line 1.StartDate Invalid']);
    await send('appointments', { ...row, AppointmentId: 802 }).expect(200);
    expect(await refused({ AppointmentId: 802, LineId: line.a })).toEqual(['line 1.StartDate Invalid']);
    await send('appointments', { AppointmentId, StartDate: at('17:15') }).expect(200);
    const { body } = await app.http.get(`/v1/Bookings/${AppointmentId}`).set(rosa).expect(200);
    expect(body.Bookings).toMatchObject([{ StartDate: at('17:15'), Code, BookedBy: 'Staff' }]);
    await send('appointments', { AppointmentId, LineId: null }).expect(200);
    const read = await app.http.get(`/v1/Appointments/${AppointmentId}`).set(admin).expect(200);
    const [{ LineId, Code: code, BookedBy, StartDate }] = read.body.Appointments;
    expect([LineId, code || '', BookedBy || '', StartDate]).toEqual(['0'.repeat(32), '', '', at('17:15')]);
  });

  it('a booking that an import moves keeps its length, unless the file has its end', async () => {
    const { AppointmentId } = await booked();
    const lasting = async (row: object) => {
      await send('appointments', { AppointmentId, ...row }).expect(200);
      const { body } = await app.http.get(`/v1/Bookings/${AppointmentId}`).set(rosa).expect(200);
      return body.Bookings[0];
    };
    const day = '2027-03-02';
    expect(await lasting({ StartDate: at('17:15', day) })).toMatchObject({ EndDate: at('17:45', day) });
    expect(await lasting({ StartDate: at('18:00', day), EndDate: at('19:00', day) })).toMatchObject({
      EndDate: at('19:00', day),
    });
    expect(await lasting({ Note: 'Brings a form.' })).toMatchObject({ EndDate: at('19:00', day) });
  });

  it('the set special-days rejects wrong times, wrong days and a second one on a day', async () => {
    const day = { LocationId: north, FirstDay: '2027-07-05', LastDay: '2027-07-05', From: '', To: '', Name: 'Closed' };
    await send('special-days', { ...day, SpecialDayId: 1, From: '09:05', To: '12:00' }).expect(400);
    await send('special-days', { ...day, SpecialDayId: 1, LastDay: '2027-07-04' }).expect(400);
    await send('special-days', { ...day, SpecialDayId: 1 }).expect(200);
    expect((await send('special-days', { ...day, SpecialDayId: 2 })).status).toBeGreaterThanOrEqual(400);
    await send('special-days', { ...day, SpecialDayId: 2, LocationId: null }).expect(200);
  });

  it('of an import and a call that add a special day for the same day at once, one does', async () => {
    const day = { LocationId: north, FirstDay: '2027-07-05', LastDay: '2027-07-05', From: '', To: '', Name: 'Closed' };
    // The calls get the ids that follow the imported ones.
    for (const SpecialDayId of [101, 201, 301]) {
      const answers = await Promise.all([
        send('special-days', { ...day, SpecialDayId }),
        other.http.post('/v1/SpecialDays').set(admin).send(day),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const days = await app.db.all<{ SpecialDayId: number }>(sql`SELECT s.SpecialDayId AS SpecialDayId
        FROM special_days s`);
      expect(days).toHaveLength(1);
      await app.http.delete(`/v1/SpecialDays/${days[0].SpecialDayId}`).set(admin).expect(200);
    }
  });
});
