import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { store } from '../../../../test/support/data/rows.js';
import { grantAtDesk, receptionistAt } from '../../../../test/support/data/receptionist.js';
import {
  agent,
  desk,
  guidOf,
  line,
  newCustomer,
  north,
  seedVisits,
  south,
} from '../../../../test/support/data/visits.js';
import { KioskKeysService } from '../../../auth/api-keys/kiosk/kiosk-keys.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { CloseOfDayService } from '../close-of-day.service.js';

const path = '/v1/CustomerCheckins';
/** A moment of the day of the tests. The time zone is UTC. */
const at = (time: string, day = '2026-03-10'): string => `${day}T${time}:00.0000000`;

describe('arrivals', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let rosa: { Authorization: string };
  let kiosk: { 'X-Api-Key': string };
  let now = at('09:00');
  let last = 0;
  const clock = jest.spyOn(BusinessClock.prototype, 'now').mockImplementation(() => now);

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    await store(app, 'EventType', [
      { EventTypeId: 7, EventTypeName: 'Review', EventCategory: 'Meeting', IsActive: true },
    ]);
    admin = await app.as('Administrator');
    await grantAtDesk(app);
    rosa = (await receptionistAt(app, north)).credentials;
    kiosk = { 'X-Api-Key': (await app.get(KioskKeysService).create(north)).key };
  });
  beforeEach(async () => {
    now = at('09:00');
    await app.db.tx(async () => {
      await app.db.execute(sql`UPDATE appointments SET Status = 'Cancelled' WHERE Status = 'Planned'`);
      await app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL WHERE Status < 3`);
      await app.db.execute(sql`DELETE FROM booking_rules`);
    });
  });
  afterAll(async () => {
    clock.mockRestore();
    await app.close();
  });

  /** Stores a booking of a new customer, and returns its id and its customer. */
  async function booking(StartDate: string, more: object = {}, LastName = 'Lopez') {
    const AppointmentId = ++last;
    const CustomerId = newCustomer();
    const Code = `C${1_000_000 + AppointmentId}`;
    const Phone = `915 555 ${1000 + AppointmentId}`;
    const { body } = await app.http.get(`/v1/Contacts?ContactGUID=${CustomerId}`).set(admin).expect(200);
    const { ContactId } = body.Contacts[0];
    await app.http
      .put(`/v1/Contacts/${ContactId}`)
      .set(admin)
      .send({ FirstName: 'Maria', LastName, Phone })
      .expect(200);
    const when = { StartDate, EndDate: StartDate, Status: 'Planned', Note: 'Annuity' };
    const who = { AppointmentId, ContactId, AgentId: agent.own, EventTypeId: 7, LineId: line.a };
    await store(app, 'Appointment', [{ ...who, ...when, Code, BookedBy: 'Staff', ...more }]);
    return { AppointmentId, CustomerId, Code, Phone, ContactId };
  }
  /** Opens the location on the day of the tests, so that its lines have places. */
  const openHours = () =>
    app.http
      .put(`/v1/Locations/${north}`)
      .set(admin)
      .send({ OpeningHours: [{ Weekday: 2, From: '08:00', To: '17:00' }] })
      .expect(200);
  const stored = async (AppointmentId: number) =>
    (await app.http.get(`/v1/Appointments/${AppointmentId}`).set(admin).expect(200)).body.Appointments[0];
  const arrive = (AppointmentId: number, sent: object = {}) =>
    app.http.post(`/v1/Bookings/${AppointmentId}/Arrive`).set(rosa).send(sent);
  const arrived = async (AppointmentId: number) =>
    (await arrive(AppointmentId).expect(200)).body.CustomerCheckins[0] as { Id: string };
  const takeBack = (AppointmentId: number) => app.http.delete(`/v1/Bookings/${AppointmentId}/Arrive`).set(rosa);
  const change = (Id: string, body: object) => app.http.post(`${path}/${Id}`).set(rosa).send(body);
  const walkIn = async (LineId = line.a, CustomerId = newCustomer()) =>
    (await app.http.post(path).set(rosa).send({ CustomerId, LocationId: north, LineId }).expect(200)).body
      .CustomerCheckins[0] as { Id: string };
  const queue = async (): Promise<
    { Id: string; Ticket: string; CustomerId: string; LineId: string; Position: number; WaitTime: number }[]
  > => (await app.http.get(`${path}/Queue/${north}`).set(rosa).expect(200)).body.Queue;
  const entryOf = async (Id: string) => (await queue()).find((entry) => entry.Id === Id)!;
  const unset = { time: '0001-01-01T00:00:00.0000000', guid: '0'.repeat(32) };

  describe('at the desk', () => {
    it('adds the visit of a booking on its line, with the booked time and the next ticket', async () => {
      const { AppointmentId, CustomerId } = await booking(at('10:00'));
      const { body } = await arrive(AppointmentId).expect(200);
      const [visit] = body.CustomerCheckins;
      expect(visit).toMatchObject({ CustomerId, LocationId: north, LineId: line.a, LineIds: [line.a], Status: 0 });
      expect(body.CustomerCheckinRequirements.Id).toBe(visit.Id);
      expect(await stored(AppointmentId)).toMatchObject({
        Status: 'Planned',
        CheckInId: visit.Id,
        ArrivedTime: `${at('09:00')}Z`,
      });
      expect(await entryOf(visit.Id)).toMatchObject({
        Ticket: expect.stringMatching(/^A\d+$/),
        AppointmentId,
        BookedFor: `${at('10:00')}Z`,
      });
    });

    it('an arrival that is sent again, or from two desks at once, is one visit', async () => {
      const { AppointmentId } = await booking(at('09:30'));
      const [one, other] = await Promise.all([arrived(AppointmentId), arrived(AppointmentId)]);
      expect(other.Id).toBe(one.Id);
      expect((await arrived(AppointmentId)).Id).toBe(one.Id);
    });

    it('arrivals at the desk, on the page and by a check-in at once, on two instances, are one visit', async () => {
      const other = await startApp({ DATABASE_URL: app.database });
      try {
        for (let round = 0; round < 5; round++) {
          const { AppointmentId, CustomerId, Code } = await booking(at('09:15'));
          const wall = (on: TestApp) =>
            on.http.post(`/arrive/${north}`).type('form').send({ Code, LastName: 'Lopez' }).redirects(0);
          const [pages] = await Promise.all([
            Promise.all([wall(app), wall(other)]),
            arrive(AppointmentId),
            other.http.post(`/v1/Bookings/${AppointmentId}/Arrive`).set(rosa).send({}),
            other.http.post(path).set(rosa).send({ CustomerId, LocationId: north, LineId: line.a }),
          ]);
          expect(pages.map(({ status }) => status)).toEqual([303, 303]);
          const { Id } = await arrived(AppointmentId);
          const visits = (await queue()).filter((entry) => entry.CustomerId === CustomerId);
          expect(visits).toMatchObject([{ Id, AppointmentId, BookedFor: `${at('09:15')}Z` }]);
        }
      } finally {
        await other.close();
      }
    });

    it('raises appointment.arrived and appointment.missed', async () => {
      const Events = ['appointment.arrived', 'appointment.missed'];
      const sent = { Url: 'https://hooks.example.com/', Events };
      const { body } = await app.http.post('/v1/Webhooks').set(admin).send(sent).expect(200);
      const [{ WebhookId }] = body.Webhooks;
      const { AppointmentId } = await booking(at('09:15'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of [1, 4]) await change(Id, { Status }).expect(200);
      const { Deliveries } = (await app.http.get(`/v1/Webhooks/${WebhookId}/Deliveries`).set(admin).expect(200)).body;
      expect(Deliveries.map(({ Type }: { Type: string }) => Type).sort()).toEqual(Events);
      await app.http.delete(`/v1/Webhooks/${WebhookId}`).set(admin).expect(200);
    });

    it('a walk-in visit on the line becomes the visit of the booking, and keeps its ticket and its place', async () => {
      now = at('08:00');
      const { AppointmentId, CustomerId } = await booking(at('09:00'));
      const before = await walkIn(line.a, CustomerId);
      const { Ticket } = await entryOf(before.Id);
      now = at('09:30');
      const after = await arrived(AppointmentId);
      expect(after).toEqual({ ...before, ...after, Id: before.Id });
      expect(after).toMatchObject({ AdjustedSignInTime: `${at('08:00')}Z` });
      expect(await entryOf(before.Id)).toMatchObject({ Ticket, AppointmentId, BookedFor: `${at('09:00')}Z` });
      expect(await stored(AppointmentId)).toMatchObject({ ArrivedTime: `${at('08:00')}Z` });
    });

    it('an arrival sets SendReminders, also of the walk-in visit that it takes up, and never unsets it', async () => {
      const reminds = async (AppointmentId: number, SendReminders: boolean): Promise<boolean> =>
        (await arrive(AppointmentId, { SendReminders }).expect(200)).body.CustomerCheckins[0].SendReminders;
      expect(await reminds((await booking(at('09:15'))).AppointmentId, true)).toBe(true);
      expect(await reminds((await booking(at('09:15'))).AppointmentId, false)).toBe(false);
      for (const [before, sent] of [
        [false, true],
        [true, false],
      ]) {
        now = at('08:00');
        const { AppointmentId, CustomerId } = await booking(at('09:15'));
        const { Id } = await walkIn(line.a, CustomerId);
        await change(Id, { SendReminders: before }).expect(200);
        now = at('09:00');
        expect(await reminds(AppointmentId, sent)).toBe(true);
        expect(await stored(AppointmentId)).toMatchObject({ CheckInId: Id });
      }
      const { AppointmentId } = await booking(at('09:00'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of [1, 4]) await change(Id, { Status }).expect(200);
      expect(await reminds(AppointmentId, true)).toBe(true);
    });

    it('refuses an arrival of a customer with an open visit on another line', async () => {
      const { AppointmentId, CustomerId } = await booking(at('10:00'));
      const open = await walkIn(line.b, CustomerId);
      const { body } = await arrive(AppointmentId).expect(409);
      expect(body.ResponseStatus.Meta.CheckInId).toBe(open.Id);
    });

    it('a customer who comes later than LateMinutes waits as a walk-in', async () => {
      const [onTime, late] = [await booking(at('08:50')), await booking(at('08:49'))];
      expect(await entryOf((await arrived(onTime.AppointmentId)).Id)).toMatchObject({ BookedFor: `${at('08:50')}Z` });
      const entry = await entryOf((await arrived(late.AppointmentId)).Id);
      expect(entry).toMatchObject({ BookedFor: unset.time, AppointmentId: late.AppointmentId });
      await store(app, 'BookingRule', [{ LineId: line.a, EventTypeId: 7, LateMinutes: 30 }]);
      const patient = await booking(at('08:30'));
      expect(await entryOf((await arrived(patient.AppointmentId)).Id)).toMatchObject({ BookedFor: `${at('08:30')}Z` });
    });

    it('refuses an arrival on another day, at a location out of scope, and for no open booking', async () => {
      const tomorrow = await booking(at('09:00', '2026-03-11'));
      expect((await arrive(tomorrow.AppointmentId).expect(409)).body.ResponseStatus.Message).toMatch(
        /March 11, 2026 at 9:00.AM at North/,
      );
      await arrive((await booking(at('09:00'), { LineId: line.far })).AppointmentId).expect(403);
      for (const Status of ['Done', 'Cancelled'])
        await arrive((await booking(at('09:00'), { Status })).AppointmentId).expect(409);
      await arrive((await booking(at('09:00'), { LineId: null, Code: null })).AppointmentId).expect(404);
      await arrive(9999).expect(404);
      const onClosed = await booking(at('09:00'), { LineId: line.closed });
      await arrive(onClosed.AppointmentId).expect(400);
    });

    it('a booking that is Missed today can arrive late', async () => {
      const { AppointmentId } = await booking(at('09:00'), { Status: 'Missed' });
      const { Id } = await arrived(AppointmentId);
      expect(await entryOf(Id)).toMatchObject({ BookedFor: unset.time, AppointmentId });
      expect(await stored(AppointmentId)).toMatchObject({ Status: 'Planned', CheckInId: Id });
    });

    it('takes back a mistaken arrival, and no other one', async () => {
      const { AppointmentId } = await booking(at('09:15'));
      await takeBack(AppointmentId).expect(409);
      const { Id } = await arrived(AppointmentId);
      await change(Id, { Status: 1 }).expect(200);
      const { body } = await takeBack(AppointmentId).expect(200);
      expect(body.CustomerCheckins).toMatchObject([{ Id, Status: 5 }]);
      expect(await stored(AppointmentId)).toMatchObject({
        Status: 'Planned',
        CheckInId: unset.guid,
        ArrivedTime: unset.time,
      });
      const again = await arrived(AppointmentId);
      expect(again.Id).not.toBe(Id);
      await change(again.Id, { Status: 2 }).expect(200);
      await takeBack(AppointmentId).expect(409);
    });

    it('a check-in on the booked line is the arrival from 30 minutes before, and earlier names it', async () => {
      const { AppointmentId, CustomerId } = await booking(at('10:00'));
      const send = (LineId: string) =>
        app.http.post(path).set(rosa).send({ CustomerId, LocationId: north, LineId }).expect(200);
      const early = (await send(line.a)).body;
      expect(early.ResponseStatus.Meta).toMatchObject({ AppointmentId: String(AppointmentId) });
      const [{ Id }] = early.CustomerCheckins;
      expect(await entryOf(Id)).toMatchObject({ AppointmentId: 0, BookedFor: unset.time });
      await change(Id, { Status: 5 }).expect(200);
      now = at('09:30');
      const elsewhere = (await send(line.b)).body;
      expect(elsewhere.ResponseStatus.Meta.AppointmentId).toBeUndefined();
      await change(elsewhere.CustomerCheckins[0].Id, { Status: 5 }).expect(200);
      const visit = (await send(line.a)).body.CustomerCheckins[0];
      expect(await entryOf(visit.Id)).toMatchObject({ AppointmentId, BookedFor: `${at('10:00')}Z` });
      expect((await arrived(AppointmentId)).Id).toBe(visit.Id);
    });

    it('refuses to give the visit of a booking to another customer', async () => {
      const { Id } = await arrived((await booking(at('09:15'))).AppointmentId);
      await change(Id, { CustomerId: newCustomer() }).expect(409);
    });
  });

  describe('at a kiosk', () => {
    const selfCheckIn = (sent: object) =>
      app.http
        .post(`${path}/SelfCheckin`)
        .set(kiosk)
        .send({ LocationId: north, LastName: 'lópez', ...sent });
    beforeEach(() => app.db.tx(() => app.db.execute(sql`UPDATE kiosk_keys SET Tries = 0`)));

    it('a customer arrives with the code of the booking or with the telephone number', async () => {
      const { AppointmentId, Code, Phone } = await booking(at('09:30'));
      const typed = `${Code.slice(0, 4).toLowerCase()} ${Code.slice(4)}`;
      const { body } = await selfCheckIn({ Code: typed }).expect(200);
      expect(body).toMatchObject({ Position: 1, WaitTime: 0, VisitUrl: expect.stringContaining('/visit/') });
      expect(await entryOf(body.Id)).toMatchObject({ AppointmentId });
      expect((await selfCheckIn({ Phone }).expect(200)).body.Id).toBe(body.Id);
      const other = await booking(at('09:30'));
      const { Id } = (await selfCheckIn({ Phone: other.Phone }).expect(200)).body;
      expect(await entryOf(Id)).toMatchObject({ AppointmentId: other.AppointmentId });
    });

    it('says when and where only to who knows the code', async () => {
      const [early, tomorrow] = [await booking(at('09:31')), await booking(at('09:00', '2026-03-11'))];
      const away = await booking(at('09:00'), { LineId: line.far });
      for (const [{ Code }, said] of [
        [early, /9:31.AM at North.*30 minutes/],
        [tomorrow, /March 11/],
        [away, /at South/],
      ] as const)
        expect((await selfCheckIn({ Code }).expect(409)).body.ResponseStatus.Message).toMatch(said);
      const unknown = (await selfCheckIn({ Code: 'ZZZZZZZZ' }).expect(404)).body.ResponseStatus.Message;
      expect((await selfCheckIn({ Code: early.Code, LastName: 'Garcia' }).expect(404)).body).toMatchObject({
        ResponseStatus: { Message: unknown },
      });
      for (const { Phone } of [early, tomorrow, away])
        expect((await selfCheckIn({ Phone }).expect(404)).body.ResponseStatus.Message).toBe(unknown);
    });

    it('of several bookings of the day, the next one counts', async () => {
      const first = await booking(at('09:15'));
      await store(app, 'Appointment', [
        {
          ...{ AppointmentId: ++last, ContactId: first.ContactId, AgentId: agent.own, EventTypeId: 7, LineId: line.b },
          ...{ StartDate: at('09:20'), EndDate: at('09:35'), Status: 'Planned', Code: 'SECOND22', BookedBy: 'Staff' },
        },
      ]);
      const { Id } = (await selfCheckIn({ Phone: first.Phone }).expect(200)).body;
      expect(await entryOf(Id)).toMatchObject({ AppointmentId: first.AppointmentId });
    });

    it('asks for a number or a code without LineId, and for a number with it', async () => {
      const fields = async (sent: object) =>
        (await selfCheckIn(sent).expect(400)).body.ResponseStatus.Errors.map((each: object) => Object.values(each)[0]);
      const names = async (sent: object) =>
        (await selfCheckIn(sent).expect(400)).body.ResponseStatus.Errors.map(
          ({ FieldName }: { FieldName: string }) => FieldName,
        );
      expect(await names({})).toEqual(['Phone']);
      expect(await names({ LineId: line.a, Code: 'ABCDEFGH' })).toEqual(['Phone']);
      expect(await fields({})).toHaveLength(1);
    });

    it('refuses a kiosk after ten tries in ten minutes that found no booking', async () => {
      kiosk = { 'X-Api-Key': (await app.get(KioskKeysService).create(north)).key };
      const { Code } = await booking(at('09:30'));
      for (let tries = 0; tries < 9; tries++) await selfCheckIn({ Code: 'ZZZZZZZZ' }).expect(404);
      await app.db.tx(() => app.db.execute(sql`UPDATE kiosk_keys SET Tries = 0`));
      for (let tries = 0; tries < 5; tries++) await selfCheckIn({ Code }).expect(200);
      await selfCheckIn({ Code: 'ZZZZZZZZ' }).expect(404);
      expect((await selfCheckIn({ Code }).expect(429)).headers['retry-after']).toMatch(/^\d+$/);
    });
  });

  describe('how a booking ends', () => {
    const activities = async (ContactId: number) =>
      (await app.http.get(`/v1/Contacts/${ContactId}/Activities`).set(admin).expect(200)).body.Activities;

    it('a completed visit makes it Done, and logs the activity of the service', async () => {
      const { AppointmentId, ContactId } = await booking(at('09:15'));
      const { Id } = await arrived(AppointmentId);
      now = at('09:20');
      await change(Id, { Status: 2 }).expect(200);
      now = at('09:40');
      const { body } = await change(Id, { Status: 3 }).expect(200);
      expect(body.ResponseStatus.Meta.Warnings).toBeUndefined();
      expect(await stored(AppointmentId)).toMatchObject({ Status: 'Done', StartDate: `${at('09:15')}Z` });
      expect(await activities(ContactId)).toMatchObject([
        {
          AgentId: agent.own,
          EventTypeId: 7,
          StartDate: `${at('09:20')}Z`,
          EndDate: `${at('09:40')}Z`,
          Note: 'Annuity',
        },
      ]);
    });

    it('what refuses the activity never holds up the visit', async () => {
      const refusals: [string, (ContactId: number) => Promise<unknown>][] = [
        ['locked', (ContactId) => app.http.post(`/v1/Contacts/${ContactId}/Lock`).set(admin).expect(200)],
        ['not active', () => app.db.tx(() => app.db.execute(sql`UPDATE event_types SET IsActive = 0`))],
        [
          'Inactive',
          () =>
            app.db.tx(() =>
              app.db.execute(sql`UPDATE agents SET AgentStatus = 'Inactive'
          WHERE AgentId = ${agent.own}`),
            ),
        ],
      ];
      for (const [said, refuse] of refusals) {
        const { AppointmentId, ContactId } = await booking(at('09:15'));
        const { Id } = await arrived(AppointmentId);
        await refuse(ContactId);
        const { body } = await change(Id, { Status: 3 }).expect(200);
        expect(body.ResponseStatus.Meta.Warnings).toContain(`Booking ${AppointmentId} is Done without an activity`);
        expect(body.ResponseStatus.Meta.Warnings.toLowerCase()).toContain(said === 'Inactive' ? 'active' : said);
        expect(await stored(AppointmentId)).toMatchObject({ Status: 'Done' });
        await app.db.tx(async () => {
          await app.db.execute(sql`UPDATE event_types SET IsActive = 1`);
          await app.db.execute(sql`UPDATE agents SET AgentStatus = 'Active' WHERE AgentId = ${agent.own}`);
        });
        expect(await activities(ContactId)).toEqual([]);
      }
    });

    it('a no-show makes it Missed, and Planned again if the customer is back', async () => {
      const { AppointmentId } = await booking(at('09:00'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of [1, 4]) await change(Id, { Status }).expect(200);
      expect((await stored(AppointmentId)).Status).toBe('Missed');
      now = at('09:10');
      await change(Id, { Status: 0 }).expect(200);
      expect((await stored(AppointmentId)).Status).toBe('Planned');
      expect(await entryOf(Id)).toMatchObject({ BookedFor: `${at('09:00')}Z` });
      for (const Status of [1, 4]) await change(Id, { Status }).expect(200);
      now = at('09:11');
      expect((await arrived(AppointmentId)).Id).toBe(Id);
      expect(await entryOf(Id)).toMatchObject({ BookedFor: unset.time, AppointmentId });
      expect((await stored(AppointmentId)).Status).toBe('Planned');
    });

    it('a visit that staff delete or cancel cancels it', async () => {
      const [one, other] = [await booking(at('09:15')), await booking(at('09:30'))];
      const visits = [await arrived(one.AppointmentId), await arrived(other.AppointmentId)];
      await app.http.delete(`${path}/${visits[0].Id}`).set(rosa).expect(200);
      await change(visits[1].Id, { Status: 5 }).expect(200);
      for (const { AppointmentId } of [one, other]) expect((await stored(AppointmentId)).Status).toBe('Cancelled');
    });

    it.each([
      ['PUT /v1/Bookings', '/v1/Bookings', 5],
      ['PUT /v1/Appointments', '/v1/Appointments', 5],
      ['PUT /v1/Bookings of one that was Missed', '/v1/Bookings', 4],
      ['an import', undefined, 5],
    ])('one that is planned again after its visit has ended has not arrived: %s', async (_case, bookings, ended) => {
      const { AppointmentId, CustomerId } = await booking(at('09:15'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of [1, ended]) await change(Id, { Status }).expect(200);
      const plan = (sent: object) => {
        const row = { Status: 'Planned', ...sent };
        if (bookings) return app.http.put(`${bookings}/${AppointmentId}`).set(admin).send(row);
        const importing = app.http.post('/v1/Sets/appointments').set(admin).type('application/x-ndjson');
        return importing.send(JSON.stringify({ AppointmentId, ...row }));
      };
      await openHours();
      await plan({ StartDate: at('09:30') }).expect(200);
      const unarrived = { Status: 'Planned', CheckInId: unset.guid, ArrivedTime: unset.time };
      expect(await stored(AppointmentId)).toMatchObject({ ...unarrived, StartDate: `${at('09:30')}Z` });
      const visit = await walkIn(line.a, CustomerId);
      expect(visit.Id).not.toBe(Id);
      expect(await entryOf(visit.Id)).toMatchObject({ AppointmentId, BookedFor: `${at('09:30')}Z` });
    });

    it('a no-show whose booking and whose visit are each put back arrives with that visit', async () => {
      const { AppointmentId } = await booking(at('09:15'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of [1, 4]) await change(Id, { Status }).expect(200);
      await openHours();
      await app.http.put(`/v1/Bookings/${AppointmentId}`).set(rosa).send({ Status: 'Planned' }).expect(200);
      await change(Id, { Status: 0 }).expect(200);
      expect((await arrived(AppointmentId)).Id).toBe(Id);
      expect(await stored(AppointmentId)).toMatchObject({ Status: 'Planned', CheckInId: Id });
    });

    it('one that is planned again while its visit is open stays arrived', async () => {
      const { AppointmentId } = await booking(at('09:15'));
      const { Id } = await arrived(AppointmentId);
      for (const Status of ['Missed', 'Planned'])
        await app.http.put(`/v1/Appointments/${AppointmentId}`).set(admin).send({ Status }).expect(200);
      expect(await stored(AppointmentId)).toMatchObject({ Status: 'Planned', CheckInId: Id });
    });

    it('a forwarded visit keeps its booked time', async () => {
      const { Id } = await arrived((await booking(at('09:15'))).AppointmentId);
      await change(Id, { LineId: line.b }).expect(200);
      expect(await entryOf(Id)).toMatchObject({ LineId: line.b, BookedFor: `${at('09:15')}Z` });
    });

    it('the close of day ends the visits of bookings, and makes bookings without a visit Missed', async () => {
      const [absent, waiting, served] = [
        await booking(at('15:00')),
        await booking(at('09:15')),
        await booking(at('09:30')),
      ];
      const tomorrow = await booking(at('09:00', '2026-03-11'));
      await arrived(waiting.AppointmentId);
      await change((await arrived(served.AppointmentId)).Id, { Status: 2 }).expect(200);
      now = at('00:01', '2026-03-11');
      await app.get(CloseOfDayService).close();
      expect((await stored(absent.AppointmentId)).Status).toBe('Missed');
      expect((await stored(waiting.AppointmentId)).Status).toBe('Missed');
      expect((await stored(served.AppointmentId)).Status).toBe('Done');
      expect((await stored(tomorrow.AppointmentId)).Status).toBe('Planned');
    });
  });

  describe('the order of calls', () => {
    const callNext = async () =>
      (await app.http.post(`${path}/CallNext`).set(admin).send({ StationId: desk.first }).expect(200)).body
        .CustomerCheckins[0].Id;
    const end = (Id: string) => app.http.post(`${path}/${Id}`).set(admin).send({ Status: 5 }).expect(200);

    it('calls due bookings first, then walk-ins, then bookings that are not due', async () => {
      const later = await arrived((await booking(at('10:00'))).AppointmentId);
      const walksIn = await walkIn();
      const due = await arrived((await booking(at('09:05'))).AppointmentId);
      const order = [due.Id, walksIn.Id, later.Id];
      const there = (await queue()).filter(({ LineId }) => LineId === line.a);
      expect(there.map(({ Id, Position }) => [Id, Position])).toEqual(order.map((Id, index) => [Id, index + 1]));
      for (const Id of order) {
        expect(await callNext()).toBe(Id);
        await end(Id);
      }
    });

    it('expected customers count in the wait of others, until they are late, and have no place', async () => {
      await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: false }).expect(200);
      now = at('08:59');
      const { Id } = await walkIn();
      now = at('09:00');
      const second = await walkIn();
      const waits = async () => [(await entryOf(Id)).WaitTime, (await entryOf(second.Id)).WaitTime];
      expect(await waits()).toEqual([0, 25]);
      await booking(at('09:15'));
      expect(await waits()).toEqual([0, 50]);
      expect((await queue()).filter(({ LineId }) => LineId === line.a)).toHaveLength(2);
      now = at('09:25');
      expect(await waits()).toEqual([25, 50]);
      now = at('09:26');
      expect(await waits()).toEqual([0, 25]);
      await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: true }).expect(200);
    });

    it('what is booked for tomorrow is not in the queue of today', async () => {
      const { Id } = await walkIn();
      await booking(at('09:00', '2026-03-11'));
      expect(await entryOf(Id)).toMatchObject({ Position: 1, WaitTime: 0 });
    });

    it('lists the booking of visits day by day, and reports waits of booked visits from the booked time', async () => {
      const { AppointmentId } = await booking(at('08:00', '2026-04-01'));
      now = at('07:30', '2026-04-01');
      const { Id } = await arrived(AppointmentId);
      const other = await walkIn();
      now = at('08:04', '2026-04-01');
      for (const visit of [Id, other.Id]) await change(visit, { Status: 1 }).expect(200);
      for (const visit of [Id, other.Id]) await change(visit, { Status: 3 }).expect(200);
      const days = '2026-04-01/2026-04-01';
      const { Visits } = (await app.http.get(`${path}/Visits/${north}/${days}`).set(rosa).expect(200)).body;
      expect(Visits.find((visit: { Id: string }) => visit.Id === Id)).toMatchObject({
        AppointmentId,
        BookedFor: `${at('08:00', '2026-04-01')}Z`,
      });
      const { Report } = (await app.http.get(`${path}/Report/${days}`).set(rosa).expect(200)).body;
      expect(Report).toMatchObject([{ Visits: 2, Booked: 1, MedianWaitMinutes: 19 }]);
    });
  });

  describe('on the page at the location', () => {
    const page = `/arrive/${north}`;
    const send = (sent: object, to = page) => app.http.post(to).type('form').send(sent).redirects(0);

    it('a customer arrives with code and last name, and gets to the page of the visit', async () => {
      expect((await app.http.get(page).expect(200)).text).toContain('North');
      const { AppointmentId, Code } = await booking(at('09:30'));
      const { headers } = await send({ Code: Code.toLowerCase(), LastName: ' LOPEZ' }).expect(303);
      expect(headers.location).toContain('/visit/');
      const again = await send({ Code, LastName: 'Lopez' }).expect(303);
      expect(again.headers.location).toBe(headers.location);
      expect((await stored(AppointmentId)).CheckInId).not.toBe(unset.guid);
      const visit = headers.location;
      expect((await app.http.get(visit).expect(200)).text).toMatch(/Your booking: 9:30.AM/);
      const { Id } = await walkIn(line.b);
      const other = app.get(VisitLinksService).urlOf({ Id, CustomerId: (await entryOf(Id)).CustomerId });
      const shown = await app.http.get(new URL(other).pathname).expect(200);
      expect(shown.text).toContain('Customers with a booking may be called first.');
    });

    it('says what to do if the booking is unknown, or not here and now', async () => {
      const { Code } = await booking(at('10:00'));
      const tomorrow = await booking(at('09:00', '2026-03-11'));
      const cancelled = await booking(at('09:00', '2026-03-11'), { Status: 'Cancelled' });
      const texts: [object, number, RegExp, string?][] = [
        [{ Code: 'ZZZZZZZZ', LastName: 'Lopez' }, 404, /no booking/],
        [{ Code, LastName: 'Other' }, 404, /no booking/],
        [{ Code, LastName: 'Lopez' }, 409, /at 10:00.AM. You can check in here from 9:30.AM. All times are by/],
        [{ Code: tomorrow.Code, LastName: 'Lopez' }, 409, /Wednesday, March 11, 2026/],
        [{ Code, LastName: 'Lopez' }, 409, /another office: North/, `/arrive/${south}`],
        [{ Code: cancelled.Code, LastName: 'Lopez' }, 409, /was cancelled/],
      ];
      for (const [sent, status, text, to] of texts) {
        const { text: shown } = await send(sent, to).expect(status);
        expect(shown).toMatch(text);
        expect(shown).not.toContain('Maria');
      }
      const spanish = await send({ Code, LastName: 'Lopez' }).set('Accept-Language', 'es').expect(409);
      expect(spanish.text).toContain('Puede registrarse aquí');
      expect(spanish.text).toContain('reloj de la oficina');
    });

    it('the poster has a QR code of the page; unknown and inactive locations have neither', async () => {
      const { text } = await app.http.get(`${page}/poster`).expect(200);
      expect(text).toContain('src="data:image&#x2F;gif;base64');
      await app.http.get(`/arrive/${guidOf(999)}`).expect(404);
      await app.http.get('/arrive/nowhere/poster').expect(404);
      await app.db.tx(() => app.db.execute(sql`UPDATE locations SET Active = 0 WHERE LocationId = ${south}`));
      await app.http.get(`/arrive/${south}`).expect(404);
      await app.db.tx(() => app.db.execute(sql`UPDATE locations SET Active = 1 WHERE LocationId = ${south}`));
    });

    it('refuses an address after ten tries in ten minutes that found no booking', async () => {
      const { Code } = await booking(at('09:30'));
      let tries = 0;
      while ((await send({ Code: 'ZZZZZZZZ', LastName: 'Lopez' })).status === 404) tries++;
      expect(tries).toBeLessThanOrEqual(10);
      await send({ Code, LastName: 'Lopez' }).expect(429);
    });
  });
});
