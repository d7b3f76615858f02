import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { agent, guidOf, line, newCustomer, north, seedVisits, south } from '../../../test/support/data/visits.js';

let app: TestApp;
let admin: { Authorization: string };
let own: { Authorization: string };
let upline: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  admin = await app.as('Administrator');
  own = await app.as('Agent', agent.own);
  upline = await app.as('Agent', agent.upline);
});
afterAll(() => app.close());

const at = '/v1/Locations';
const names = (body: { Locations: { Name: string }[] }): string[] => body.Locations.map(({ Name }) => Name);

it('lists the locations in scope, by name', async () => {
  expect(names((await app.http.get(at).set(admin).expect(200)).body)).toEqual(['North', 'South']);
  for (const caller of [own, upline])
    expect((await app.http.get(at).set(caller).expect(200)).body.Locations).toEqual([
      { LocationId: north, Name: 'North', Active: true },
    ]);
  expect((await app.http.get(`${at}.csv?Name=South`).set(admin)).text).toBe(
    `LocationId,Name,Active\r\n${south},South,true\r\n`,
  );
});

it('answers a location only if it is in scope', async () => {
  const { body, headers } = await app.http.get(`${at}/${north}`).set(own).expect(200);
  expect(body.Locations).toEqual([{ LocationId: north, Name: 'North', Active: true }]);
  expect(headers.etag).toMatch(/^"[\w-]+-json"$/);
  await app.http.get(`${at}/${south}`).set(own).expect(403);
  await app.http
    .get(`${at}/${guidOf(999)}`)
    .set(own)
    .expect(404);
});

it('lets an Administrator add, change and remove a location', async () => {
  const { body } = await app.http.post(at).set(admin).send({ Name: 'East' }).expect(200);
  const [{ LocationId }] = body.Locations;
  expect(body.Locations).toEqual([{ LocationId: expect.stringMatching(/^[0-9a-f]{32}$/), Name: 'East', Active: true }]);
  const changed = await app.http.put(`${at}/${LocationId}`).set(admin).send({ Name: 'Far East' }).expect(200);
  expect(changed.body.Locations).toEqual([{ LocationId, Name: 'Far East', Active: true }]);
  const auditRow = await app.db.one<{ Changes: string; Operation: string }>(
    sql`SELECT Operation, Changes FROM audit WHERE RecordId = ${LocationId} ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(auditRow).toMatchObject({ Operation: 'changeLocation', Changes: expect.stringContaining('Far East') });
  expect((await app.http.delete(`${at}/${LocationId}`).set(admin).expect(200)).body).toEqual({
    ...changed.body,
  });
  await app.http.delete(`${at}/${LocationId}`).set(admin).expect(404);
  await app.http.put(`${at}/${LocationId}`).set(admin).send({ Name: 'Nowhere' }).expect(404);
});

it('adds a location once for an Idempotency-Key', async () => {
  const add = () => app.http.post(at).set(admin).set('Idempotency-Key', 'a-new-office').send({ Name: 'West' });
  const first = await add().expect(200);
  expect((await add().expect(200)).body).toEqual(first.body);
  await app.http.delete(`${at}/${first.body.Locations[0].LocationId}`).set(admin).expect(200);
});

it('uses the LocationId that the client sends, and refuses a used LocationId', async () => {
  const sent = { LocationId: guidOf(150), Name: 'East' };
  expect((await app.http.post(at).set(admin).send(sent).expect(200)).body.Locations).toMatchObject([sent]);
  await app.http.post(at).set(admin).send(sent).expect(409);
  await app.http.delete(`${at}/${sent.LocationId}`).set(admin).expect(200);
});

it('refuses a location without a name', async () => {
  expect(fieldErrors(await app.http.post(at).set(admin).send({}).expect(400))).toEqual(['Name NotEmpty']);
  const long = { Name: 'x'.repeat(201) };
  expect(fieldErrors(await app.http.put(`${at}/${north}`).set(admin).send(long).expect(400))).toEqual(['Name Length']);
});

it('refuses to remove a location with lines or stations, and deactivates a location with visits', async () => {
  await app.http.delete(`${at}/${south}`).set(admin).expect(409);
  const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
  await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  const { body } = await app.http.delete(`${at}/${north}`).set(admin).expect(200);
  expect(body.Locations).toEqual([{ LocationId: north, Name: 'North', Active: false }]);
  const another = { ...visit, CustomerId: newCustomer() };
  expect(fieldErrors(await app.http.post('/v1/CustomerCheckins').set(admin).send(another).expect(400))).toEqual([
    'LocationId Unknown',
  ]);
  await app.http.put(`${at}/${north}`).set(admin).send({ Active: true }).expect(200);
  await app.http.post('/v1/CustomerCheckins').set(admin).send(another).expect(200);
});
