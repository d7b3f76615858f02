import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { Events } from '../../../test/support/clients/events.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { agent, desk, line, newCustomer, north, seedVisits, south } from '../../../test/support/data/visits.js';
import { UserSetupService } from '../../auth/users/user-setup.service.js';

const path = '/v1/CustomerCheckins';

let app: TestApp;
let admin: { Authorization: string };
let rosa: { Authorization: string };
let user: string;

beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  admin = await app.as('Administrator');
  await grantAtDesk(app);
  ({ UserId: user, credentials: rosa } = await receptionistAt(app, north));
});
beforeEach(() => app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`)));
afterAll(() => app.close());

const get = (at: string, caller = rosa) => app.http.get(at).set(caller);
const post = (at: string, body: object, caller = rosa) => app.http.post(at).set(caller).send(body);
const atNorth = (more: object = {}) => ({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });
const atSouth = () => ({ CustomerId: newCustomer(), LocationId: south, LineId: line.far });
const checkIn = async (visit: object, caller = rosa): Promise<string> =>
  (await post(path, visit, caller).expect(200)).body.CustomerCheckins[0].Id;

it('a custom role of receptionists gives access to visits at the locations where the user works', async () => {
  for (const [at, list] of [
    ['/v1/Locations', 'Locations'],
    ['/v1/Lines', 'Lines'],
    ['/v1/Stations', 'Stations'],
  ]) {
    const rows = (await get(at).expect(200)).body[list] as { LocationId: string }[];
    expect(new Set(rows.map(({ LocationId }) => LocationId))).toEqual(new Set([north]));
  }
  const Id = await checkIn(atNorth());
  const { body } = await post(`${path}/CallNext`, { StationId: desk.first }).expect(200);
  expect(body.Queue).toMatchObject([{ Id, EmployeeId: user, EmployeeName: 'Rosa Delgado' }]);
  expect((await get(path)).body.CustomerCheckins).toHaveLength(1);
  expect((await get(`${path}/Queue/${north}`).expect(200)).body.Queue).toHaveLength(1);
  const answers = { LineQuestions: [{ Id: 1, Answer: 'A friend' }] };
  await app.http.put(`${path}/${Id}/Questionnaire`).set(rosa).send(answers).expect(200);
  await post(`${path}/${Id}`, { Status: 3 }).expect(200);
  const report = (await get(`${path}/Report/2026-01-01/2026-12-31`).expect(200)).body.Report;
  expect(report).toMatchObject([{ LocationName: 'North', Completed: 1 }]);
  await app.http.put(`/v1/Stations/${desk.shut}`).set(rosa).send({ Open: true }).expect(200);
});

it('a custom role of receptionists gives no access to visits at other locations', async () => {
  const visit = await checkIn(atSouth(), admin);
  const own = await checkIn(atNorth());
  const refused = [
    get(`/v1/Locations/${south}`),
    get(`/v1/Lines/${line.far}`),
    get(`/v1/Stations/${desk.far}`),
    get(`${path}/${visit}`),
    get(`${path}/Queue/${south}`),
    get(`${path}/${visit}/Questionnaire`),
    post(path, atSouth()),
    post(path, { Id: visit, SendReminders: true }),
    post(`${path}/${visit}`, { Status: 3 }),
    post(`${path}/${own}`, { LocationId: south, LineId: line.far }),
    post(`${path}/CallNext`, { StationId: desk.far }),
    app.http.delete(`${path}/${visit}`).set(rosa),
    app.http.put(`/v1/Stations/${desk.far}`).set(rosa).send({ Open: false }),
    app.http.put(`/v1/Stations/${desk.first}`).set(rosa).send({ LocationId: south, LineIds: [] }),
  ];
  for (const call of refused) await call.expect(403);
  const visits = (await get(path)).body.CustomerCheckins as { LocationId: string }[];
  expect(visits.every(({ LocationId }) => LocationId === north)).toBe(true);
});

it('a user has access to the locations where the user works and to those of the user’s agent', async () => {
  const userId = await app.userOf('Agent', agent.other);
  const other = await app.as('Agent', agent.other);
  const names = async () =>
    (await get('/v1/Locations', other)).body.Locations.map(({ Name }: { Name: string }) => Name) as string[];
  expect(await names()).toEqual(['South']);
  const set = (LocationIds: string[]) =>
    app.http.put(`/v1/Users/${userId}/Locations`).set(admin).send({ LocationIds }).expect(200);
  await set([north]);
  expect(await names()).toEqual(['North', 'South']);
  // A caller who works at a location sees its visits, but still no contacts.
  expect((await get('/v1/Contacts', other)).body.Contacts).toEqual([]);
  await set([]);
  expect(await names()).toEqual(['South']);
});

it('EmployeeId accepts an active agent or a user who works at the location', async () => {
  const employee = (EmployeeId: string, visit = atNorth()) => post(path, { ...visit, EmployeeId }, admin);
  const clerk = await app.userOf('Agent');
  await app.http
    .put(`/v1/Users/${clerk}/Locations`)
    .set(admin)
    .send({ LocationIds: [north] })
    .expect(200);
  const { body } = await employee(clerk).expect(200);
  expect(body.CustomerCheckins[0].EmployeeId).toBe(clerk);
  await employee(await app.userOf('Agent', agent.own)).expect(200);
  expect(fieldErrors(await employee(clerk, { ...atSouth() }).expect(400))).toEqual(['EmployeeId Unknown']);
  expect(fieldErrors(await employee(await app.userOf('Worker')).expect(400))).toEqual(['EmployeeId Unknown']);
  await app.get(UserSetupService).change(clerk, { Disabled: true });
  expect(fieldErrors(await employee(clerk).expect(400))).toEqual(['EmployeeId Unknown']);
});

it('the event stream of a queue ends when the user no longer works at the location', async () => {
  const { UserId, credentials } = await receptionistAt(app, north, south);
  const events = await Events.of(`${app.url}${path}/Queue/${south}`, credentials);
  await events.next();
  const LocationIds = [north];
  await app.http.put(`/v1/Users/${UserId}/Locations`).set(admin).send({ LocationIds }).expect(200);
  await events.end();
  await get(`${path}/Queue/${south}`, credentials).expect(403);
});
