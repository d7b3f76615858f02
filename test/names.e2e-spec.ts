import { startApp, type TestApp } from './support/app/app.js';
import { store } from './support/data/rows.js';
import { newGuid } from '../src/record/values/guid.js';

/** Names sort as people expect, and are found without accents, letter case and apostrophes, in every list. */

let app: TestApp;
let admin: { Authorization: string };

const location = newGuid();

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-05-04T09:00:00' });
  admin = await app.as('Administrator');
  await store(app, 'Location', [{ LocationId: location, Name: 'Here' }]);
});
afterAll(() => app.close());

const names = ['Zeta', 'van Dyke', 'a\u0301lvarez', 'apple', "O'Neil", 'Oakley'];
const sorted = ['\u00e1lvarez', 'apple', 'Oakley', "O'Neil", 'van Dyke', 'Zeta'];

const get = async (path: string) => (await app.http.get(path).set(admin).expect(200)).body as Record<string, object[]>;

interface Case {
  path: string;
  list: string;
  field: string;
  /** The other fields of a new record. */
  more?: (at: number) => object;
  key: string;
}

it.each<Case>([
  { path: '/v1/Locations', list: 'Locations', field: 'Name', key: 'LocationId' },
  {
    ...{ path: '/v1/Stations', list: 'Stations', field: 'Name', key: 'StationId' },
    more: () => ({ LocationId: location, LineIds: [] }),
  },
  { path: '/v1/Lines', list: 'Lines', field: 'Name', key: 'Id', more: () => ({ LocationId: location }) },
  { path: '/v1/Projects', list: 'Projects', field: 'ProjectName', key: 'ProjectID' },
  { path: '/v1/Surveys', list: 'Surveys', field: 'Title', key: 'SurveyId' },
  { path: '/v1/PolicyDocuments', list: 'PolicyDocuments', field: 'Name', key: 'Id' },
  { path: '/v1/PolicyDocuments/RecordTypes', list: 'RecordTypes', field: 'RecordType', key: 'RecordType' },
  {
    ...{ path: '/v1/Roles', list: 'Roles', field: 'Name', key: 'RoleId' },
    more: (at) => ({ Code: `Code${at}`, Permissions: [] }),
  },
  {
    ...{ path: '/v1/Users', list: 'Users', field: 'DisplayName', key: 'UserId' },
    more: (at) => ({ UserName: `user${at}`, Roles: ['Worker'], Password: `a pass phrase of user ${at}` }),
  },
])('$path sorts and compares $field by its key', async ({ path, list, field, key, more }) => {
  const added: unknown[] = [];
  for (const [at, name] of names.entries()) {
    const { body } = await app.http
      .post(path)
      .set(admin)
      .send({ [field]: name, ...more?.(at) });
    const record = ((body as Record<string, unknown[] | undefined>)[list]?.[0] ?? body) as Record<string, unknown>;
    expect(record).toHaveProperty(key);
    added.push(record[key]);
  }
  const found = async (query: string): Promise<unknown[]> =>
    (await get(`${path}?${query}`))[list]
      .filter((row) => added.includes((row as Record<string, unknown>)[key]))
      .map((row) => (row as Record<string, unknown>)[field]);
  expect(await found(`orderBy=${field}`)).toEqual(sorted);
  expect(await found(`orderByDesc=${field}`)).toEqual([...sorted].reverse());
  if (!['/v1/Roles', '/v1/Users'].includes(path)) expect(await found('')).toEqual(sorted);
  expect(await found(`${field}=ALVAREZ`)).toEqual(sorted.slice(0, 1));
  expect(await found(`${field}In=oneil,apple`).then((all) => all.sort())).toEqual(["O'Neil", 'apple']);
  expect(await found(`${field}StartsWith=o%E2%80%99n`)).toEqual(["O'Neil"]);
  expect(await found(`${field}Contains=lv%C3%A1`)).toEqual(sorted.slice(0, 1));
});
