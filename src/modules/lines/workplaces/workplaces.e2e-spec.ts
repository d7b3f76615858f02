import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { grantAtDesk, receptionistAt } from '../../../../test/support/data/receptionist.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import { agent, guidOf, north, seedVisits, south } from '../../../../test/support/data/visits.js';

let app: TestApp;
let admin: { Authorization: string };
let user: string;

beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  admin = await app.as('Administrator');
  await grantAtDesk(app);
  user = (await receptionistAt(app, north)).UserId;
});
afterAll(() => app.close());

const get = (at: string) => app.http.get(at).set(admin);
const put = (at: string, LocationIds?: string[]) => app.http.put(at).set(admin).send({ LocationIds });
const ofUser = () => `/v1/Users/${user}/Locations`;
const ofAgent = `/v1/Agents/${agent.own}/Locations`;

it.each([
  ['a user', ofUser],
  ['an agent', () => ofAgent],
])('lists and replaces the locations where %s works', async (_, at) => {
  const before = (await get(at()).expect(200)).body;
  expect(before).toMatchObject({ LocationIds: [north], Locations: [{ LocationId: north, Name: 'North' }] });
  const both = (await put(at(), [south, north]).expect(200)).body;
  expect(both.Locations.map(({ Name }: { Name: string }) => Name)).toEqual(['North', 'South']);
  expect((await get(at())).body).toEqual(both);
  expect((await get(`${at()}?Name=South&fields=LocationId`)).body.Locations).toEqual([{ LocationId: south }]);
  expect((await put(at(), []).expect(200)).body).toMatchObject({ LocationIds: [], Locations: [] });
  expect((await put(at(), [north]).expect(200)).body).toEqual(before);
});

it('writes an added location of a user into the audit', async () => {
  await put(ofUser(), [north, south]).expect(200);
  const [row] = await app.db.all<{ Operation: string; Changes: string }>(
    sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(row.Operation).toBe('setUserLocations');
  expect(row.Changes).toContain(south);
  expect(row.Changes).not.toContain(north);
  await put(ofUser(), [north]).expect(200);
});

it('reports every bad LocationId and changes nothing', async () => {
  expect(fieldErrors(await put(ofUser(), [south, guidOf(999), south]).expect(400))).toEqual([
    'LocationIds[1] Unknown',
    'LocationIds[2] Duplicate',
  ]);
  expect(fieldErrors(await put(ofAgent).expect(400))).toEqual(['LocationIds NotNull']);
  expect((await get(ofUser())).body.LocationIds).toEqual([north]);
  expect((await get(ofAgent)).body.LocationIds).toEqual([north]);
});

it('answers 404 for an unknown user and an unknown agent', async () => {
  for (const at of [`/v1/Users/${guidOf(998)}/Locations`, '/v1/Agents/998/Locations']) {
    await get(at).expect(404);
    await put(at, [north]).expect(404);
  }
});

it('keeps one of two lists of locations that are set at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    await put(ofUser(), []).expect(200);
    const answers = await Promise.all([put(ofUser(), [north]), put(ofUser(), [south])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(ofUser())).body.LocationIds).toHaveLength(1);
  }
  await put(ofUser(), [north]).expect(200);
});

it('lets only Administrators set where users and agents work', async () => {
  const { credentials } = await receptionistAt(app, south);
  for (const caller of [await app.as('Agent', agent.own), credentials])
    for (const at of [ofUser(), ofAgent]) {
      await app.http.get(at).set(caller).expect(403);
      await app.http
        .put(at)
        .set(caller)
        .send({ LocationIds: [south] })
        .expect(403);
    }
});
