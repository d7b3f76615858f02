import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../test/support/data/people.js';

const now = '2026-04-30T12:00:00.0000000';
const contacts = 60;

let app: TestApp;
let admin: { Authorization: string };
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await seedPeople(app);
  admin = await app.as('Administrator');
  agent = await app.as('Agent', person.own);
  await addContacts(
    app,
    Array.from({ length: contacts }, (_, index) => ({
      ContactId: index + 1,
      AgentId: index < 12 ? person.own : person.other,
      Name: `Name ${index}`,
      Department: index % 2 === 0 ? 'Sales' : 'Service',
    })),
  );
});
afterAll(() => app.close());
beforeEach(() => Object.assign(app.db.lists.totals, { exact: 40, longest: 60_000 }));

interface Body {
  ResponseStatus: { Meta: { Total: string; TotalIsEstimate?: string } };
}

async function metaOf(path: string, who = admin): Promise<Body['ResponseStatus']['Meta']> {
  const { body } = await app.http.get(path).set(who).expect(200);
  return (body as Body).ResponseStatus.Meta;
}

it.each([
  '/v1/Contacts?include=total&take=5',
  '/v1/Contacts?include=total&take=5&DepartmentContains=Sal',
  '/v1/ActivityTracker/All?include=total&take=5',
  '/v1/ActivityTracker/NotContacted?include=total&take=5',
])('%s marks a total as estimated if more rows than the limit must be read', async (path) => {
  const { Total, TotalIsEstimate } = await metaOf(path);
  expect(TotalIsEstimate).toBe('true');
  expect(Number(Total)).toBeGreaterThanOrEqual(5);
  expect(Number(Total)).toBeLessThanOrEqual(2 * contacts);
  app.db.lists.totals.exact = 100_000;
  const exact = path.includes('Department') ? contacts / 2 : contacts;
  expect(await metaOf(path)).toEqual({ Total: String(exact) });
});

it('counts the contacts of an agent exactly, although all contacts are more than the limit', async () => {
  expect(await metaOf('/v1/Contacts?include=total&take=5', agent)).toEqual({ Total: '12' });
  expect(await metaOf('/v1/ActivityTracker/NotContacted?include=total&take=5', agent)).toEqual({ Total: '12' });
  expect(await metaOf(`/v1/Contacts?include=total&take=5&AgentId=${person.own}`)).toEqual({ Total: '12' });
});

it('returns an exact total with the last page', async () => {
  const path = '/v1/Contacts?include=total&take=7&DepartmentContains=Sal&skip=28';
  expect(await metaOf(path)).toEqual({ Total: '30' });
  const none = '/v1/Contacts?include=total&take=7&DepartmentContains=none';
  expect(await metaOf(none)).toEqual({ Total: '0' });
});

it('sends a total only in JSON, and only with include=total', async () => {
  const csv = await app.http.get('/v1/Contacts.csv?include=total&fields=ContactId').set(admin).expect(200);
  expect(csv.text.trim().split('\r\n')).toHaveLength(contacts + 1);
  const { body } = await app.http.get('/v1/Contacts?take=5').set(admin).expect(200);
  expect(body.ResponseStatus.Meta).toEqual({});
  expect(await app.db.one(sql`SELECT COUNT(*) AS Total FROM contacts`)).toEqual({ Total: contacts });
});
