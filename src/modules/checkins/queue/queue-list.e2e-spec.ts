import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { store } from '../../../../test/support/data/rows.js';
import { agent, desk, guidOf, line, north, seedVisits, south } from '../../../../test/support/data/visits.js';

let app: TestApp;
let own: { Authorization: string };
let employee: string;

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T09:00:00Z' });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  employee = await app.userOf('Agent', agent.own);
  await store(app, 'Contact', [
    { ContactGUID: guidOf(6001), AgentId: agent.own, FirstName: 'Maria', LastName: 'Lopez', Name: 'Lopez, Maria' },
    { ContactGUID: guidOf(6002), AgentId: agent.own, Name: 'Lopez Bakery' },
    { ContactGUID: guidOf(6003), AgentId: agent.own, FirstName: 'Ann' },
    { ContactGUID: guidOf(6004), AgentId: agent.own },
    { ContactGUID: guidOf(6005), AgentId: agent.own },
  ]);
  await visit(1, { LineId: line.a, Status: 2, StationId: desk.first, EmployeeId: employee }, '08:00');
  await visit(3, { LineId: line.a, LineIds: [line.b, line.a] }, '08:20');
  await visit(2, { LineId: line.b }, '08:10');
  await visit(4, { LineId: line.b }, '08:30');
  await visit(5, { LineId: line.a }, '07:00', '2026-03-09');
});
afterAll(() => app.close());

async function visit(number: number, more: object, time: string, day = '2026-03-10'): Promise<void> {
  const whose = { Id: guidOf(number), CustomerId: guidOf(6000 + number), LocationId: north };
  const sent = { ...whose, SignInTime: `${day}T${time}:00`, ...more };
  await app.http.post('/v1/CustomerCheckins').set(own).send(sent).expect(200);
}
const get = (path: string) => app.http.get(`/v1/CustomerCheckins/Queue/${path}`).set(own);

it('lists the open visits of today by LineName and Position', async () => {
  const { body } = await get(north).expect(200);
  expect(body.Queue).toMatchObject([
    { Id: guidOf(1), LineName: 'Advice', Position: 1, Status: 2, WaitTime: 0, CustomerName: 'Maria Lopez' },
    { Id: guidOf(3), LineName: 'Advice', Position: 2, Status: 0, CustomerName: 'Ann' },
    { Id: guidOf(2), LineName: 'Billing', Position: 1, Status: 0, WaitTime: 0, CustomerName: 'Lopez Bakery' },
    { Id: guidOf(4), LineName: 'Billing', Position: 2, Status: 0 },
  ]);
  expect(body.Queue[0]).toMatchObject({
    ...{ CustomerId: guidOf(6001), SignInTime: '2026-03-10T08:00:00.0000000+00:00' },
    ...{ StationId: desk.first, StationName: 'First', EmployeeId: employee, EmployeeName: 'Own' },
  });
  expect(body.Queue[1]).toMatchObject({ StationId: guidOf(0), StationName: '', EmployeeName: '' });
});

it('the queue shows the same wait as the requirements of the visit', async () => {
  const { body } = await get(north).expect(200);
  for (const { Id, LineId, WaitTime } of body.Queue) {
    const { body: visited } = await app.http.get(`/v1/CustomerCheckins/${Id}`).set(own).expect(200);
    const { Lines } = visited.CustomerCheckinRequirements;
    expect(Lines.find((of: { Id: string }) => of.Id === LineId).WaitTime).toBe(WaitTime);
  }
});

it('answers a queue as CSV, and applies the list options', async () => {
  const { text, headers } = await get(`${north}.csv?Status=0&fields=LineName,Position,CustomerName`).expect(200);
  expect(headers['content-disposition']).toBe('attachment; filename="listQueue.csv"');
  expect(text).toBe('LineName,Position,CustomerName\r\nAdvice,2,Ann\r\nBilling,1,Lopez Bakery\r\nBilling,2,\r\n');
});

it('answers 403 for the queue of a location out of scope', async () => {
  await get(south).expect(403);
  await get(guidOf(999)).expect(404);
  const upline = await app.as('Agent', agent.upline);
  const { body } = await app.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(upline).expect(200);
  expect(body.Queue).toHaveLength(4);
});
