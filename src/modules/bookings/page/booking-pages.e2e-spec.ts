import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { store } from '../../../../test/support/data/rows.js';
import { agent, line, north, seedVisits } from '../../../../test/support/data/visits.js';
import { BookingLinksService } from '../../messages/booking-links.service.js';

/** Monday, 09:00 in Denver. */
const CLOCK = '2027-03-01T16:00:00Z';
const settings = {
  ...{ CLOCK, TIME_ZONE: 'America/Denver', REQUEST_DEADLINE: '20', FORMS_PER_ADDRESS: '0', TRUST_PROXY: '1' },
  ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'office@example.com' },
};
const weekdays = [1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, From: '09:00', To: '17:00' }));
const minutes = (moment: string): number => Date.parse(moment) / 60_000;
const ten = '2027-03-02T17:00:00Z';
const base = `/book/${north}/${line.a}`;
const typed = {
  ...{ FirstName: 'Rosa', LastName: 'Delgado', Email: 'rosa@example.org', Phone: '(303) 555-0175', Note: '' },
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp(settings);
  await seedVisits(app);
  await store(app, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Visit', EventCategory: 'Service' }]);
  const admin = await app.as('Administrator');
  const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);
  await put(`/v1/Locations/${north}`, { OpeningHours: weekdays });
  const rule = { Bookable: true, AgentId: agent.own, Instructions: 'Bring a card.', DaysAhead: 14 };
  await put(`/v1/Lines/${line.a}/BookingRule`, rule);
});
afterAll(() => app.close());
afterEach(() =>
  app.db.tx(async () => {
    for (const table of [sql`messages`, sql`booking_holds`, sql`appointments`])
      await app.db.execute(sql`DELETE FROM ${table}`);
  }),
);

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
    expect(office).toContain('09:00–17:00');
    const days = textOf(await get(base).expect(200));
    expect(days).toContain(`href="${base}/2027-03-02"`);
    expect(days).toMatch(/class="choice full">Saturday, March 6/);
    const times = textOf(await get(`${base}/2027-03-02`).expect(200));
    expect(times).toContain(`href="${start()}"`);
    expect(times).toContain('10:00 AM');
    expect(times).toContain('Mountain Standard Time');
    expect((await get(start(), 'es').expect(200)).text).toContain('Reservar esta hora');
    for (const wrong of [`/book/${line.a}`, `/book/${north}/${line.b}`, `${base}/2027-02-30`, `${base}/2027-03-02/x`])
      await get(wrong).expect(404);
  });

  it('a form makes a hold and a mail, a button confirms it, and opening the link changes nothing', async () => {
    const sent = await hold().expect(303);
    expect(sent.headers.location).toBe(`/book/${north}/sent`);
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
    const shown = (await get(new URL(booked.headers.location).pathname).expect(200)).text;
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
    expect(textOf(taken)).toContain(start('2027-03-02T17:30:00Z'));
  });
});

describe('the page of a booking', () => {
  async function booked(body: object = {}, moment = ten): Promise<string> {
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE LastName = 'Delgado'`));
    const formId = String(++forms).padStart(32, '0');
    const details = JSON.stringify({ ...typed, ...body });
    const token = app.get(BookingLinksService).tokenOfHold(formId);
    const { sha256 } = await import('../../../auth/accounts/secrets.js');
    const at = `${moment.slice(0, 19)}.0000000`;
    await store(app, 'BookingHold', [
      {
        ...{ TokenHash: sha256(token), FormId: formId, LineId: line.a, StartDate: at, EndDate: at, EmailHash: formId },
        ...{ Details: details, CreatedAt: '2027-03-01T15:00:00.0000000', ExpiresAt: '2027-03-01T15:30:00.0000000' },
      },
    ]);
    const answer = await post(`/hold/${token}`);
    expect([answer.status, answer.text]).toEqual([303, expect.anything()]);
    const { headers } = answer;
    return new URL(headers.location).pathname;
  }
  const row = async () =>
    (
      await app.db.all<{ StartDate: string; Status: string; Code: string }>(
        sql`SELECT StartDate, Status, Code FROM appointments`,
      )
    )[0];

  it('confirms a lapsed hold if the time is still free', async () => {
    await booked();
    expect(await row()).toMatchObject({ Status: 'Planned', StartDate: '2027-03-02T17:00:00.0000000' });
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

  it('cancels the booking by a button, tells the customer, and shows it', async () => {
    const home = await booked();
    await get(`${home}/cancel`).expect(200);
    expect(await row()).toMatchObject({ Status: 'Planned' });
    await post(`${home}/cancel`).expect(303);
    expect(await row()).toMatchObject({ Status: 'Cancelled' });
    const kinds = await app.db.all<{ Kind: string }>(sql`SELECT Kind FROM messages ORDER BY MessageId`);
    expect(kinds.map(({ Kind }) => Kind)).toEqual(['AppointmentMade', 'AppointmentCancelled']);
    expect((await get(home).expect(200)).text).toContain('is cancelled');
  });

  it('offers a calendar entry, and refuses to arrive too early', async () => {
    const home = await booked();
    const { text } = await get(`${home}/calendar.ics`).expect(200);
    expect(text).toContain('DTSTART:20270302T170000Z');
    await post(`${home}/here`).expect(409);
  });

  it('an address has one booking ahead on a line, and is shown it', async () => {
    await booked();
    const formId = String(++forms).padStart(32, '0');
    await hold({ FormId: formId }, start('2027-03-03T17:00:00Z'));
    // The contact of the first booking has this e-mail address and last name.
    const refused = await post(`/hold/${app.get(BookingLinksService).tokenOfHold(formId)}`).expect(409);
    expect(refused.text).toContain('You have booked already');
  });

  it('a wrong link shows nothing, and another contact ends the link', async () => {
    const home = await booked();
    await get(`${home.slice(0, -4)}AAAA`).expect(404);
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET ContactId = 1`));
    await get(home).expect(404);
  });
});
