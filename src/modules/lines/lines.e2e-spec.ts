import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { agent, desk, guidOf, line, newCustomer, north, seedVisits, south } from '../../../test/support/data/visits.js';

let app: TestApp;
let admin: { Authorization: string };
let own: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-05-04T09:00:00' });
  await seedVisits(app);
  admin = await app.as('Administrator');
  own = await app.as('Agent', agent.own);
});
afterAll(() => app.close());

const at = '/v1/Lines';
const ids = (body: { Lines: { Id: string }[] }): string[] => body.Lines.map(({ Id }) => Id);
const checkIn = (visit: object) =>
  app.http
    .post('/v1/CustomerCheckins')
    .set(admin)
    .send({ CustomerId: newCustomer(), LocationId: north, ...visit })
    .expect(200);

/** Adds a line at the location North; returns its id. */
const newLine = async (Name: string): Promise<string> =>
  (await app.http.post(at).set(admin).send({ LocationId: north, Name }).expect(200)).body.Lines[0].Id;
/** Adds a station at the location North; returns its id. */
async function newStation(Name: string, LineIds: string[]): Promise<string> {
  const sent = { LocationId: north, Name, LineIds };
  return (await app.http.post('/v1/Stations').set(admin).send(sent).expect(200)).body.Stations[0].StationId;
}

it('lists the lines in scope by location and name, including inactive lines', async () => {
  const { body } = await app.http.get(at).set(admin).expect(200);
  const stored = [line.a, line.b, line.closed, ...line.extra, line.far];
  expect(ids(body).filter((id) => stored.includes(id))).toEqual(stored);
  expect(ids((await app.http.get(at).set(own).expect(200)).body)).not.toContain(line.far);
  expect(body.Lines[0]).toMatchObject({ LocationName: 'North', LineImages: [{ ImageTitle: 'Sooner' }, {}] });
});

it('filters lines by LocationId and Active', async () => {
  expect(ids((await app.http.get(`${at}?LocationId=${south}`).set(admin)).body)).toEqual([line.far]);
  const { body } = await app.http.get(`${at}?LocationId=${north}&Active=false&include=total`).set(admin);
  expect(ids(body)).toEqual([line.closed]);
  expect(body.ResponseStatus.Meta).toEqual({ Total: '1' });
});

it('answers the wait of a customer who would check in now', async () => {
  const wait = async () => (await app.http.get(`${at}/${line.a}`).set(own).expect(200)).body.Lines[0].WaitTime;
  expect(await wait()).toBe(0);
  for (let visits = 0; visits < 3; visits++) await checkIn({ LineId: line.a });
  await checkIn({ LineId: line.a, SignInTime: '2026-05-03T09:00:00' });
  // Two stations serve three visits of 25 minutes each. The second station is free after 25 minutes. The visit of
  // yesterday does not count.
  expect(await wait()).toBe(25);
  await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: false }).expect(200);
  expect(await wait()).toBe(75);
  await app.http.put(`/v1/Stations/${desk.second}`).set(admin).send({ Open: true }).expect(200);
});

it('answers a line only if it is in scope', async () => {
  await app.http.get(`${at}/${line.far}`).set(own).expect(403);
  await app.http
    .get(`${at}/${guidOf(999)}`)
    .set(own)
    .expect(404);
});

it('lets an Administrator add and change a line, and sets EntDate and ModDate', async () => {
  const sent = { LocationId: north, Name: 'Loans', ServiceDurationMinutes: 40, EntDate: '2020-01-01', WaitTime: 7 };
  const { body } = await app.http.post(at).set(admin).send(sent).expect(200);
  const [{ Id }] = body.Lines;
  const EntDate = '2026-05-04T09:00:00.0000000Z';
  const made = { LocationName: 'North', Active: true, WaitTime: 0, EntDate, ModDate: EntDate, LineImages: [] };
  expect(body.Lines).toMatchObject([{ Name: 'Loans', ServiceDurationMinutes: 40, ...made }]);
  const sentBack = { ...body.Lines[0], Name: 'Credit' };
  const changed = await app.http.put(`${at}/${Id}`).set(admin).send(sentBack).expect(200);
  expect(changed.body.Lines).toEqual([sentBack]);
  await app.http
    .post(at)
    .set(admin)
    .send({ Id, ...sent })
    .expect(409);
});

it('refuses a line without a name or with an unknown location', async () => {
  expect(fieldErrors(await app.http.post(at).set(admin).send({}).expect(400))).toEqual([
    'LocationId NotEmpty',
    'Name NotEmpty',
  ]);
  const nowhere = { Name: 'Nowhere', LocationId: guidOf(999), Cost: -1 };
  expect(fieldErrors(await app.http.post(at).set(admin).send(nowhere).expect(400))).toEqual([
    'Cost GreaterThanOrEqual',
    'LocationId Unknown',
  ]);
});

it('deactivates a line with visits instead of removing it, and refuses to move it', async () => {
  const Id = await newLine('Visited');
  await checkIn({ LineId: Id });
  await app.http.put(`${at}/${Id}`).set(admin).send({ LocationId: south }).expect(409);
  const { body } = await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
  expect(body.Lines).toMatchObject([{ Id, Active: false }]);
  await app.http.put(`${at}/${Id}`).set(admin).send({ Active: true }).expect(200);
});

it('removes a line with its questions, and from its stations', async () => {
  const Id = await newLine('Removed');
  const questions = { LineQuestions: [{ LineId: Id, Question: 'Why?' }] };
  await app.http.post('/v1/LineQuestions').set(admin).send(questions).expect(200);
  const station = await newStation('Of a removed line', [Id, line.a]);
  const { body } = await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
  expect(body.Lines).toMatchObject([{ Id, Name: 'Removed' }]);
  await app.http.get(`${at}/${Id}`).set(admin).expect(404);
  const { body: stations } = await app.http.get(`/v1/Stations/${station}`).set(own).expect(200);
  expect(stations.Stations).toMatchObject([{ LineIds: [line.a] }]);
});

it('removes a line from the stations of the location that it leaves', async () => {
  const Id = await newLine('Moving');
  const station = await newStation('Of a moving line', [line.a, Id]);
  const { body } = await app.http.put(`${at}/${Id}`).set(admin).send({ LocationId: south }).expect(200);
  expect(body.Lines).toMatchObject([{ LocationName: 'South' }]);
  const { body: stations } = await app.http.get(`/v1/Stations/${station}`).set(own).expect(200);
  expect(stations.Stations).toMatchObject([{ LineIds: [line.a] }]);
  await app.http.delete(`${at}/${Id}`).set(admin).expect(200);
});
