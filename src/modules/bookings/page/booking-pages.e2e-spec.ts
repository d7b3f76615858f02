import { jest } from '@jest/globals';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { store } from '../../../../test/support/data/rows.js';
import { agent, line, north, seedVisits } from '../../../../test/support/data/visits.js';
import { sha256 } from '../../../auth/accounts/secrets.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Contact } from '../../contacts/contact.entity.js';
import { Line } from '../../lines/line.entity.js';
import { BookingLinksService } from '../../messages/booking-links.service.js';
import { HoldsService } from '../holds/holds.service.js';

/** Monday, 09:00 in Denver. */
const nine = '2027-03-01T16:00:00.0000000';
const withoutMail = {
  ...{ TIME_ZONE: 'America/Denver', REQUEST_DEADLINE: '20', FORMS_PER_ADDRESS: '0', TRUST_PROXY: '1' },
};
const settings = {
  ...withoutMail,
  ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'office@example.com' },
};
const weekdays = [1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, From: '09:00', To: '17:00' }));
/** The booked time of most tests, Tuesday, 10:00 in Denver, as the business clock has it. */
const due = '2027-03-02T17:00:00.0000000';
const minutes = (moment: string): number => Date.parse(moment) / 60_000;
const ten = '2027-03-02T17:00:00Z';
const base = `/book/${north}/${line.a}`;
const typed = {
  ...{ FirstName: 'Rosa', LastName: 'Delgado', Email: 'rosa@example.org', Phone: '(303) 555-0175', Note: '' },
};

const bookable = { Bookable: true, AgentId: agent.own, Instructions: 'Bring a card.', DaysAhead: 14 };

let now = nine;
const clock = jest.spyOn(BusinessClock.prototype, 'now').mockImplementation(() => now);

let app: TestApp;
let admin: { Authorization: string };
const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);
const rule = (changes: object) => put(`/v1/Lines/${line.a}/BookingRule`, changes);

beforeAll(async () => {
  app = await startApp(settings);
  await seedVisits(app);
  await store(app, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Visit', EventCategory: 'Service' }]);
  admin = await app.as('Administrator');
  await put(`/v1/Locations/${north}`, { OpeningHours: weekdays });
  await rule(bookable);
});
afterAll(async () => {
  clock.mockRestore();
  await app.close();
});
afterEach(async () => {
  now = nine;
  await app.db.tx(async () => {
    await app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`);
    for (const table of [sql`messages`, sql`booking_holds`, sql`appointments`])
      await app.db.execute(sql`DELETE FROM ${table}`);
  });
});

const get = (path: string, language = 'en') => app.http.get(path).set('Accept-Language', language);
const post = (path: string, body: object = {}) => app.http.post(path).type('form').send(body);
const start = (moment = ten): string => `${base}/${moment.slice(0, 10)}/${minutes(moment)}`;
const textOf = ({ text }: { text: string }): string => text.replaceAll('&#x2F;', '/');
let forms = 0;
/** Each hold comes from another address, because an address has five an hour. */
const hold = (body: object = {}, path = start()) =>
  post(path, { FormId: String(++forms).padStart(32, '0'), ...typed, ...body }).set(
    'X-Forwarded-For',
    `192.0.2.${forms}`,
  );
const count = async (what = sql`booking_holds`): Promise<number> =>
  (await app.db.all(sql`SELECT 1 AS One FROM ${what}`)).length;
const linkOf = (form: number): string =>
  `/hold/${app.get(BookingLinksService).tokenOfHold(String(form).padStart(32, '0'))}`;

describe('booking by a customer', () => {
  it('takes three taps from the office to a time, in the language of the browser', async () => {
    const office = textOf(await get(`/book/${north}`).expect(200));
    expect(office).toContain(`href="${base}"`);
    expect(office).toContain('9:00 AM – 5:00 PM');
    const days = textOf(await get(base).expect(200));
    expect(days).toContain(`href="${base}/2027-03-02"`);
    expect(days).toMatch(/class="choice full"><s>Saturday, March 6/);
    const times = textOf(await get(`${base}/2027-03-02`).expect(200));
    expect(times).toContain(`href="${start()}"`);
    expect(times).toContain('10:00 AM');
    for (const page of [office, days, times]) expect(page).toContain('(Mountain Standard Time)');
    expect((await get(start(), 'es').expect(200)).text).toContain('Reservar esta hora');
    for (const wrong of [`/book/${line.a}`, `/book/${north}/${line.b}`, `${base}/2027-02-30`, `${base}/2027-03-02/x`])
      await get(wrong).expect(404);
  });

  it('a form makes a hold and a mail, a button confirms it, and opening the link changes nothing', async () => {
    const sent = await hold().expect(303);
    expect(sent.headers.location).toBe(`/book/${north}/sent`);
    const { text } = await get(`/book/${north}/sent`, 'es').expect(200);
    expect(text.replaceAll('&#x2F;', '/')).toContain(`<a href="/book/${north}">Reservar otra hora</a>`);
    await get(`/book/${line.a}/sent`).expect(404);
    expect(await app.db.all(sql`SELECT Kind, Recipient FROM messages`)).toEqual([
      { Kind: 'BookingToConfirm', Recipient: 'rosa@example.org' },
    ]);
    const [stored] = await app.db.all<{ Details: string }>(sql`SELECT Details FROM booking_holds`);
    expect(stored.Details).not.toContain('Rosa');
    const link = linkOf(forms);
    const page = (await get(link).expect(200)).text;
    expect(page).toContain('Confirm');
    expect(page).not.toMatch(/Rosa|Delgado/);
    expect(await count(sql`appointments`)).toBe(0);
    const booked = await post(link).expect(303);
    expect((await post(link).expect(303)).headers.location).toBe(booked.headers.location);
    expect(await count(sql`appointments`)).toBe(1);
    const shown = (await get(booked.headers.location).expect(200)).text;
    expect(shown).toContain('Bring a card.');
    expect(shown).not.toMatch(/Rosa|Delgado/);
    const [{ SourceNote }] = await app.db.all<{ SourceNote: string }>(
      sql`SELECT SourceNote FROM contacts WHERE LastName = 'Delgado'`,
    );
    expect(SourceNote).toBe('Booking page');
    await get(link).expect(303);
  });

  it('three clicks make one hold, and an address has one open hold', async () => {
    const FormId = '9'.repeat(32);
    await Promise.all([hold({ FormId }), hold({ FormId }), hold({ FormId })]);
    expect(await count()).toBe(1);
    await hold({}, start('2027-03-02T18:00:00Z')).expect(303);
    const open = sql`booking_holds WHERE ExpiresAt > '2027-03-01T16:00:00.0000000'`;
    expect(await count(open)).toBe(1);
  });

  it('a network address has five holds an hour', async () => {
    const from = (form: number) =>
      hold({ Email: `p${form}@example.org` }, start(`2027-03-03T${17 + form}:00:00Z`)).set(
        'X-Forwarded-For',
        '192.0.2.250',
      );
    for (const form of [0, 1, 2, 3, 4]) await from(form).expect(303);
    await from(5).expect(429);
    expect(await count()).toBe(5);
  });

  it('says what is wrong, keeps what was typed, and offers the nearest times if the time is taken', async () => {
    const wrong = await hold({ Email: 'rosa', LastName: '' }).expect(400);
    expect(wrong.text).toContain('value="Rosa"');
    await hold().expect(303);
    const taken = await hold({ Email: 'ada@example.org' }).expect(409);
    expect(taken.text).toContain('not free any more');
    expect(taken.text).toContain('value="ada@example.org"');
    expect(textOf(taken)).toContain(`formaction="${start('2027-03-02T17:30:00Z')}"`);
    const shown = textOf(await get(start()).expect(409));
    expect(shown).toContain(`href="${start('2027-03-02T17:30:00Z')}"`);
    expect(shown).not.toContain('<form');
  });

  it('offers times from NoticeMinutes to DaysAhead ahead, and only those instead of a taken one', async () => {
    const today = textOf(await get(`${base}/2027-03-01`).expect(200));
    expect(today).toContain(start('2027-03-01T18:00:00Z'));
    expect(today).not.toContain(start('2027-03-01T17:45:00Z'));
    await hold({}, start('2027-03-01T17:45:00Z')).expect(409);
    const first = await hold({}, start('2027-03-01T18:00:00Z')).expect(303);
    expect(first.headers.location).toBe(`/book/${north}/sent`);
    const instead = textOf(await get(start('2027-03-01T18:00:00Z')).expect(409));
    expect(instead.match(/class="choice"/g)).toHaveLength(3);
    for (const time of ['18:30', '18:45', '19:00']) expect(instead).toContain(start(`2027-03-01T${time}:00Z`));
    expect(textOf(await get(`${base}/2027-03-15`))).toContain(start('2027-03-15T15:00:00Z'));
    expect(textOf(await get(`${base}/2027-03-16`))).toContain('no free time on this day');
    await get(start('2027-03-16T15:00:00Z')).expect(409);
  });

  it('offers the Hours of the rule with their own Places', async () => {
    await rule({ Hours: [{ Weekday: 2, From: '10:00', To: '11:00', Places: 2 }] });
    try {
      const times = textOf(await get(`${base}/2027-03-02`).expect(200));
      const starts = ['17:00', '17:15', '17:30'].map((time) => start(`2027-03-02T${time}:00Z`));
      expect(times.match(/class="choice" href="[^"]+"/g)).toEqual(
        starts.map((path) => `class="choice" href="${path}"`),
      );
      for (const name of ['a', 'b']) await hold({ Email: `${name}@example.org` }).expect(303);
      await hold({ Email: 'c@example.org' }).expect(409);
    } finally {
      await rule({ Hours: [] });
    }
  });

  it('without a mail server, every page says how to reach the office, and has no form', async () => {
    const silent = await startApp({ ...withoutMail, DATABASE_URL: app.database });
    try {
      const calls = [`/book/${north}`, base, `${base}/2027-03-02`, start()].map((path) => silent.http.get(path));
      for (const call of calls) {
        const { text } = await call.expect(200);
        expect(text).toContain('Times cannot be booked on this page. Please call the office');
        expect(text).not.toMatch(/<form|class="choice/);
      }
      const refused = await silent.http.post(start()).type('form').send(typed).expect(409);
      expect(refused.text).toContain('Times cannot be booked on this page.');
      const spanish = await silent.http.get(start()).set('Accept-Language', 'es').expect(200);
      expect(spanish.text).toContain('Llame a la oficina');
      await silent.http.get(`/book/${north}/${line.b}`).expect(404);
      expect(await count()).toBe(0);
    } finally {
      await silent.close();
    }
  });

  it('a hold lapses after 30 minutes, and is deleted with its mail after a day', async () => {
    await hold().expect(303);
    const lapsed = linkOf(forms);
    now = '2027-03-01T16:29:00.0000000';
    await hold({ Email: 'ada@example.org' }).expect(409);
    now = '2027-03-01T16:30:00.0000000';
    await hold({ Email: 'ada@example.org' }).expect(303);
    await get(lapsed).expect(200);
    now = '2027-03-02T16:00:01.0000000';
    await get(lapsed).expect(404);
    await app.get(HoldsService).deleteOld();
    expect([await count(), await count(sql`messages`)]).toEqual([1, 1]);
  });
});

describe('the page of a booking', () => {
  /** Stores a hold that has lapsed, and returns the path of its link. */
  async function lapsed(body: object = {}, moment = ten): Promise<string> {
    const formId = String(++forms).padStart(32, '0');
    const details = JSON.stringify({ ...typed, ...body });
    const token = app.get(BookingLinksService).tokenOfHold(formId);
    const at = `${moment.slice(0, 19)}.0000000`;
    await store(app, 'BookingHold', [
      {
        ...{ TokenHash: sha256(token), FormId: formId, LineId: line.a, StartDate: at, EndDate: at, EmailHash: formId },
        ...{ Details: details, CreatedAt: '2027-03-01T15:00:00.0000000', ExpiresAt: '2027-03-01T15:30:00.0000000' },
      },
    ]);
    return `/hold/${token}`;
  }
  /** Books a time, and returns the path of the booking's page. */
  async function booked(body: object = {}, moment = ten): Promise<string> {
    const { headers } = await post(await lapsed(body, moment)).expect(303);
    return headers.location;
  }
  const row = async () =>
    (
      await app.db.all<{ StartDate: string; Status: string; Code: string; ContactId: number; AppointmentId: number }>(
        sql`SELECT AppointmentId, ContactId, StartDate, Status, Code FROM appointments`,
      )
    )[0];
  /** Stores a contact, and returns its ContactId. */
  async function contact(fields: object): Promise<number> {
    const sent = { AgentId: agent.own, FirstName: 'Ines', LastName: 'Ortiz', ...fields };
    const { body } = await app.http.post('/v1/Contacts').set(admin).send(sent).expect(200);
    return body.Contacts[0].ContactId;
  }
  const guidOf = async (ContactId: number) => (await app.db.read(Contact, { ContactId }))!.ContactGUID;

  /** Expects that a booking cannot be moved or cancelled, by a page with these words and without a form. */
  async function cannotChange(home: string, words: string): Promise<void> {
    const before = await row();
    const Start = minutes('2027-03-03T17:15:00Z');
    for (const call of [
      get(`${home}/move`),
      post(`${home}/move`, { Start }),
      get(`${home}/cancel`),
      post(`${home}/cancel`),
    ]) {
      const { text } = await call.expect(409);
      expect(text).toContain(words);
      expect(text).not.toMatch(/name="Start"|Yes, cancel it/);
    }
    expect(await row()).toEqual(before);
  }

  it('confirms a lapsed hold if the time is still free', async () => {
    await booked();
    expect(await row()).toMatchObject({ Status: 'Planned', StartDate: '2027-03-02T17:00:00.0000000' });
  });

  it('a lapsed hold whose time is taken offers the nearest free times and keeps the typed details', async () => {
    const link = await lapsed({ Email: 'late@example.org', Note: 'By the door.' });
    await booked();
    const refused = await post(link).expect(409);
    expect(refused.text).toContain('not free any more');
    const nearest = ['16:15', '16:30', '17:30'].map((time) => minutes(`2027-03-02T${time}:00Z`));
    for (const value of nearest) expect(refused.text).toContain(`name="Start" value="${value}"`);
    await post(link, { Start: minutes(ten) }).expect(409);
    await post(link, { Start: minutes('2027-03-06T17:00:00Z') }).expect(409);
    const { headers } = await post(link, { Start: nearest[2] }).expect(303);
    const all = await app.db.all<{ StartDate: string; Status: string }>(
      sql`SELECT StartDate, Status FROM appointments ORDER BY StartDate`,
    );
    expect(all.map(({ StartDate }) => StartDate)).toEqual([
      '2027-03-02T17:00:00.0000000',
      '2027-03-02T17:30:00.0000000',
    ]);
    expect((await get(link).expect(303)).headers.location).toBe(headers.location);
    const [{ Note }] = await app.db.all<{ Note: string }>(sql`SELECT c.EmailPersonal AS Note FROM contacts c
      JOIN appointments p ON p.ContactId = c.ContactId WHERE p.StartDate = '2027-03-02T17:30:00.0000000'`);
    expect(Note).toBe('late@example.org');
  });

  it('of customers who confirm the last place at once, on two instances, one gets it', async () => {
    const other = await startApp({ ...settings, DATABASE_URL: app.database });
    try {
      const links = [];
      for (const name of ['a', 'b', 'c', 'd']) links.push(await lapsed({ Email: `${name}@example.org` }));
      const answers = await Promise.all(
        links.flatMap((link, at) => {
          const on = at % 2 === 0 ? app : other;
          // Each customer presses the button twice.
          return [0, 1].map(() => on.http.post(link).type('form').send({}).redirects(0));
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409, 409, 409, 409, 409, 409]);
      expect(await count(sql`appointments`)).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('a new customer, without a stored contact, cannot confirm if the booking rule has no agent', async () => {
    const link = await lapsed({ Email: 'unknown@example.org', LastName: 'Unknown' });
    await rule({ AgentId: null });
    try {
      expect((await post(link).expect(409)).text).toContain('Please call the office.');
    } finally {
      await rule(bookable);
    }
    await post(link).expect(303);
  });

  it('a customer on the page says to be here from 30 minutes before, and sees the visit', async () => {
    const home = await booked();
    now = '2027-03-02T16:29:00.0000000';
    expect((await get(home).expect(200)).text).not.toContain(`${home}/here`);
    now = '2027-03-02T16:30:00.0000000';
    expect(textOf(await get(home).expect(200))).toContain(`${home}/here`);
    const { headers } = await post(`${home}/here`).expect(303);
    expect((await post(`${home}/here`).expect(303)).headers.location).toBe(headers.location);
    expect((await get(headers.location).expect(200)).text).toMatch(/[A-Z]1/);
    expect(await count(sql`checkins WHERE BookedFor = '2027-03-02T17:00:00.0000000' AND Status = 0`)).toBe(1);
    await cannotChange(home, 'You have checked in already');
  });

  it('the page of a booking says why a customer cannot be here now', async () => {
    const home = await booked();
    const refused = async (words: string) => expect(textOf(await post(`${home}/here`).expect(409))).toContain(words);
    await refused('not for today, but for Tuesday, March 2, 2027 at 10:00');
    now = '2027-03-02T16:29:00.0000000';
    await refused('from 30 minutes before your time');
    now = due;
    await app.db.tx(() => app.db.update(Line, { Id: line.a }, { Active: false }));
    await refused('takes no customers at the moment');
    await app.db.tx(() => app.db.update(Line, { Id: line.a }, { Active: true }));
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET Status = 'Done'`));
    await refused('has ended, or was cancelled');
    expect((await post(`${home}/here`).set('Accept-Language', 'es').expect(409)).text).toContain('Esta cita ha termin');
  });

  it('a booking that has begun or ended is neither moved nor cancelled, and no time is offered', async () => {
    const home = await booked();
    now = due;
    await cannotChange(home, 'cannot be moved or cancelled any more');
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET Status = 'Done'`));
    await cannotChange(home, 'cannot be moved or cancelled any more');
    now = nine;
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET Status = 'Cancelled'`));
    expect((await get(`${home}/move`).expect(409)).text).toContain('This appointment is cancelled.');
    await post(`${home}/move`, { Start: minutes('2027-03-02T17:15:00Z') }).expect(409);
    // A second click changes nothing, and is no error.
    await post(`${home}/cancel`).expect(303);
    expect(await count(sql`messages WHERE Kind <> 'AppointmentMade'`)).toBe(0);
  });

  it('a customer who did not come when called says to be here again, and waits as a walk-in', async () => {
    const home = await booked();
    now = '2027-03-02T17:00:00.0000000';
    await post(`${home}/here`).expect(303);
    const [{ CheckInId }] = await app.db.all<{ CheckInId: string }>(sql`SELECT CheckInId FROM appointments`);
    await app.http.post(`/v1/CustomerCheckins/${CheckInId}`).set(admin).send({ Status: 4 }).expect(200);
    expect(await row()).toMatchObject({ Status: 'Missed' });
    now = '2027-03-02T17:30:00.0000000';
    expect(textOf(await get(home).expect(200))).toContain(`${home}/here`);
    await post(`${home}/here`).expect(303);
    expect(await row()).toMatchObject({ Status: 'Planned' });
    expect(await count(sql`checkins WHERE BookedFor IS NULL AND Status = 0`)).toBe(1);
  });

  it('moves the booking, with its own place counting as free, and keeps link and code', async () => {
    const home = await booked();
    const { Code } = await row();
    expect((await get(`${home}/move`).expect(200)).text).toContain(`value="${minutes('2027-03-02T17:15:00Z')}"`);
    const moved = await post(`${home}/move`, { Start: minutes('2027-03-02T17:15:00Z') }).expect(303);
    expect(moved.headers.location).toBe(home);
    expect(await row()).toMatchObject({ Code, StartDate: '2027-03-02T17:15:00.0000000' });
    await post(`${home}/move`, { Start: minutes('2027-03-06T17:15:00Z') }).expect(409);
    expect((await row()).StartDate).toBe('2027-03-02T17:15:00.0000000');
    expect((await get(home).expect(200)).text).toContain(Code);
  });

  it('the page for moving a booking offers every bookable day, 14 days on each page', async () => {
    await rule({ DaysAhead: 30 });
    try {
      const home = await booked();
      const page = textOf(await get(`${home}/move`).expect(200));
      expect(page.match(/<details/g)).toHaveLength(14);
      const more = /\/move\?from=2027-03-19/.exec(page)![0];
      const further = textOf(await get(home + more).expect(200));
      expect(further).toContain(`value="${minutes('2027-03-31T15:00:00Z')}"`);
      expect(further).not.toContain('?from=');
    } finally {
      await rule(bookable);
    }
  });

  it('cancels the booking by a button, tells the customer, and shows it', async () => {
    const home = await booked();
    expect((await get(`${home}/cancel`).expect(200)).text).toContain('(Mountain Standard Time)');
    expect(await row()).toMatchObject({ Status: 'Planned' });
    await post(`${home}/cancel`).expect(303);
    expect(await row()).toMatchObject({ Status: 'Cancelled' });
    const kinds = await app.db.all<{ Kind: string }>(sql`SELECT Kind FROM messages ORDER BY MessageId`);
    expect(kinds.map(({ Kind }) => Kind)).toEqual(['AppointmentMade', 'AppointmentCancelled']);
    expect((await get(home).expect(200)).text).toContain('is cancelled');
  });

  it('a customer whose contact is locked and marked DoNotContact books, and gets the messages', async () => {
    const EmailPersonal = 'locked@example.org';
    const ContactId = await contact({ EmailPersonal, DoNotContact: true });
    await app.db.tx(() =>
      app.db.update(Contact, { ContactId }, { Locked: true, LockedByAgentId: agent.other, LockedTimestamp: nine }),
    );
    const home = await booked({ Email: EmailPersonal, LastName: 'Ortiz' });
    expect(await row()).toMatchObject({ ContactId });
    await post(`${home}/move`, { Start: minutes('2027-03-02T17:15:00Z') }).expect(303);
    await post(`${home}/cancel`).expect(303);
    expect(await app.db.all(sql`SELECT Kind, State, Recipient FROM messages ORDER BY MessageId`)).toEqual(
      ['AppointmentMade', 'AppointmentMoved', 'AppointmentCancelled'].map((Kind) => ({
        ...{ Kind, State: 'Pending', Recipient: EmailPersonal },
      })),
    );
    // The contact did not ask for the messages of a booking that staff make.
    const sent = { LineId: line.a, StartDate: '2027-03-03T17:00:00Z', CustomerId: await guidOf(ContactId) };
    await app.http.post('/v1/Bookings').set(admin).send(sent).expect(200);
    expect(await count(sql`messages WHERE State = 'NotSent'`)).toBe(1);
  });

  it('offers a calendar entry', async () => {
    const home = await booked();
    expect((await get(`${home}/calendar.ics`).expect(200)).text).toContain('DTSTART:20270302T170000Z');
  });

  it('an address has one booking ahead on a line, and is shown it', async () => {
    await booked();
    const formId = String(++forms).padStart(32, '0');
    await hold({ FormId: formId }, start('2027-03-03T17:00:00Z'));
    // The contact of the first booking has this e-mail address and last name.
    const refused = await post(`/hold/${app.get(BookingLinksService).tokenOfHold(formId)}`).expect(409);
    expect(refused.text).toContain('You have booked already');
  });

  it('a customer has three bookings ahead in all, on whichever lines, and is shown them', async () => {
    const EmailPersonal = 'three@example.org';
    const ContactId = await contact({ EmailPersonal });
    const ahead = (LineId: string, at: number) => ({
      ...{ ContactId, AgentId: agent.own, EventTypeId: 2, Status: 'Planned', LineId, BookedBy: 'Customer' },
      ...{ StartDate: `2027-03-0${at}T17:00:00.0000000`, EndDate: `2027-03-0${at}T17:30:00.0000000` },
    });
    await store(app, 'Appointment', [ahead(line.b, 3), ahead(line.far, 4), ahead(line.extra[0], 5)]);
    const link = await lapsed({ Email: EmailPersonal, LastName: 'Ortiz' });
    const refused = await post(link).expect(409);
    expect(refused.text).toContain('You have booked already');
    expect(textOf(refused).match(/href="\/booking\//g)).toHaveLength(3);
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET Status = 'Cancelled' WHERE LineId = ${line.b}`));
    await post(link).expect(303);
  });

  it('the customer is the only contact with the e-mail address and last name, else a new one', async () => {
    const work = await contact({ EmailWork: 'only@example.org', LastName: 'Muñoz' });
    const other = await contact({ EmailPersonal: 'only@example.org', LastName: 'Vega' });
    await booked({ Email: 'ONLY@example.org', LastName: 'munoz' });
    expect(await row()).toMatchObject({ ContactId: work });
    await app.http.delete(`/v1/Contacts/${work}`).set(admin).expect(200);
    const twins = [1, 2].map(() => contact({ EmailPersonal: 'twins@example.org' }));
    const known = [work, other, ...(await Promise.all(twins))];
    const times = ['18:00', '19:00'].map((time) => `2027-03-02T${time}:00Z`);
    await booked({ Email: 'only@example.org', LastName: 'Muñoz' }, times[0]);
    await booked({ Email: 'twins@example.org', LastName: 'Ortiz' }, times[1]);
    const made = await app.db.all<{ ContactId: number; SourceNote: string }>(
      sql`SELECT c.ContactId AS ContactId, c.SourceNote AS SourceNote
        FROM contacts c JOIN appointments p ON p.ContactId = c.ContactId WHERE p.StartDate > ${due}`,
    );
    expect(made.map(({ SourceNote }) => SourceNote)).toEqual(['Booking page', 'Booking page']);
    for (const { ContactId } of made) expect(known).not.toContain(ContactId);
  });

  it('the link of a booking ends with the business day after the one of its EndDate', async () => {
    const home = await booked();
    now = '2027-03-04T06:59:59.9999999';
    await get(home).expect(200);
    now = '2027-03-04T07:00:00.0000000';
    for (const page of ['', '/move', '/cancel', '/calendar.ics']) await get(home + page).expect(404);
  });

  it('the link of a booking stays valid if its contact is merged into others, until it is restored', async () => {
    const home = await booked({ Email: 'twice@example.org', LastName: 'Ortiz' });
    const first = (await row()).ContactId;
    for (const EmailPersonal of ['second@example.org', 'third@example.org']) {
      const survivor = await contact({ EmailPersonal });
      const From = [(await row()).ContactId];
      await app.http.post(`/v1/Contacts/${survivor}/Merge`).set(admin).send({ From }).expect(200);
      expect((await row()).ContactId).toBe(survivor);
      await get(home).expect(200);
    }
    await post(`${home}/move`, { Start: minutes('2027-03-02T17:15:00Z') }).expect(303);
    expect(await row()).toMatchObject({ StartDate: '2027-03-02T17:15:00.0000000' });
    const present = `/booking/${app.get(BookingLinksService).tokenOf(await row())}`;
    await get(present).expect(200);
    await app.http.post(`/v1/Contacts/${first}/Restore`).set(admin).expect(200);
    await get(home).expect(404);
    await get(present).expect(200);
  });

  it('a wrong link shows nothing, and another contact ends the link', async () => {
    const home = await booked();
    await get(`${home.slice(0, -4)}AAAA`).expect(404);
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET ContactId = 1`));
    await get(home).expect(404);
  });
});
