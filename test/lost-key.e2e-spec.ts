import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { Schema } from '../src/database/schema/schema.js';
import { sealedColumnsOf } from '../src/database/schema/table.js';
import { startApp, type TestApp } from './support/app/app.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { asDemoUser, startDemo } from './support/app/demo-app.js';

const FIELD_KEY = 'ab'.repeat(32);
const page = readFileSync(join(__dirname, '../docs/operations.md'), 'utf8');
const statements = /^\*\*If you lose the key\*\*.*?```sql\n(.*?)```/ms
  .exec(page)![1]
  .trim()
  .split(/;\n?/)
  .filter(Boolean);

let lost: TestApp;
beforeAll(async () => {
  lost = await startDemo();
});
afterAll(() => lost.close());

it('the documented statements let the service continue with a new FIELD_KEY', async () => {
  const sealed = sealedColumnsOf(lost.get(Schema).entities);
  const missed = sealed.filter(({ table }) => !statements.some((statement) => statement.includes(table)));
  expect(missed).toEqual([]);
  const settings = { ...cliSettings(lost.database), FIELD_KEY };
  expect(await agency(['migrate'], settings)).toMatchObject({ code: 1 });
  for (const statement of statements) await lost.db.tx(() => lost.db.execute(sql([statement])));
  expect(await agency(['migrate'], settings)).toMatchObject({ code: 0 });

  const app = await startApp({ DATABASE_URL: lost.database, FIELD_KEY });
  const admin = await asDemoUser(app, 'admin@demo.test');
  for (const path of ['Contacts', 'Agents', 'ActivityTracker/All', 'Appointments/2026-01-01/2026-12-31', 'Webhooks'])
    await app.http.get(`/v1/${path}`).set(admin).expect(200);
  const webhook = { Url: 'https://crm.example.com/', Events: ['contact.created'] };
  await app.http.post('/v1/Webhooks').set(admin).send(webhook).expect(200);
  await app.http.put('/v1/Contacts/1').set(admin).send({ SSN: '123-45-6789' }).expect(200);
  await app.close();
});
