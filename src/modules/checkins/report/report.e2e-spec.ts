import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import {
  agent,
  desk,
  guidOf,
  line,
  newCustomer,
  north,
  rewind,
  seedVisits,
  south,
} from '../../../../test/support/data/visits.js';

let app: TestApp;
let own: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T12:00:00Z', TIME_ZONE: 'America/New_York' });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  admin = await app.as('Administrator');
  // The first visit is served after 20 minutes, and the second after 40.
  await visit(1, '2026-03-10T11:00:00Z', { TaskTime: 12 }, 2, 3);
  await rewind(app, guidOf(1), '2026-03-10T11:20:00.0000000');
  await visit(2, '2026-03-10T11:00:00Z', { TaskTime: 15 }, 2, 3);
  await rewind(app, guidOf(2), '2026-03-10T11:40:00.0000000');
  await visit(3, '2026-03-10T11:30:00Z', {}, 4);
  await visit(4, '2026-03-10T11:30:00Z', { LineId: line.b }, 5);
  // In the time zone of the service, this is 23:30 of the previous day.
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

it('the report has one row for each day and line in scope', async () => {
  const { body } = await get('2026-03-01/2026-03-10').expect(200);
  const place = { LocationId: north, LocationName: 'North' };
  const none = {
    Completed: 0,
    NoShow: 0,
    Cancelled: 0,
    Booked: 0,
    Forwarded: 0,
    MedianWaitMinutes: 0,
    P90WaitMinutes: 0,
    MedianServiceMinutes: 0,
  };
  expect(body.Report).toEqual([
    { Day: '2026-03-09', ...place, LineId: line.a, LineName: 'Advice', ...none, Visits: 1, Visitors: 1, NoShow: 1 },
    {
      ...{ Day: '2026-03-10', ...place, LineId: line.a, LineName: 'Advice', Visits: 3, Visitors: 3, Completed: 2 },
      ...{
        NoShow: 1,
        Cancelled: 0,
        Booked: 0,
        Forwarded: 0,
        MedianWaitMinutes: 30,
        P90WaitMinutes: 40,
        MedianServiceMinutes: 13.5,
      },
    },
    { Day: '2026-03-10', ...place, LineId: line.b, LineName: 'Billing', ...none, Visits: 1, Visitors: 1, Cancelled: 1 },
  ]);
});

it('reports every location to an Administrator, and applies the list options', async () => {
  const { body } = await get('2026-03-10/2026-03-10?orderByDesc=Visits&fields=LineName,Visits', admin).expect(200);
  expect(body.Report).toHaveLength(3);
  expect(body.Report[0]).toEqual({ LineName: 'Advice', Visits: 3 });
  const { text } = await get('2026-03-10/2026-03-10.csv?LineName=Far', admin).expect(200);
  expect(text.split('\r\n')[1]).toBe(`2026-03-10,${south},South,${line.far},Far,1,1,0,0,0,0,0,0,0,0`);
});

/** Changes a visit while the clock shows this time of a day, by default 12 March. */
async function at(time: string, Id: string, change: object, day = '2026-03-12'): Promise<void> {
  const clock = jest.spyOn(app.get(BusinessClock), 'now').mockReturnValue(`${day}T${time}:00.0000000`);
  await app.http
    .post('/v1/CustomerCheckins')
    .set(admin)
    .send({ Id, ...change })
    .expect(200);
  clock.mockRestore();
}

it('the report counts a forwarded visit on each of its lines, with its wait and service there', async () => {
  const Id = guidOf(21);
  const arrival = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
  await at('13:00', Id, arrival);
  await at('13:10', Id, { Status: 1 });
  await at('13:12', Id, { Status: 2 });
  await at('13:42', Id, { LineId: line.b });
  const day = `2026-03-12/2026-03-12?LineIdIn=${line.a},${line.b}`;
  const leg = {
    Day: '2026-03-12',
    LocationId: north,
    LocationName: 'North',
    NoShow: 0,
    Cancelled: 0,
    Visits: 1,
    Booked: 0,
  };
  const none = { MedianWaitMinutes: 0, P90WaitMinutes: 0, MedianServiceMinutes: 0 };
  const advice = {
    ...{ ...leg, LineId: line.a, LineName: 'Advice', Completed: 0, Forwarded: 1, Visitors: 1 },
    ...{ MedianWaitMinutes: 10, P90WaitMinutes: 10, MedianServiceMinutes: 30 },
  };
  const billing = { ...leg, LineId: line.b, LineName: 'Billing', Forwarded: 0, Visitors: 0 };
  expect((await get(day).expect(200)).body.Report).toEqual([advice, { ...billing, Completed: 0, ...none }]);
  await at('13:44', Id, { Status: 2 });
  await at('13:59', Id, { Status: 3 });
  expect((await get(day).expect(200)).body.Report).toEqual([
    advice,
    { ...billing, Completed: 1, MedianWaitMinutes: 2, P90WaitMinutes: 2, MedianServiceMinutes: 15 },
  ]);
});

it('the service time in the report ignores visits that were completed without Serving', async () => {
  const [first, second] = [guidOf(31), guidOf(32)];
  const LineId = line.extra[0];
  for (const Id of [first, second]) await at('13:00', Id, { CustomerId: newCustomer(), LocationId: north, LineId });
  await at('13:04', first, { Status: 2 });
  await at('13:24', first, { Status: 3 });
  await at('13:06', second, { Status: 3 });
  const { body } = await get(`2026-03-12/2026-03-12?LineId=${LineId}`).expect(200);
  expect(body.Report).toMatchObject([{ Visits: 2, Completed: 2, MedianWaitMinutes: 5, MedianServiceMinutes: 20 }]);
});

it('the wait in the report goes on if a call is undone', async () => {
  const Id = guidOf(41);
  const LineId = line.extra[1];
  await at('13:00', Id, { CustomerId: newCustomer(), LocationId: north, LineId });
  await at('13:05', Id, { Status: 1 });
  await at('13:06', Id, { Status: 0 });
  await at('13:10', Id, { Status: 2 });
  await at('13:30', Id, { Status: 3, TaskTime: 18 });
  const { body } = await get(`2026-03-12/2026-03-12?LineId=${LineId}`).expect(200);
  expect(body.Report).toMatchObject([{ MedianWaitMinutes: 10, MedianServiceMinutes: 18 }]);
});

it('the wait in the report ends with the first call if the customer is called to further stations', async () => {
  const Id = guidOf(42);
  const LineId = line.extra[2];
  await at('13:00', Id, { CustomerId: newCustomer(), LocationId: north, LineId });
  await at('13:05', Id, { Status: 1, StationId: desk.first });
  await at('13:09', Id, { StationId: desk.second });
  await at('13:12', Id, { StationId: desk.first });
  const report = () => get(`2026-03-12/2026-03-12?LineIdIn=${LineId},${line.extra[3]}`).expect(200);
  await at('13:20', Id, { LineId: line.extra[3] });
  await at('13:23', Id, { Status: 1, StationId: desk.second });
  await at('13:27', Id, { StationId: desk.first });
  await at('13:30', Id, { Status: 4 });
  const { body } = await report();
  expect(body.Report).toMatchObject([{ MedianWaitMinutes: 5 }, { MedianWaitMinutes: 3 }]);
});

it('the report counts a customer once a day and location, on the first line that the customer joined', async () => {
  const CustomerId = newCustomer();
  const day = '2026-03-11';
  const visited = async (hour: number, LocationId: string, LineId: string) => {
    const Id = guidOf(50 + hour);
    await at(`${hour}:00`, Id, { CustomerId, LocationId, LineId }, day);
    await at(`${hour}:05`, Id, { Status: 2 }, day);
    await at(`${hour}:10`, Id, { Status: 3 }, day);
  };
  await visited(14, north, line.b);
  await visited(15, north, line.a);
  await visited(16, north, line.b);
  await visited(17, south, line.far);
  const { body } = await get(`${day}/${day}?fields=LineId,Visits,Visitors`, admin).expect(200);
  expect(body.Report).toEqual([
    { LineId: line.a, Visits: 1, Visitors: 0 },
    { LineId: line.b, Visits: 2, Visitors: 1 },
    { LineId: line.far, Visits: 1, Visitors: 1 },
  ]);
});

it('the report is the same after an export and an import of the sets checkins and checkin-legs', async () => {
  const days = '2026-03-09/2026-03-12';
  const report = async () => (await get(days, admin).expect(200)).body.Report;
  const before = await report();
  expect(before).not.toEqual([]);
  const files: [string, string][] = [];
  for (const set of ['checkins', 'checkin-legs'])
    files.push([set, (await app.http.get(`/v1/Sets/${set}?format=csv`).set(admin).expect(200)).text]);
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM checkin_legs`);
    await app.db.execute(sql`DELETE FROM checkin_lines`);
    await app.db.execute(sql`DELETE FROM checkins`);
  });
  expect(await report()).toEqual([]);
  const clock = jest.spyOn(app.get(BusinessClock), 'now').mockReturnValue('2026-03-13T12:00:00.0000000');
  for (const [set, file] of files) {
    const { body } = await app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', 'text/csv').send(file);
    expect(body.ResponseStatus).toMatchObject({ ErrorCode: null });
  }
  clock.mockRestore();
  expect(await report()).toEqual(before);
});

it('refuses a report of more than 366 days, and a range that ends before its start', async () => {
  await get('2024-01-01/2024-12-31').expect(200);
  expect(fieldErrors(await get('2024-01-01/2025-01-01').expect(400))).toEqual(['To InclusiveBetween']);
  expect(fieldErrors(await get('2024-01-02/2024-01-01').expect(400))).toEqual(['To GreaterThanOrEqual']);
  expect(fieldErrors(await get('yesterday/2024-01-01').expect(400))).toEqual(['From Invalid']);
});
