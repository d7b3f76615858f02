import sql from 'sql-template-tag';
import { startApp, type TestApp, password } from '../../../../test/support/app/app.js';
import { grantAtDesk, receptionistAt } from '../../../../test/support/data/receptionist.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import {
  agent,
  guidOf,
  line,
  north,
  seedVisits,
  south,
  desk,
  newCustomer,
} from '../../../../test/support/data/visits.js';
import { KioskKeysService } from '../../../auth/api-keys/kiosk/kiosk-keys.service.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Registry } from '../../../http/endpoint/registry.js';

describe('customers', () => {
  const path = '/v1/CustomerCheckins/Customers';

  let app: TestApp;
  let admin: { Authorization: string };
  let rosa: { Authorization: string };
  /** The ContactGUIDs of the customers, by FirstName. */
  const customers = new Map<string, string>();

  interface Found {
    CustomerId: string;
    CustomerName: string;
    PhoneEnding: string;
    OpenCheckInId: string;
  }

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    admin = await app.as('Administrator');
    await grantAtDesk(app);
    rosa = (await receptionistAt(app, north)).credentials;
    for (const [FirstName, LastName, Phone, AgentId] of [
      ['Maria', 'López', '+1 (505) 555-0142 x7', agent.own],
      ['Marian', 'Lopes', null, agent.other],
      ['Gone', 'Lopez', '505 555 0199', agent.own],
    ]) {
      const sent = { FirstName, LastName, Phone, AgentId, EmailWork: `${FirstName}@example.com` };
      const { body } = await app.http.post('/v1/Contacts').set(admin).send(sent).expect(200);
      customers.set(String(FirstName), body.Contacts[0].ContactGUID);
      if (FirstName === 'Gone')
        await app.http.delete(`/v1/Contacts/${body.Contacts[0].ContactId}`).set(admin).expect(200);
    }
  });
  afterAll(() => app.close());

  const ask = (query: object, caller = rosa) => app.http.get(path).query(query).set(caller);
  const find = async (Search: string, caller = rosa): Promise<Found[]> =>
    (await ask({ LocationId: north, Search }, caller).expect(200)).body.Customers;
  const names = (found: Found[]): string[] => found.map(({ CustomerName }) => CustomerName);

  it('finds customers of every agent by three letters, and shows only name and end of the number', async () => {
    const unset = '0'.repeat(32);
    expect(await find('lop')).toEqual([
      {
        ...{ CustomerId: customers.get('Maria'), CustomerName: 'Maria López', PhoneEnding: '0142' },
        OpenCheckInId: unset,
      },
      { CustomerId: customers.get('Marian'), CustomerName: 'Marian Lopes', PhoneEnding: '', OpenCheckInId: unset },
    ]);
    expect(names(await find('0142'))).toEqual(['Maria López']);
    expect(names(await find('505 555 0142'))).toEqual(['Maria López']);
    expect(await find('nobody')).toEqual([]);
  });

  it('finds no hidden part of a telephone number or an e-mail address for a receptionist', async () => {
    for (const whole of [
      '0142',
      '142',
      'maria 0142',
      '(505) 555-0142',
      '+1 505 555 0142',
      '5055550142',
      'lopez 5055550142',
    ])
      expect([whole, names(await find(whole))]).toEqual([whole, ['Maria López']]);
    for (const part of [
      '505',
      '555',
      '50142',
      '5550142',
      '555 0142',
      '0142 555',
      '505555014',
      'maria 505',
      '1505',
      '014',
    ])
      expect([part, await find(part)]).toEqual([part, []]);
    expect(names(await find('MARIA@example.com'))).toEqual(['Maria López']);
    for (const part of ['example', 'maria exa', 'maria c', 'maria@example.co', 'lopez @example'])
      expect([part, await find(part)]).toEqual([part, []]);
    expect(names(await find('555 0142', admin))).toEqual(['Maria López']);
    expect(names(await find('maria exa', await app.as('Agent', agent.own)))).toEqual(['Maria López']);
  });

  it('finds whole names of two letters or of one East Asian character, with and without a space', async () => {
    for (const [FirstName, LastName] of [
      ['민수', '김'],
      [null, '김지우'],
      [null, '김 민준'],
      ['영', '남궁'],
      ['民秀', '金'],
      ['太郎', '田中'],
      ['ゆき', '森'],
      ['Bo', 'Wu'],
      ['Wei', 'Li'],
      ['Lisa', 'Lind'],
    ])
      await app.http.post('/v1/Contacts').set(admin).send({ FirstName, LastName, AgentId: agent.other }).expect(200);
    for (const [search, ...found] of [
      ['김', '김지우', '김 민준', '민수 김'],
      ['김민', '김 민준', '민수 김'],
      ['김민준', '김 민준'],
      ['준'],
      ['김민수', '민수 김'],
      ['김 민수', '민수 김'],
      ['김'.normalize('NFD'), '김지우', '김 민준', '민수 김'],
      ['김 지우', '김지우'],
      ['남궁', '영 남궁'],
      ['남'],
      ['민'],
      ['金', '民秀 金'],
      ['金 民秀', '民秀 金'],
      ['金民秀', '民秀 金'],
      ['田中', '太郎 田中'],
      ['田中太郎', '太郎 田中'],
      ['森', 'ゆき 森'],
      ['ゆき', 'ゆき 森'],
      ['Li', 'Wei Li'],
      ['li.', 'Wei Li'],
      ['Wu Bo', 'Bo Wu'],
      ['wubo', 'Bo Wu'],
      ['bo', 'Bo Wu'],
      ['Ma'],
      ['m l'],
      ['Lin', 'Lisa Lind'],
    ])
      expect([search, ...names(await find(search)).sort()]).toEqual([search, ...found.sort()]);
  });

  it('shows a customer of whom the search is a whole name before others, even among hundreds', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      FirstName: `Anbo${at}`,
      LastName: 'Ngo',
      AgentId: agent.other,
    }));
    for (const each of many) await app.http.post('/v1/Contacts').set(admin).send(each).expect(200);
    const ng = { FirstName: 'Anbo', LastName: 'Ng', AgentId: agent.other };
    await app.http
      .post('/v1/Contacts')
      .set(admin)
      .send({ ...ng, Name: 'Ng, Anbo' })
      .expect(200);
    const found = names(await find('Anbo Ng'));
    expect(found).toHaveLength(20);
    expect(found[0]).toBe('Anbo Ng');
    expect(new Set(found).size).toBe(20);
  });

  it('OpenCheckInId shows only an open visit of today at the same location', async () => {
    const checkIn = { CustomerId: customers.get('Maria'), LocationId: north, LineId: line.a };
    const away = { CustomerId: customers.get('Maria'), LocationId: south, LineId: line.far };
    await app.http.post('/v1/CustomerCheckins').set(admin).send(away).expect(200);
    expect((await find('maria l'))[0].OpenCheckInId).toMatch(/^0+$/);
    const { body } = await app.http.post('/v1/CustomerCheckins').set(rosa).send(checkIn).expect(200);
    const { Id } = body.CustomerCheckins[0];
    expect((await find('maria l'))[0].OpenCheckInId).toBe(Id);
    await app.http.delete(`/v1/CustomerCheckins/${Id}`).set(rosa).expect(200);
    expect((await find('maria l'))[0].OpenCheckInId).toMatch(/^0+$/);
  });

  it('a search for customers answers at most 20', async () => {
    const sent = (index: number) => ({ FirstName: 'Crowd', LastName: `Member ${index}`, AgentId: agent.own });
    for (let index = 0; index < 22; index++)
      await app.http.post('/v1/Contacts').set(admin).send(sent(index)).expect(200);
    expect(await find('crowd')).toHaveLength(20);
    expect(await find('crowd', admin)).toHaveLength(20);
  });

  it('finds contacts in scope for an agent, and every customer if its user works at the location', async () => {
    const own = await app.as('Agent', agent.own);
    expect(names(await find('lop', own))).toEqual(['Maria López']);
    expect(names(await find('lop', admin))).toEqual(['Maria López', 'Marian Lopes']);
    const userId = await app.userOf('Agent', agent.own);
    const set = (LocationIds: string[]) =>
      app.http.put(`/v1/Users/${userId}/Locations`).set(admin).send({ LocationIds }).expect(200);
    await set([south]);
    expect(names(await find('lop', own))).toEqual(['Maria López']);
    await set([north]);
    expect(names(await find('lop', own))).toEqual(['Maria López', 'Marian Lopes']);
    await set([]);
  });

  it('refuses a search for customers at a location out of scope, or for one letter', async () => {
    expect(fieldErrors(await ask({}).expect(400))).toEqual(['LocationId NotEmpty', 'Search NotEmpty']);
    for (const Search of [' l ', 'L..', '5', '42', '(42)', 'l\u0301', '٥٠'])
      expect([Search, fieldErrors(await ask({ LocationId: north, Search }).expect(400))]).toEqual([
        Search,
        ['Search Length'],
      ]);
    expect(fieldErrors(await ask({ LocationId: north, Search: '---' }).expect(400))).toEqual(['Search Invalid']);
    await ask({ LocationId: south, Search: 'lop' }).expect(403);
    await ask({ LocationId: guidOf(999), Search: 'lop' }).expect(404);
  });

  it('refuses a receptionist without the permission listCustomers', async () => {
    await grantAtDesk(app, ['listQueue']);
    await ask({ LocationId: north, Search: 'lop' }).expect(403);
    await grantAtDesk(app);
  });

  it('applies the list options to customers, and answers them as CSV', async () => {
    const { text } = await app.http
      .get(`${path}.csv?LocationId=${north}&Search=lop&fields=CustomerName,PhoneEnding&orderByDesc=CustomerName&take=1`)
      .set(rosa)
      .expect(200);
    expect(text).toBe('CustomerName,PhoneEnding\r\nMarian Lopes,\r\n');
  });

  it('allows 600 searches by digits in an hour and user, and any number of searches by name', async () => {
    const { credentials } = await receptionistAt(app, south);
    const search = (Search: string, who = credentials, LocationId = south) =>
      app.http.get(path).query({ LocationId, Search }).set(who);
    const statuses: number[] = [];
    for (let at = 0; at < 599; at++) statuses.push((await search(String(5000 + at))).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await search('n').expect(400);
    await search('Maria ٥٠٥').expect(200);
    for (const one of ['5055', '555 0142', 'Maria 505', '(505)', '+1505', '٥٠٥', '５０５', 'x142'])
      expect((await search(one).expect(429)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await search('maria').expect(200);
    await search('505', rosa, north).expect(200);
  });
});

describe('self check-ins', () => {
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
        Ticket: expect.stringMatching(/^A\d+$/),
        ...{ Position: 2, WaitTime: expect.any(Number), VisitUrl: expect.stringMatching(visitUrl) },
      });
      const page = await app.http.get(new URL(body.VisitUrl).pathname).expect(200);
      for (const part of ['1 person is ahead of you.', `Your ticket: <strong>${body.Ticket}</strong>`])
        expect(page.text).toContain(part);
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
      const elsewhere = await post(person(phone, name, { LocationId: south, LineId: line.far })).expect(403);
      expect(elsewhere.body.ResponseStatus.Message).toBe('The key of this kiosk is for another location.');
      for (const LineId of [line.closed, line.far, guidOf(999)])
        expect(fieldErrors(await post(person(phone, name, { LineId })).expect(400))).toEqual(['LineId Unknown']);
    }
    await forgive();
    expect(fieldErrors(await post({}).expect(400))).toEqual([
      ...['LocationId', 'LastName', 'Phone'].map((name) => `${name} NotEmpty`),
    ]);
    await post(person('505 555 0142', 'López', { CustomerId: guidOf(1) })).expect(400);
  });

  it('a kiosk can guess ten times a minute, and a hundred guesses reveal nothing', async () => {
    let now = Date.now();
    jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => now);
    const answers = new Map<string, number>();
    // In each minute the test sends twenty guesses, half of them to another instance. Both instances together answer
    // only ten.
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

  it('a self check-in accepts an Administrator, and tells an Agent that it needs the key of a kiosk', async () => {
    const { body } = await post(person('505 555 0142', 'López'), admin).expect(200);
    await cancel(body.Id);
    const refused = await post(person('505 555 0142', 'López'), await app.as('Agent', agent.own)).expect(403);
    expect(refused.body.ResponseStatus.Message).toBe(
      'This call needs the role Administrator, or the key of a kiosk as X-Api-Key.',
    );
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
      const revoke = (place = at) =>
        app.http.delete(`${place}/${made.KeyId}`).set(admin).send({ OwnPassword: password });
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
      const refused = await app.http
        .post(ofUser)
        .set(admin)
        .send({ Scope: 'kiosk', OwnPassword: password })
        .expect(400);
      expect(fieldErrors(refused)).toEqual(['Scope Invalid']);
    });
  });
});
