import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store } from '../../../test/support/data/rows.js';
import { Db } from '../../database/db.js';
import { ListTotals } from '../../database/lists/list-total.js';
import { Statements } from '../../database/transactions/statements.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

async function planOf(query: Sql): Promise<string> {
  const steps = await app.db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
  return steps.map(({ detail }) => detail).join('\n');
}

it('finds the audit of a record by its key, because millions of entries may be about records of its kind', async () => {
  const listing = jest.spyOn(Db.prototype, 'list');
  await app.http.get('/v1/Audit?Record=Contact&RecordId=1').set(admin).expect(200);
  const [[, { anyOf }]] = listing.mock.calls;
  const keys = sql`SELECT o.AuditId FROM audit o WHERE ${anyOf![0]} ORDER BY o.At DESC, o.AuditId DESC LIMIT 50`;
  expect(await planOf(keys)).toMatch(/USING .*INDEX .*\(RecordId=\?\)/);
});

it('estimates the total of a user in slices of keys, because millions of entries may be of this user', async () => {
  const UserId = await app.userOf('Administrator');
  const At = '2026-01-01T00:00:00.0000000';
  await store(
    app,
    'AuditEntry',
    Array.from({ length: 100 }, () => ({ At, UserId })),
  );
  app.get(ListTotals).exact = 50;
  const reading = jest.spyOn(app.get(Statements), 'all');
  const { body } = await app.http.get(`/v1/Audit?UserId=${UserId}&take=5&include=total`).set(admin).expect(200);
  expect(body.ResponseStatus.Meta).toMatchObject({ TotalIsEstimate: 'true' });
  const slices = reading.mock.calls.map(([query]) => query).filter((query) => query.sql.includes('keys_in_range'));
  expect(slices.length).toBeGreaterThan(1);
  expect(await planOf(slices[0])).not.toContain('UserId=?');
});
