import { startApp, type TestApp } from '../../../../test/support/app/app.js';
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

let app: TestApp;
let admin: { Authorization: string };
let own: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  admin = await app.as('Administrator');
  own = await app.as('Agent', agent.own);
});
afterAll(() => app.close());

const at = '/v1/Stations';
/** The listed stations of those that the suite stores before its tests. */
const ids = (body: { Stations: { StationId: string }[] }): string[] =>
  body.Stations.map(({ StationId }) => StationId).filter((id) => Object.values(desk).includes(id));
/** Adds a station at the location North; returns its id. */
async function newStation(Name: string): Promise<string> {
  const sent = { LocationId: north, Name, LineIds: [line.a], Open: true };
  return (await app.http.post(at).set(admin).send(sent).expect(200)).body.Stations[0].StationId;
}

it('lists the stations in scope, by location and name', async () => {
  const mine = [desk.first, desk.second, desk.shut];
  expect(ids((await app.http.get(at).set(admin).expect(200)).body)).toEqual([...mine, desk.far]);
  expect(ids((await app.http.get(at).set(own).expect(200)).body)).toEqual(mine);
  expect(ids((await app.http.get(`${at}?Open=true&LocationId=${north}`).set(own)).body)).toEqual(mine.slice(0, 2));
});

it('answers a station with its lines only if it is in scope', async () => {
  const { body } = await app.http.get(`${at}/${desk.second}`).set(own).expect(200);
  const Stations = [
    { StationId: desk.second, LocationId: north, Name: 'Second', Open: true, LineIds: [line.b, line.a], Active: true },
  ];
  expect(body.Stations).toEqual(Stations);
  await app.http.get(`${at}/${desk.far}`).set(own).expect(403);
  await app.http
    .get(`${at}/${guidOf(999)}`)
    .set(own)
    .expect(404);
});

it('lets an Administrator add, change and remove a station', async () => {
  const sent = { LocationId: north, Name: 'Third', LineIds: [line.a] };
  const { body } = await app.http.post(at).set(admin).send(sent).expect(200);
  expect(body.Stations).toMatchObject([{ ...sent, Open: false, Active: true }]);
  const [{ StationId }] = body.Stations;
  const { body: changed } = await app.http.put(`${at}/${StationId}`).set(admin).send({ Open: true }).expect(200);
  expect(changed.Stations).toEqual([{ ...body.Stations[0], Open: true }]);
  await app.http.delete(`${at}/${StationId}`).set(admin).expect(200);
  await app.http.delete(`${at}/${StationId}`).set(admin).expect(404);
});

it("accepts only lines of the station's location, each once", async () => {
  const bad = { LocationId: north, LineIds: [line.a, line.far, line.a] };
  expect(fieldErrors(await app.http.post(at).set(admin).send(bad).expect(400))).toEqual([
    'Name NotEmpty',
    'LineIds[1] Unknown',
    'LineIds[2] Duplicate',
  ]);
  const elsewhere = { LocationId: south };
  expect(fieldErrors(await app.http.put(`${at}/${desk.shut}`).set(admin).send(elsewhere).expect(400))).toEqual([
    'LineIds[0] Unknown',
  ]);
});

it('requires lines of the new location if a station moves', async () => {
  const station = await newStation('Moving');
  const moved = { LocationId: south, LineIds: [line.far] };
  const { body } = await app.http.put(`${at}/${station}`).set(admin).send(moved).expect(200);
  expect(body.Stations).toMatchObject([moved]);
});

it('deactivates a station with visits instead of removing it, and refuses to move it', async () => {
  const station = await newStation('Visited');
  const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, StationId: station, Status: 1 };
  await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  const away = { LocationId: south, LineIds: [] };
  await app.http.put(`${at}/${station}`).set(admin).send(away).expect(409);
  const { body } = await app.http.delete(`${at}/${station}`).set(admin).expect(200);
  expect(body.Stations).toMatchObject([{ StationId: station, Active: false, Open: false }]);
});
