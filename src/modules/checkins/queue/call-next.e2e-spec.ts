import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import { agent, desk, guidOf, line, newCustomer, north, seedVisits } from '../../../../test/support/data/visits.js';

let app: TestApp;
/** A second instance of the service on the same database. */
let other: TestApp;
let admin: { Authorization: string };
let own: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  other = await startApp({ DATABASE_URL: app.database });
  await seedVisits(app);
  admin = await app.as('Administrator');
  own = await app.as('Agent', agent.own);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(() => app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`)));

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
async function checkIn(minutes: number, more: object = {}): Promise<string> {
  const AdjustedSignInTime = minutesAgo(minutes);
  const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, AdjustedSignInTime, ...more };
  const { body } = await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  return body.CustomerCheckins[0].Id;
}
const call = (sent: object, caller = own, on = app) =>
  on.http.post('/v1/CustomerCheckins/CallNext').set(caller).send(sent);
async function called(sent: object): Promise<string[]> {
  const { body } = await call(sent).expect(200);
  return body.CustomerCheckins.map(({ Id }: { Id: string }) => Id);
}

const end = (Id: string, Status = 4) =>
  app.http.post('/v1/CustomerCheckins').set(admin).send({ Id, Status }).expect(200);

it('CallNext calls the first waiting customer on the lines of the station', async () => {
  const last = await checkIn(1);
  const first = await checkIn(9, { LineId: line.b });
  const second = await checkIn(5);
  await checkIn(20, { LineId: line.extra[0] });
  await checkIn(30, { Status: 2 });
  const { body } = await call({ StationId: desk.second }).expect(200);
  expect(body.CustomerCheckins).toMatchObject([
    { Id: first, Status: 1, StationId: desk.second, EmployeeId: await app.userOf('Agent', agent.own) },
  ]);
  expect(body.CustomerCheckinRequirements).toMatchObject({ Id: first, Name: 'Billing' });
  expect(await called({ StationId: desk.first })).toEqual([second]);
  await end(first);
  expect(await called({ StationId: desk.second })).toEqual([last]);
  await end(last);
  const { body: none } = await call({ StationId: desk.second }).expect(200);
  expect(none).toMatchObject({ CustomerCheckins: [], CustomerCheckinRequirements: null, Queue: [] });
});

it('CallNext with LineId calls only a customer of that line', async () => {
  await checkIn(9);
  const billing = await checkIn(5, { LineId: line.b });
  expect(await called({ StationId: desk.second, LineId: line.b })).toEqual([billing]);
  await end(billing);
  expect(await called({ StationId: desk.second, LineId: line.b })).toEqual([]);
});

it('CallNext calls no customer of another day', async () => {
  await checkIn(2 * 24 * 60, { SignInTime: minutesAgo(2 * 24 * 60) });
  expect(await called({ StationId: desk.first })).toEqual([]);
});

it('CallNext sets EmployeeId to the caller, even to an Administrator without an agent', async () => {
  await checkIn(3, { EmployeeId: await app.userOf('Agent', agent.own) });
  const { body } = await call({ StationId: desk.first }, admin).expect(200);
  const EmployeeId = await app.userOf('Administrator');
  expect(body.CustomerCheckins).toMatchObject([{ Status: 1, StationId: desk.first, EmployeeId }]);
  const { body: me } = await app.http.get('/v1/Auth/Me').set(admin).expect(200);
  expect(body.Queue).toMatchObject([{ EmployeeId, EmployeeName: me.DisplayName }]);
  expect(me.DisplayName).not.toBe('');
});

it('CallNext answers the same entry as the queue for the called visit', async () => {
  await checkIn(3);
  const { body } = await call({ StationId: desk.first }).expect(200);
  const { body: queue } = await app.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(own).expect(200);
  expect(body.Queue).toEqual(queue.Queue);
  expect(body.Queue).toMatchObject([{ Id: body.CustomerCheckins[0].Id, Status: 1, Position: 1, StationName: 'First' }]);
});

it.each([1, 2])('CallNext refuses a station that has a visit with Status %i, and names the visit', async (Status) => {
  const [first, second] = [await checkIn(9), await checkIn(5)];
  expect(await called({ StationId: desk.first })).toEqual([first]);
  if (Status === 2) await end(first, 2);
  const { body } = await call({ StationId: desk.first }).expect(409);
  expect(body.ResponseStatus.Meta).toMatchObject({ CheckInId: first });
  await end(first, Status === 2 ? 3 : 4);
  expect(await called({ StationId: desk.first })).toEqual([second]);
});

it('two concurrent calls for one station call one customer', async () => {
  await checkIn(9);
  await checkIn(5);
  const answers = await Promise.all([app, other].map((on) => call({ StationId: desk.first }, own, on)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('CallNext ignores a visit of an earlier day at the station', async () => {
  const old = { SignInTime: minutesAgo(2 * 24 * 60), StationId: desk.first, Status: 2 };
  await checkIn(2 * 24 * 60, old);
  const first = await checkIn(1);
  expect(await called({ StationId: desk.first })).toEqual([first]);
});

it('CallNext refuses a station that is closed', async () => {
  await checkIn(3);
  await call({ StationId: desk.shut }).expect(409);
});

it('CallNext refuses an unknown, inactive or out-of-scope station, and a line of another station', async () => {
  expect(fieldErrors(await call({}).expect(400))).toEqual(['StationId NotEmpty']);
  expect(fieldErrors(await call({ StationId: guidOf(999) }).expect(400))).toEqual(['StationId Unknown']);
  expect(fieldErrors(await call({ StationId: desk.first, LineId: line.far }).expect(400))).toEqual(['LineId Unknown']);
  expect(fieldErrors(await call({ StationId: desk.first, LineId: line.b }).expect(400))).toEqual(['LineId Unknown']);
  expect(fieldErrors(await call({ StationId: desk.first, LineId: guidOf(998) }).expect(400))).toEqual([
    'LineId Unknown',
  ]);
  await call({ StationId: desk.far }).expect(403);
  await app.http.put(`/v1/Stations/${desk.shut}`).set(admin).send({ Active: false }).expect(200);
  expect(fieldErrors(await call({ StationId: desk.shut }).expect(400))).toEqual(['StationId Unknown']);
  await app.http.put(`/v1/Stations/${desk.shut}`).set(admin).send({ Active: true }).expect(200);
});

it('CallNext adds an audit row', async () => {
  const Id = await checkIn(3);
  expect(await called({ StationId: desk.first })).toEqual([Id]);
  const auditRow = await app.db.one(
    sql`SELECT Operation, Record, RecordId FROM audit WHERE RecordId = ${Id} ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(auditRow).toEqual({ Operation: 'callNext', Record: 'Checkin', RecordId: Id });
});

it('two CallNext requests with the same Idempotency-Key call one customer', async () => {
  await checkIn(9);
  await checkIn(5);
  const again = () => call({ StationId: desk.first }).set('Idempotency-Key', 'next-please');
  const { body } = await again().expect(200);
  expect((await again().expect(200)).body).toEqual(body);
});

it('CallNext never calls one customer to two stations', async () => {
  const visits = 12;
  const waiting: string[] = [];
  for (let minutes = visits; minutes > 0; minutes--) waiting.push(await checkIn(minutes));
  const stations = Array.from({ length: visits + 4 }, (_, index) => guidOf(700 + index));
  for (const StationId of stations) {
    const station = { StationId, LocationId: north, Name: StationId, Open: true, LineIds: [line.a] };
    await app.http.post('/v1/Stations').set(admin).send(station).expect(200);
  }
  const answers = await Promise.all(
    stations.map((StationId, index) => call({ StationId }, own, index % 2 === 0 ? app : other)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const ids = answers.flatMap(({ body }) => body.CustomerCheckins.map(({ Id }: { Id: string }) => Id));
  expect([...ids].sort()).toEqual([...waiting].sort());
});
