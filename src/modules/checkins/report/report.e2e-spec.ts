import { startApp, type TestApp } from '../../../../test/support/app.js';
import { fieldErrors } from '../../../../test/support/rows.js';
import { agent, guidOf, line, newCustomer, north, rewind, seedVisits, south } from '../../../../test/support/visits.js';

let app: TestApp;
let own: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T12:00:00Z', TIME_ZONE: 'America/New_York' });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  admin = await app.as('Administrator');
  // Served after 20 and after 40 minutes.
  await visit(1, '2026-03-10T11:00:00Z', { TaskTime: 12 }, 2, 3);
  await rewind(app, guidOf(1), '2026-03-10T11:20:00.0000000');
  await visit(2, '2026-03-10T11:00:00Z', { TaskTime: 15 }, 2, 3);
  await rewind(app, guidOf(2), '2026-03-10T11:40:00.0000000');
  await visit(3, '2026-03-10T11:30:00Z', {}, 4);
  await visit(4, '2026-03-10T11:30:00Z', { LineId: line.b }, 5);
  // Half past eleven in the evening of the day before, there.
  await visit(5, '2026-03-10T03:30:00Z', {}, 4);
  await visit(6, '2026-03-10T11:00:00Z', { LocationId: south, LineId: line.far });
});
afterAll(() => app.close());

async function visit(number: number, SignInTime: string, more: object, ...moves: number[]): Promise<void> {
  const Id = guidOf(number);
  const made = { Id, CustomerId: newCustomer(), LocationId: north, LineId: line.a, SignInTime, ...more };
  for (const sent of [made, ...moves.map((Status) => ({ Id, Status }))])
    await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
}
const get = (days: string, caller = own) => app.http.get(`/v1/CustomerCheckins/Report/${days}`).set(caller);

it('has a row for each day and line in scope', async () => {
  const { body } = await get('2026-03-01/2026-03-10').expect(200);
  const place = { LocationId: north, LocationName: 'North' };
  const none = {
    Completed: 0,
    NoShow: 0,
    Cancelled: 0,
    MedianWaitMinutes: 0,
    P90WaitMinutes: 0,
    MedianServiceMinutes: 0,
  };
  expect(body.Report).toEqual([
    { Day: '2026-03-09', ...place, LineId: line.a, LineName: 'Advice', ...none, Visits: 1, NoShow: 1 },
    {
      ...{ Day: '2026-03-10', ...place, LineId: line.a, LineName: 'Advice', Visits: 3, Completed: 2, NoShow: 1 },
      ...{ Cancelled: 0, MedianWaitMinutes: 30, P90WaitMinutes: 40, MedianServiceMinutes: 13.5 },
    },
    { Day: '2026-03-10', ...place, LineId: line.b, LineName: 'Billing', ...none, Visits: 1, Cancelled: 1 },
  ]);
});

it('is of every location for an Administrator, and takes the list options', async () => {
  const { body } = await get('2026-03-10/2026-03-10?orderByDesc=Visits&fields=LineName,Visits', admin).expect(200);
  expect(body.Report).toHaveLength(3);
  expect(body.Report[0]).toEqual({ LineName: 'Advice', Visits: 3 });
  const { text } = await get('2026-03-10/2026-03-10.csv?LineName=Far', admin).expect(200);
  expect(text.split('\r\n')[1]).toBe(`2026-03-10,${south},South,${line.far},Far,1,0,0,0,0,0,0`);
});

it('is of 366 days at most, forwards', async () => {
  await get('2024-01-01/2024-12-31').expect(200);
  expect(fieldErrors(await get('2024-01-01/2025-01-01').expect(400))).toEqual(['To InclusiveBetween']);
  expect(fieldErrors(await get('2024-01-02/2024-01-01').expect(400))).toEqual(['To GreaterThanOrEqual']);
  expect(fieldErrors(await get('yesterday/2024-01-01').expect(400))).toEqual(['From Invalid']);
});
