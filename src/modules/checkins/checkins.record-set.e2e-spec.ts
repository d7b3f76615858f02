import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { desk, guidOf, line, newCustomer, north, seedVisits } from '../../../test/support/data/visits.js';
import type { Invalid } from '../../errors/errors.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { Contact } from '../contacts/contact.entity.js';
import { CheckinsRecordSet } from './checkins.record-set.js';

const columns =
  'Id,LineId,CustomerId,EmployeeId,LocationId,StationId,SignInTime,AdjustedSignInTime,SendReminders,Status,TaskTime,' +
  'Completed,CompletedTime,QuestionnaireSubmitted,LineIds';
const time = '2026-03-10T08:00:00.1234567';

let app: TestApp;
let set: CheckinsRecordSet;
beforeAll(async () => {
  app = await startApp();
  set = app.get(CheckinsRecordSet);
  await seedVisits(app);
});
afterAll(() => app.close());

const save = (...records: Record<string, unknown>[]) => app.db.tx(() => set.save(records));
const visit = (number: number, more: object = {}) => ({
  Id: guidOf(number),
  CustomerId: newCustomer(),
  LocationId: north,
  LineId: line.a,
  LineIds: [line.a, line.b],
  SignInTime: time,
  AdjustedSignInTime: time,
  ...more,
});
async function onLine(id: string): Promise<number[]> {
  const { body } = await app.http.get(`/v1/CustomerCheckins?LineId=${id}`).set(await app.as('Administrator'));
  return body.CustomerCheckins.map(({ Id }: { Id: string }) => Number(Id));
}

it('exports the fields of visits, with LineIds as JSON', async () => {
  await save(visit(2), visit(1, { Status: 5 }));
  const all = await app.db.all<Record<string, unknown>>(set.rows);
  const rows = all.filter(({ Id }) => [guidOf(1), guidOf(2)].includes(Id as string));
  expect(Object.keys(rows[0]).join(',')).toBe(`${columns},ForwardedTime,CalledTime,ServingTime,ServiceEndTime`);
  expect(rows.map(({ Id }) => Id)).toEqual([guidOf(1), guidOf(2)]);
  expect(rows[1]).toMatchObject({ LineIds: JSON.stringify([line.a, line.b]), SignInTime: time });
});

it('an import of visits writes their lines too, and prevents a second open visit of a customer', async () => {
  const first = visit(11);
  await save(first, visit(12, { CustomerId: first.CustomerId, Status: 4 }));
  expect(await onLine(line.b)).toContain(11);
  await expect(save(visit(13, { CustomerId: first.CustomerId }))).rejects.toMatchObject({ status: 409 });
  await save({ Id: guidOf(11), LineIds: [line.a], Status: 5 });
  expect(await onLine(line.b)).not.toContain(11);
  await save(visit(13, { CustomerId: first.CustomerId }));
});

it('an import gives a visit without Id an Id, and a completed visit raises LastContact of its customer', async () => {
  const admin = await app.as('Administrator');
  const CustomerId = newCustomer();
  const send = (text: string) =>
    app.http.post('/v1/Sets/checkins').set(admin).set('Content-Type', 'text/csv').send(text).expect(200);
  const lastContact = () => app.db.all(sql`SELECT LastContact FROM contacts WHERE ContactGUID = ${CustomerId}`);
  const header = 'CustomerId,LocationId,LineId,SignInTime,Status,CompletedTime';
  const { body } = await send(`${header}\n${CustomerId},${north},${line.a},${time},3,2026-03-10T09:00:00\n`);
  expect(body).toMatchObject({ Inserted: 1 });
  expect(await lastContact()).toEqual([{ LastContact: '2026-03-10T09:00:00.0000000' }]);
  const posted = { CustomerId, LocationId: north, LineId: line.a };
  const added = await app.http.post('/v1/CustomerCheckins').set(admin).send(posted).expect(200);
  const { Id } = added.body.CustomerCheckins[0];
  const done = await app.http.post(`/v1/CustomerCheckins/${Id}`).set(admin).send({ Status: 3 }).expect(200);
  const { CompletedTime } = done.body.CustomerCheckins[0];
  expect(await lastContact()).toEqual([{ LastContact: (CompletedTime as string).slice(0, -1) }]);
});

it('an import without LineIds sets LineIds of new visits to LineId, and leaves stored LineIds unchanged', async () => {
  const { LineIds: _, ...record } = visit(31);
  await save(record);
  expect(await onLine(line.a)).toContain(31);
  await save({ Id: guidOf(31), LineIds: [line.a, line.b] });
  await save({ Id: guidOf(31), SendReminders: true });
  expect(await onLine(line.b)).toContain(31);
});

it('imports all visits of a file or none', async () => {
  await expect(save(visit(21), visit(22, { LineIds: [guidOf(1)] }))).rejects.toMatchObject({ status: 400 });
  expect(await app.db.all(sql`SELECT Id FROM checkins WHERE Id IN (${guidOf(21)}, ${guidOf(22)})`)).toEqual([]);
});

it('the service has record sets of locations, stations and lines', () => {
  const names = app
    .get(RecordSetsService)
    .all()
    .map(({ name }) => name);
  for (const name of [
    'locations',
    'agent-locations',
    'stations',
    'lines',
    'line-images',
    'line-questions',
    'line-answers',
  ])
    expect(names).toContain(name);
});

it('an import derives missing fields of a visit from its other fields', async () => {
  const { LineId: _, AdjustedSignInTime: __, ...record } = visit(41, { Status: 3 });
  await save(record, { ...visit(42), LineId: line.b, Completed: true });
  const rows = await app.db.all(set.rows);
  expect(rows).toContainEqual(
    expect.objectContaining({ Id: guidOf(41), LineId: line.a, AdjustedSignInTime: time, Status: 3, Completed: 1 }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ Id: guidOf(42), LineId: line.b, Status: 3, Completed: 1 }));
});

it.each([[{ Status: 2, Completed: true }], [{ Status: 3, Completed: false }], [{ LineId: null, LineIds: [] }]])(
  'refuses %j',
  async (more) => {
    await expect(save(visit(51, more))).rejects.toMatchObject({ status: 400 });
  },
);

it.each([
  [{ LineId: line.far, LineIds: [line.far] }, 'LineIds[0] Unknown'],
  [{ LineId: line.a, LineIds: [line.b] }, 'LineId Mismatch'],
  [{ LineId: line.a, LineIds: [line.a, line.a] }, 'LineIds[1] Duplicate'],
  [{ StationId: desk.far }, 'StationId Unknown'],
])('refuses a visit with %j, which its location does not offer', async (more, error) => {
  const errors = (problem: unknown): string[] =>
    (problem as Invalid).errors.map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`);
  expect(errors(await save(visit(61, more)).catch((problem: unknown) => problem))).toEqual([error]);
  await save(visit(62, { Status: 5 }));
  expect(errors(await save({ Id: guidOf(62), ...more }).catch((problem: unknown) => problem))).toEqual([error]);
});

it('an import of a visit on a closed line is accepted', async () => {
  await save(visit(63, { LineId: line.closed, LineIds: [line.closed], Status: 5 }));
});

it('an import names the open visit of a customer who would have two', async () => {
  const admin = await app.as('Administrator');
  const CustomerId = newCustomer();
  const row = (number: number): string => `${guidOf(number)},${CustomerId},${north},${line.a},${time}Z`;
  const file = ['Id,CustomerId,LocationId,LineId,SignInTime', row(71), row(72)].join('\n');
  const { body } = await app.http.post('/v1/Sets/checkins').set(admin).set('Content-Type', 'text/csv').send(file);
  expect(body.ResponseStatus.Errors).toMatchObject([
    { FieldName: 'line 3', Message: 'line 3: The customer has an open visit at this location.' },
  ]);
});

it('an import ends a Completed visit without CompletedTime at its last time, and raises LastContact', async () => {
  const CustomerId = newCustomer();
  const ServingTime = '2026-03-10T08:20:00.0000000';
  await save(visit(81, { CustomerId, Status: 3, CalledTime: '2026-03-10T08:10:00.0000000', ServingTime }));
  await save(visit(82, { CustomerId, Status: 1 }));
  expect(await app.db.all(sql`SELECT CompletedTime FROM checkins WHERE Id = ${guidOf(81)}`)).toEqual([
    { CompletedTime: ServingTime },
  ]);
  const contacts = sql`SELECT LastContact FROM contacts WHERE ContactGUID = ${CustomerId}`;
  expect(await app.db.all(contacts)).toEqual([{ LastContact: ServingTime }]);
  await save({ Id: guidOf(82), Status: 3, ServingTime: '2026-03-10T08:40:00.0000000' });
  expect(await app.db.all(contacts)).toEqual([{ LastContact: '2026-03-10T08:40:00.0000000' }]);
});

it('an import refuses a SignInTime more than 15 minutes ahead', async () => {
  const refused = { status: 400, errors: [{ FieldName: 'SignInTime' }] };
  const SignInTime = '2999-01-01T00:00:00.0000000';
  await expect(save(visit(83, { SignInTime }))).rejects.toMatchObject(refused);
  await save(visit(83));
  await expect(save({ Id: guidOf(83), SignInTime })).rejects.toMatchObject(refused);
});

it('an import refuses a deleted customer for an open visit, and accepts one for an ended visit', async () => {
  const CustomerId = newCustomer();
  await app.db.tx(() => app.db.update(Contact, { ContactGUID: CustomerId }, { Deleted: true }));
  const refused = { status: 400, errors: [{ FieldName: 'CustomerId' }] };
  await expect(save(visit(84, { CustomerId }))).rejects.toMatchObject(refused);
  expect(await save(visit(84, { CustomerId, Status: 4 }))).toEqual({ inserted: 1, updated: 0 });
});

it('an import refuses a change of Status that a call refuses', async () => {
  await save(visit(85, { Status: 5 }));
  await expect(save({ Id: guidOf(85), Status: 0 })).rejects.toMatchObject({ status: 409 });
});
