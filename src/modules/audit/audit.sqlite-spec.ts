import sql from 'sql-template-tag';
import { startApp } from '../../../test/support/app/app.js';
import { Db } from '../../database/db.js';

it('finds the audit of a record by its key, because millions of entries may be about records of its kind', async () => {
  const app = await startApp();
  const listing = jest.spyOn(Db.prototype, 'list');
  const admin = await app.as('Administrator');
  await app.http.get('/v1/Audit?Record=Contact&RecordId=1').set(admin).expect(200);
  const [[, { anyOf }]] = listing.mock.calls;
  const steps = await app.db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN SELECT o.AuditId FROM audit o
    WHERE ${anyOf![0]} ORDER BY o.At DESC, o.AuditId DESC LIMIT 50`);
  expect(steps.map(({ detail }) => detail).join()).toMatch(/USING .*INDEX .*\(RecordId=\?\)/);
  listing.mockRestore();
  await app.close();
});
