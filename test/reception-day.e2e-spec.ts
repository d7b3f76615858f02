import type { TestApp } from './support/app/app.js';
import { demoPassword, startDemo } from './support/app/demo-app.js';

const here = 'a18d631ca3244bdb8e871c425bd24982';
const path = '/v1/CustomerCheckins';

interface Line {
  Id: string;
  Name: string;
}
interface Entry {
  Id: string;
  Position: number;
  Status: number;
  CustomerName: string;
  LineId: string;
  StationName: string;
  EmployeeName: string;
}

let app: TestApp;
let desk: { Authorization: string };

beforeAll(async () => {
  app = await startDemo();
  const sent = { UserName: 'desk@demo.test', Password: demoPassword };
  const { body } = await app.http.post('/v1/Auth/Login').send(sent).expect(200);
  expect(body).toMatchObject({ DisplayName: 'Rosa Delgado', Roles: ['FrontDesk'], AgentId: 0 });
  desk = { Authorization: `Bearer ${body.BearerToken}` };
});
afterAll(() => app.close());

const get = async (at: string) => (await app.http.get(at).set(desk).expect(200)).body;
const post = async (at: string, body: object) => (await app.http.post(at).set(desk).send(body).expect(200)).body;
const queue = async (): Promise<Entry[]> => (await get(`${path}/Queue/${here}`)).Queue;
const entry = async (id: string) => (await queue()).find(({ Id }) => Id === id);

it('the receptionist of the demo works through a whole day', async () => {
  // In the morning she reads her location, its lines and desks, and the queue.
  expect((await get('/v1/Locations')).Locations).toMatchObject([{ LocationId: here, Name: 'Main Street' }]);
  const lines = (await get('/v1/Lines')).Lines as Line[];
  const [shut] = (await get('/v1/Stations?Open=false')).Stations as { StationId: string; LineIds: string[] }[];
  const { StationId } = shut;
  const before = await queue();
  expect(before.length).toBeGreaterThan(2);
  await app.http.put(`/v1/Stations/${StationId}`).set(desk).send({ Open: true }).expect(200);

  // Maria Lopez arrives: three letters find her, and she is checked in to a line.
  const search = `${path}/Customers?LocationId=${here}&Search=lop`;
  const [maria] = (await get(search)).Customers as { CustomerId: string; CustomerName: string; PhoneEnding: string }[];
  expect(maria).toMatchObject({ CustomerName: 'Maria Lopez', PhoneEnding: expect.stringMatching(/^\d{4}$/) });
  const LineId = shut.LineIds[0];
  const visit = { CustomerId: maria.CustomerId, LocationId: here, LineId, SendReminders: true };
  const { CustomerCheckins, CustomerCheckinRequirements } = await post(path, visit);
  const { Id } = CustomerCheckins[0] as { Id: string };
  expect((await get(search)).Customers[0].OpenCheckInId).toBe(Id);
  expect(await entry(Id)).toMatchObject({ CustomerName: 'Maria Lopez', Status: 0, LineId });
  const answers = CustomerCheckinRequirements.Questions.map((question: { Id: number }) => ({
    Id: question.Id,
    Answer: 'Yes',
  }));
  await app.http.put(`${path}/${Id}/Questionnaire`).set(desk).send({ LineQuestions: answers }).expect(200);
  expect((await get(`${path}/${Id}`)).CustomerCheckins[0].QuestionnaireSubmitted).toBe(true);

  // She calls customers until it is Maria's turn; the others have left.
  for (;;) {
    const called = (await post(`${path}/CallNext`, { StationId, LineId })).Queue[0] as Entry;
    expect(called).toMatchObject({ Status: 1, EmployeeName: 'Rosa Delgado' });
    if (called.Id === Id) break;
    await post(`${path}/${called.Id}`, { Status: 4 });
  }
  await post(`${path}/${Id}`, { Status: 2 });

  // The visit is forwarded to another line and desk, and completed there.
  const other = lines.find((line) => line.Id !== LineId && before.every((known) => known.LineId !== line.Id));
  const next = other?.Id ?? lines.find((line) => line.Id !== LineId)!.Id;
  expect((await post(`${path}/${Id}`, { LineId: next })).CustomerCheckins).toMatchObject([{ Status: 0, LineId: next }]);
  await post(`${path}/${Id}`, { Status: 2, StationId });
  await post(`${path}/${Id}`, { Status: 3 });
  expect(await entry(Id)).toBeUndefined();
  expect((await get(search)).Customers[0].OpenCheckInId).toMatch(/^0+$/);

  // In the evening she reads the report and closes her desk.
  const day = (await get(`${path}/${Id}`)).CustomerCheckins[0].SignInTime.slice(0, 10) as string;
  const report = (await get(`${path}/Report/${day}/${day}`)).Report as Record<string, number | string>[];
  expect(report.find((row) => row.LineId === LineId)).toMatchObject({ LocationName: 'Main Street', Forwarded: 1 });
  expect(Number(report.find((row) => row.LineId === next)!.Completed)).toBeGreaterThan(0);
  expect(new Set(report.map(({ LocationId }) => LocationId))).toEqual(new Set([here]));
  await app.http.put(`/v1/Stations/${StationId}`).set(desk).send({ Open: false }).expect(200);
});

it('the receptionist can read no data of an agent', async () => {
  for (const at of [
    '/v1/Contacts',
    '/v1/Contacts/37',
    '/v1/Agents',
    '/v1/ActivityTracker/All',
    '/v1/Smartsheets/Lines',
  ])
    await app.http.get(at).set(desk).expect(403);
  await app.http
    .get(`/v1/Users/${'1'.repeat(32)}/Locations`)
    .set(desk)
    .expect(403);
  const away = '33905b8038814d9d81453a6bcb38c9d4';
  await app.http.get(`${path}/Queue/${away}`).set(desk).expect(403);
  await app.http.get(`${path}/Customers?LocationId=${away}&Search=lop`).set(desk).expect(403);
});

it('the start page offers to sign in as the receptionist', async () => {
  const { text } = await app.http.get('/').expect(200);
  expect(text).toContain('desk@demo.test');
  const { users } = (await app.http.get('/docs/demo-users.json').expect(200)).body;
  expect(users).toContainEqual({ UserName: 'desk@demo.test', DisplayName: 'Rosa Delgado', Roles: 'FrontDesk' });
});
