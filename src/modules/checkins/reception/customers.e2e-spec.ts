import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { grantAtDesk, receptionistAt } from '../../../../test/support/data/receptionist.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import { agent, guidOf, line, north, seedVisits, south } from '../../../../test/support/data/visits.js';

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
  for (let index = 0; index < 22; index++) await app.http.post('/v1/Contacts').set(admin).send(sent(index)).expect(200);
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

it('refuses a search for customers at a location out of scope, or with less than three characters', async () => {
  expect(fieldErrors(await ask({}).expect(400))).toEqual(['LocationId NotEmpty', 'Search NotEmpty']);
  expect(fieldErrors(await ask({ LocationId: north, Search: ' lo ' }).expect(400))).toEqual(['Search Length']);
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
  await search('no').expect(400);
  await search('Maria ٥٠٥').expect(200);
  for (const one of ['5055', '555 0142', 'Maria 505', '(505)', '+1505', '٥٠٥', '５０５', 'x142'])
    expect((await search(one).expect(429)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
  await search('maria').expect(200);
  await search('505', rosa, north).expect(200);
});
