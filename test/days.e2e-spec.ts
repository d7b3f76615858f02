import sql from 'sql-template-tag';
import { startApp, type TestApp } from './support/app/app.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { addContacts, person, seedPeople } from './support/data/people.js';
import { fieldErrors } from './support/data/rows.js';

const TIME_ZONE = 'America/Denver';
/** The clock of the service: in Denver it is still 30 April. */
const CLOCK = '2026-05-01T03:00:00';
const midnight = 'T00:00:00.0000000';
const { own } = person;

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ TIME_ZONE, CLOCK });
  await seedPeople(app);
  await addContacts(app, [{ ContactId: 1, AgentId: own, Name: 'Ada' }]);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const settings = () => ({ ...cliSettings(app.database), TIME_ZONE, CLOCK });
const exported = async (set: string): Promise<string> =>
  (await app.http.get(`/v1/Sets/${set}.csv`).set(admin).expect(200)).text;

/** Each record set with a day, and the header and a row of its import file, in which DATE stands for the day. */
const ledgers = [
  ['securities-listings', 'ListingId,AgentId,PolicyNumber,ListingDate,Points', `1,${own},A-1,DATE,10`],
  ['securities-adjustments', 'AdjustmentId,AgentId,AdjustmentDate,Points,Amount', `1,${own},DATE,1,1`],
  ['securities-payments', 'PaymentId,AgentId,PaymentDate,Amount', `1,${own},DATE,5`],
  ['agent-levels', 'AgentId,EffectiveDate,Level', `${own},DATE,60`],
] as const;
const written = [
  '2026-03-01',
  `2026-03-01${midnight}`,
  '2026-03-01T23:30:00Z',
  '2026-03-01T23:30:00-07:00',
  '2026-03-01T00:30:00+14:00',
  '/Date(1772395200000-0700)/',
];

it.each(ledgers)(
  'an import of %s stores the day unchanged, and an export returns the same day',
  async (set, header, row) => {
    for (const date of written) {
      const csv = `${header}\n${row.replace('DATE', date)}\n`;
      const call = app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', 'text/csv').send(csv);
      const { status, body } = await call;
      expect([date, status, body.ResponseStatus.Message]).toEqual([date, 200, null]);
      const csvAgain = await exported(set);
      expect(csvAgain.trim().split('\r\n')).toHaveLength(2);
      expect(csvAgain).toContain(`2026-03-01${midnight},`.replace(/,$/, ''));
      expect(csvAgain).not.toContain(`${midnight}Z`);
    }
  },
);

it('the securities summary counts a listing in the month of its day, in a time zone west of UTC', async () => {
  const [[set, header, row]] = ledgers;
  await agency(['import', set, '-'], settings(), `${header}\n${row.replace('DATE', '2026-03-01')}\n`);
  const points = async (range: string): Promise<string> => {
    const { body } = await app.http.get(`/v1/SecuritiesSummary/DateRange/${range}/${own}`).set(admin).expect(200);
    return (body as { ListingSummary: [{ AgentPolicyNumbers: string }] }).ListingSummary[0].AgentPolicyNumbers;
  };
  expect(await points('2026-03-01/2026-03-31')).toBe('A-1');
  expect(await points('2026-03-01/2026-03-01')).toBe('A-1');
  expect(await points('2026-02-01/2026-02-28')).toBe('');
  expect(await points('2026-03-02/2026-03-31')).toBe('');
});

it.each([
  ['Agents', own, 'Agents', 'DOB'],
  ['Agents', own, 'Agents', 'AgreeToDate'],
  ['Agents', own, 'Agents', 'PaidDate'],
  ['Contacts', 1, 'Contacts', 'DateOfBirth'],
  ['Contacts', 1, 'Contacts', 'ProjectEndDate'],
] as const)('PUT %s/%i keeps the day of %s %s as written', async (path, id, list, field) => {
  const day = `2025-12-31${midnight}`;
  for (const date of ['2025-12-31', '2025-12-31T23:30:00-05:00', '2025-12-31T00:30:00+14:00', `${day}Z`]) {
    const put = await app.http
      .put(`/v1/${path}/${id}`)
      .set(admin)
      .send({ [field]: date })
      .expect(200);
    expect([date, put.body[list][0][field]]).toEqual([date, day]);
  }
  const found = async (query: string): Promise<number> =>
    (await app.http.get(`/v1/${path}?${query}`).set(admin).expect(200)).body[list].length;
  expect(await found(`${field}=2025-12-31`)).toBe(1);
  expect(await found(`${field}Between=2025-12-31T22:00:00-07:00,2025-12-31`)).toBe(1);
  expect(await found(`${field}GreaterThanOrEqualTo=2026-01-01`)).toBe(0);
  expect(await found(`${field}LessThanOrEqualTo=2025-12-30`)).toBe(0);
  const { text } = await app.http.get(`/v1/${path}.csv?fields=${field}&${field}IsNull=false`).set(admin).expect(200);
  expect(text).toBe(`${field}\r\n${day}\r\n`);
});

it('rejects a birth date after today in TIME_ZONE, over HTTP and in an import', async () => {
  const put = (path: string, body: object) => app.http.put(`/v1/${path}`).set(admin).send(body);
  for (const [path, field] of [
    ['Contacts/1', 'DateOfBirth'],
    [`Agents/${own}`, 'DOB'],
  ]) {
    const refused = await put(path, { [field]: '2026-05-01' }).expect(400);
    expect(fieldErrors(refused)).toEqual([`${field} InclusiveBetween`]);
    expect(refused.body.ResponseStatus.Errors[0]).toMatchObject({ Meta: { Max: '2026-04-30' } });
    await put(path, { [field]: '2026-04-30' }).expect(200);
  }
  const { code, stderr } = await agency(
    ['import', 'contacts', '-'],
    settings(),
    'ContactId,DateOfBirth\n1,2999-01-01\n',
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('DateOfBirth must not be in the future')]);
  await app.http.get('/v1/Contacts?DateOfBirthLessThanOrEqualTo=2999-01-01').set(admin).expect(200);
});

it('date-times are sent in UTC with Z, SignInTime with +00:00, and unset ones without either', async () => {
  await app.db.tx(() =>
    app.db.execute(sql`UPDATE contacts SET LastContact = '2026-03-01T12:30:00.1234567', LockedTimestamp = NULL`),
  );
  const { text } = await app.http.get('/v1/Contacts/1?fields=LastContact').set(admin).expect(200);
  expect(text).toContain('"LastContact":"2026-03-01T12:30:00.1234567Z"');
  const agent = await app.http.get(`/v1/Agents/${own}?fields=GracePeriodDate`).set(admin).expect(200);
  expect(agent.text).toContain('"GracePeriodDate":"0001-01-01T00:00:00.0000000"');
  const { body } = await app.http.get('/openapi.json');
  expect(body.components.examples.QueueResponse.value.Queue[0].SignInTime).toMatch(/\d{7}\+00:00$/);
});
