import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
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
import { SystemClock } from '../../../context/system-clock.js';
import { Registry } from '../../../http/endpoint/registry.js';

const path = '/v1/CustomerCheckins/SelfCheckin';
const visitUrl = /^https:\/\/agency\.example\.com\/visit\/[\w-]{64}$/;
const advice = 'We could not check you in here. Please ask at the desk.';

let app: TestApp;
/** A second instance of the service on the same database. */
let other: TestApp;
let admin: { Authorization: string };
let kiosk: { 'X-Api-Key': string };
let keyId: string;

async function addContact(contact: object): Promise<string> {
  const { body } = await app.http
    .post('/v1/Contacts')
    .set(admin)
    .send({ AgentId: agent.other, ...contact });
  return body.Contacts[0].ContactGUID;
}

beforeAll(async () => {
  app = await startApp({
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', PUBLIC_URL: 'https://agency.example.com' },
  });
  other = await startApp({ DATABASE_URL: app.database });
  await seedVisits(app);
  admin = await app.as('Administrator');
  const made = await app.get(KioskKeysService).create(north);
  keyId = made.KeyId;
  kiosk = { 'X-Api-Key': made.key };
  await addContact({ FirstName: 'Maria', LastName: 'López', Phone: '+1 (505) 555-0142 x7' });
  await addContact({ FirstName: 'Ben', LastName: "O'Neil", PhoneAlt: '505-555-0150' });
  await addContact({ FirstName: 'Bill', LastName: 'Twin', Phone: '505-555-0160' });
  await addContact({ FirstName: 'Bob', LastName: 'Twin', Phone: '(505) 555 0160' });
  await addContact({ FirstName: 'Cleo', LastName: 'Single', Phone: '505-555-0160' });
  await addContact({ BusinessName: 'Nameless Ltd', Phone: '505-555-0170' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(() => jest.restoreAllMocks());
beforeEach(() => forgive());

/** Resets the throttles of all API keys. */
const forgive = () => app.db.tx(() => app.db.execute(sql`UPDATE kiosk_keys SET Tries = 0, TriesSince = NULL`));
const post = (body: object, credentials: Record<string, string> = kiosk, on = app) =>
  on.http.post(path).set(credentials).send(body);
const person = (Phone: string, LastName: string, more: object = {}) => ({
  ...{ LocationId: north, LineId: line.a, Phone, LastName },
  ...more,
});
const cancel = async (Id: string) => app.http.delete(`/v1/CustomerCheckins/${Id}`).set(admin).expect(200);

it('a self check-in ignores the form of the telephone number, letter case and accents', async () => {
  const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
  const ahead = await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  for (const [phone, name] of [
    ['505 555 0142', 'lopez'],
    ['+15055550142', ' LÓPEZ '],
    ['505.555.0150', 'oneil'],
  ]) {
    const { body } = await post(person(phone, name, { SendReminders: true })).expect(200);
    expect(body).toEqual({
      ResponseStatus: expect.objectContaining({ ErrorCode: null }),
      Id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...{ Position: 2, WaitTime: expect.any(Number), VisitUrl: expect.stringMatching(visitUrl) },
    });
    const page = await app.http.get(new URL(body.VisitUrl).pathname).expect(200);
    expect(page.text).toContain('You are number 2 in the line.');
    const stored = (await app.http.get(`/v1/CustomerCheckins/${body.Id}`).set(admin).expect(200)).body;
    expect(stored.CustomerCheckins).toMatchObject([{ LocationId: north, LineId: line.a, SendReminders: true }]);
    await cancel(body.Id);
  }
  await cancel(ahead.body.CustomerCheckins[0].Id);
});

it('a self check-in answers the same 404 to every person who is not found exactly once', async () => {
  const wrong = [
    person('505 555 0142', 'Lopes'),
    person('505 555 0142', '—'),
    person('505 555 0143', 'López'),
    person('0142', 'López'),
    // The number of two customers, and of a business without a last name.
    person('505 555 0160', 'Twin'),
    person('505 555 0170', 'Nameless'),
    person('505 555 0199', 'Nobody'),
  ];
  const answers = new Set<string>();
  for (const guess of wrong) {
    const { status, headers, text } = await post(guess);
    const { date: _date, 'x-request-id': id, ...shown } = headers as Record<string, string>;
    answers.add(JSON.stringify([status, shown, text.replaceAll(id, '')]));
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain(advice);
  expect([...answers][0]).toMatch(/^\[404/);
  await cancel((await post(person('505 555 0160', 'Single')).expect(200)).body.Id);
});

it('a self check-in finds no deleted contact', async () => {
  const CustomerId = await addContact({ FirstName: 'Dora', LastName: 'Gone', Phone: '505-555-0180' });
  const found = await app.db.one<{ ContactId: number }>(
    sql`SELECT ContactId FROM contacts WHERE ContactGUID = ${CustomerId}`,
  );
  await app.http.delete(`/v1/Contacts/${found!.ContactId}`).set(admin).expect(200);
  await post(person('505 555 0180', 'Gone')).expect(404);
});

it('a customer who is already in the queue gets the same place, even by concurrent calls', async () => {
  const calls = await Promise.all([0, 1, 2].map(() => post(person('505 555 0142', 'Lopez'))));
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(calls.map(({ body }) => body.Id)).size).toBe(1);
  const again = await post(person('505 555 0142', 'Lopez', { LineId: line.b })).expect(200);
  expect(again.body).toEqual(calls[0].body);
  const read = (await app.http.get(`/v1/CustomerCheckins/${again.body.Id}`).set(admin)).body.CustomerCheckins[0];
  expect(read.LineId).toBe(line.a);
  await cancel(again.body.Id);
});

it('a self check-in reports errors of the location and the line before it searches for the person', async () => {
  for (const [phone, name] of [
    ['505 555 0142', 'López'],
    ['505 555 0199', 'Nobody'],
  ]) {
    await post(person(phone, name, { LocationId: south, LineId: line.far })).expect(403);
    for (const LineId of [line.closed, line.far, guidOf(999)])
      expect(fieldErrors(await post(person(phone, name, { LineId })).expect(400))).toEqual(['LineId Unknown']);
  }
  await forgive();
  expect(fieldErrors(await post({}).expect(400))).toEqual([
    ...['LocationId', 'LineId', 'Phone', 'LastName'].map((name) => `${name} NotEmpty`),
  ]);
  await post(person('505 555 0142', 'López', { CustomerId: guidOf(1) })).expect(400);
});

it('a kiosk can guess ten times a minute, and a hundred guesses reveal nothing', async () => {
  let now = Date.now();
  jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => now);
  const answers = new Map<string, number>();
  // In each minute the test sends twenty guesses, half of them to another instance. Both instances together answer only
  // ten.
  for (let guess = 0; guess < 100; guess++) {
    const { status, body } = await post(person(`505 555 ${1000 + guess}`, 'López'), kiosk, guess % 2 ? other : app);
    const shown = `${status} ${body.ResponseStatus.Message}`;
    answers.set(shown, (answers.get(shown) ?? 0) + 1);
    if (guess % 20 === 19) now += 60_000;
  }
  expect(answers).toEqual(
    new Map([
      [`404 ${advice}`, 50],
      ['429 This kiosk has made too many calls. Try again in 60 s.', 50],
    ]),
  );
});

it('a throttled key is refused even with the right data, while other keys work', async () => {
  for (let guess = 0; guess < 10; guess++) await post(person('505 555 0142', 'Nobody')).expect(404);
  const { headers } = await post(person('505 555 0142', 'López')).expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(50);
  await app.http.get('/v1/Lines').set(kiosk).expect(200);
  const { key } = await app.get(KioskKeysService).create(north);
  const { body } = await post(person('505 555 0142', 'López'), { 'X-Api-Key': key }).expect(200);
  await cancel(body.Id);
});

it('the throttle of a kiosk counts concurrent calls', async () => {
  const calls = await Promise.all(
    Array.from({ length: 16 }, (_, at) => post(person('505 555 0142', 'Nobody'), kiosk, at % 2 ? other : app)),
  );
  const statuses = calls.map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

it('two self check-ins with one Idempotency-Key add one visit, and the audit names the kiosk', async () => {
  const call = () => post(person('505 555 0142', 'López')).set('Idempotency-Key', 'tablet-1');
  const first = await call().expect(200);
  expect((await call().expect(200)).body).toEqual(first.body);
  const [row] = await app.db.all<{ UserId: string; Operation: string; RecordId: string }>(
    sql`SELECT UserId, Operation, RecordId FROM audit ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(row).toEqual({ UserId: keyId, Operation: 'selfCheckIn', RecordId: first.body.Id });
  const entries = await app.http.get(`/v1/Audit?RecordId=${first.body.Id}`).set(admin).expect(200);
  const { Name } = (await app.http.get(`/v1/Locations/${north}`).set(admin).expect(200)).body.Locations[0];
  expect(entries.body.Audit).toMatchObject([{ UserId: keyId, UserName: `kiosk:${Name}` }]);
  const history = await app.http.get(`/v1/CustomerCheckins/${first.body.Id}/History`).set(admin).expect(200);
  expect(history.body.History).toMatchObject([{ UserName: `kiosk:${Name}`, Operation: 'selfCheckIn' }]);
  await cancel(first.body.Id);
});

it('the key of a kiosk gives access only to the lines of its location and to the self check-in', async () => {
  const { Lines } = (await app.http.get('/v1/Lines').set(kiosk).expect(200)).body;
  expect(new Set(Lines.map(({ LocationId }: { LocationId: string }) => LocationId))).toEqual(new Set([north]));
  expect(Lines[0]).toHaveProperty('WaitTime');
  const { operations } = app.get(Registry);
  const opened: string[] = [];
  for (const { name, declaration, paths, access } of operations.filter((operation) => operation.access !== 'open'))
    for (const at of paths) {
      const verb = declaration.verb.toLowerCase() as 'get';
      const { status } = await app.http[verb](at.replaceAll(/\{\w+\}/g, guidOf(1))).set(kiosk);
      if (status !== 403) opened.push(`${name} ${String(access)}`);
    }
  expect(opened).toEqual(['listLines Agent,Administrator', 'selfCheckIn Administrator']);
  await app.http
    .post('/v1/CustomerCheckins')
    .send({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ApiKey: kiosk['X-Api-Key'] })
    .expect(403);
  await app.http.post('/v1/CustomerCheckins/CallNext').set(kiosk).send({ StationId: desk.first }).expect(403);
});

it('a self check-in accepts an Administrator and refuses an Agent', async () => {
  const { body } = await post(person('505 555 0142', 'López'), admin).expect(200);
  await cancel(body.Id);
  await post(person('505 555 0142', 'López'), await app.as('Agent', agent.own)).expect(403);
});

describe('a key', () => {
  const at = `/v1/Locations/${north}/KioskKeys`;
  const add = (body: object = {}) =>
    app.http
      .post(at)
      .set(admin)
      .send({ OwnPassword: password, ...body });

  it('the key of a kiosk is shown once, is listed, and is refused as soon as it is revoked', async () => {
    const { body, headers } = await add().expect(200);
    expect(headers['cache-control']).toBe('no-store');
    const [{ Key, ...made }] = body.KioskKeys;
    expect(made).toMatchObject({ LocationId: north, LocationName: 'North', Prefix: Key.slice(0, 10) });
    await app.http.get('/v1/Lines').set('X-Api-Key', Key).expect(200);
    const { KioskKeys: listed } = (await app.http.get(at).set(admin).expect(200)).body;
    expect(listed.at(-1)).toMatchObject({ KeyId: made.KeyId, LastUsedAt: expect.stringMatching(/^20/) });
    expect(JSON.stringify(listed)).not.toContain(Key);
    const revoke = (place = at) => app.http.delete(`${place}/${made.KeyId}`).set(admin).send({ OwnPassword: password });
    await revoke(`/v1/Locations/${south}/KioskKeys`).expect(404);
    const revoked = (await revoke().expect(200)).body.KioskKeys;
    expect(revoked).toMatchObject([{ KeyId: made.KeyId, RevokedAt: expect.stringMatching(/^20/) }]);
    expect((await revoke().expect(200)).body.KioskKeys).toEqual(revoked);
    await app.http.get('/v1/Lines').set('X-Api-Key', Key).expect(401);
  });

  it('the key of a kiosk expires, by default after a year', async () => {
    const ExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { Key } = (await add({ ExpiresAt }).expect(200)).body.KioskKeys[0];
    const now = Date.now();
    jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(now + 3_700_000);
    await app.http.get('/v1/Lines').set('X-Api-Key', Key).expect(401);
    await app.http.get('/v1/Lines').set(kiosk).expect(200);
    jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(now + 366 * 24 * 3_600_000);
    await app.http.get('/v1/Lines').set(kiosk).expect(401);
    jest.restoreAllMocks();
    expect(fieldErrors(await add({ ExpiresAt: '2020-01-01' }).expect(400))).toEqual(['ExpiresAt Invalid']);
  });

  it('only Administrators make keys of kiosks, and the scope kiosk is refused for keys of users', async () => {
    const own = await app.as('Agent', agent.own);
    await app.http.get(at).set(own).expect(403);
    await app.http.post(at).set(own).send({ OwnPassword: password }).expect(403);
    await app.http
      .post(`/v1/Locations/${guidOf(999)}/KioskKeys`)
      .set(admin)
      .send({ OwnPassword: password })
      .expect(404);
    await app.http
      .get(`/v1/Locations/${guidOf(999)}/KioskKeys`)
      .set(admin)
      .expect(404);
    const ofUser = `/v1/Users/${await app.userOf('Agent', agent.own)}/ApiKeys`;
    const refused = await app.http.post(ofUser).set(admin).send({ Scope: 'kiosk', OwnPassword: password }).expect(400);
    expect(fieldErrors(refused)).toEqual(['Scope Invalid']);
  });
});
