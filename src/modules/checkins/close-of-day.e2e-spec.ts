import { SchedulerRegistry } from '@nestjs/schedule';
import sql, { join } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { until } from '../../../test/support/time/until.js';
import { guidOf, line, newCustomer, north, seedVisits } from '../../../test/support/data/visits.js';
import { BusinessClock } from '../../context/business-clock.js';
import { JobsService } from '../../jobs/jobs.service.js';

const name = 'close of day';
const [waiting, called, serving, gone, tomorrow, missed, served, cancelled] = [1, 2, 3, 4, 5, 6, 7, 8].map(guidOf);

let app: TestApp;
/** A second instance of the service on the same database. */
let other: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  const TIME_ZONE = 'America/Denver';
  app = await startApp({ CLOCK: '2026-03-10T20:00:00Z', TIME_ZONE });
  other = await startApp({ CLOCK: '2026-03-10T20:00:00Z', TIME_ZONE, DATABASE_URL: app.database });
  await seedVisits(app);
  admin = await app.as('Administrator');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const post = (sent: object) => app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
const arrival = (Id: string) => ({ Id, CustomerId: newCustomer(), LocationId: north, LineId: line.a });
const read = async (id: string) =>
  (await app.http.get(`/v1/CustomerCheckins/${id}`).set(admin).expect(200)).body.CustomerCheckins[0];
/** Sets the business clock of both instances. */
function clock(now: string): void {
  for (const instance of [app, other]) jest.spyOn(instance.get(BusinessClock), 'now').mockReturnValue(now);
}
/** Starts the job "close of day" on both instances at the same time, and waits until one of them has run it. */
async function run(): Promise<void> {
  await app.db.tx(() => app.db.execute(sql`DELETE FROM job WHERE Name = ${name}`));
  const runs = () =>
    [app, other].flatMap((instance) => instance.get(JobsService).runs()).filter((job) => job.name === name);
  const done = () => runs().reduce((sum, { succeeded }) => sum + succeeded, 0);
  const before = done();
  for (const instance of [app, other])
    instance.get(SchedulerRegistry).getInterval<{ _onTimeout(): void }>(name)._onTimeout();
  await until(() => done() > before);
}

it('ends the open visits once when the business day ends, and the audit names the service as caller', async () => {
  clock('2026-03-10T20:00:00.0000000');
  for (const Id of [waiting, called, serving, gone]) await post(arrival(Id));
  await post({ Id: called, Status: 1 });
  await post({ Id: serving, Status: 2 });
  await post({ Id: gone, Status: 5 });
  const before = await read(gone);
  clock('2026-03-11T05:59:00.0000000');
  await run();
  for (const [Id, Status] of [
    [waiting, 0],
    [called, 1],
    [serving, 2],
  ] as const)
    expect(await read(Id)).toMatchObject({ Status });

  clock('2026-03-11T06:10:00.0000000');
  await post(arrival(tomorrow));
  await run();
  for (const Id of [waiting, called]) expect(await read(Id)).toMatchObject({ Status: 4, Completed: false });
  expect(await read(serving)).toMatchObject({
    ...{ Status: 3, Completed: true, TaskTime: 0, CompletedTime: '2026-03-11T05:59:59.9999999Z' },
  });
  expect(await read(gone)).toEqual(before);
  expect(await read(tomorrow)).toMatchObject({ Status: 0 });

  await run();
  const written = await app.db.all(
    sql`SELECT RecordId, UserId, Operation FROM audit WHERE Operation = ${`job ${name}`}
      AND RecordId IN (${join([waiting, called, serving, gone])}) ORDER BY RecordId`,
  );
  expect(written).toEqual(
    [waiting, called, serving].map((RecordId) => ({ RecordId, UserId: null, Operation: `job ${name}` })),
  );
});

it('the report has no service time for a visit that the close of day ended', async () => {
  clock('2026-03-13T20:00:00.0000000');
  for (const Id of [missed, served, cancelled]) await post(arrival(Id));
  await post({ Id: served, Status: 2 });
  await post({ Id: cancelled, Status: 5 });
  clock('2026-03-14T06:10:00.0000000');
  await run();
  const report = await app.http.get('/v1/CustomerCheckins/Report/2026-03-13/2026-03-13').set(admin).expect(200);
  expect(report.body.Report).toMatchObject([
    { Visits: 3, Completed: 1, NoShow: 1, Cancelled: 1, MedianWaitMinutes: 0, MedianServiceMinutes: 0 },
  ]);
});
