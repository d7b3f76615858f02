import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { DatabaseUpkeep } from '../../../database/database-upkeep.js';
import { Agent } from '../../agents/agent.entity.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const indexes = () =>
  app.db.all<{ Name: string; Definition: string }>(sql`SELECT m.name AS Name, m.sql AS Definition FROM sqlite_master m
    WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name`);
const tables = [Agent, Contact, ContactTerm];

it('stores the search terms once, in the order of their key, as MariaDB does', async () => {
  const tables = sql`SELECT t.wr AS WithoutRowId FROM pragma_table_list t WHERE t.name = 'contact_terms'`;
  expect(await app.db.all(tables)).toEqual([{ WithoutRowId: 1 }]);
});

it('withoutIndexes drops all indexes except unique ones during the work, and then creates them again', async () => {
  const before = await indexes();
  const during = await app.db.tx(() => app.get(DatabaseUpkeep).withoutIndexes(tables, indexes));
  const dropped = before.filter(({ Name }) => !during.some((other) => other.Name === Name));
  expect(dropped.length).toBeGreaterThan(5);
  expect(dropped.every(({ Definition }) => /ON [`"](agents|contacts|contact_terms)[`"]/.test(Definition))).toBe(true);
  expect(dropped.some(({ Definition }) => Definition.includes('UNIQUE'))).toBe(false);
  const plain = (all: typeof before) =>
    all.map((one) => ({ ...one, Definition: one.Definition.replace(/[\s`"]/g, '') }));
  expect(plain(await indexes())).toEqual(plain(before));
});

it('withoutIndexes keeps the indexes if the work fails', async () => {
  const before = await indexes();
  const failing = app.db.tx(() =>
    app.get(DatabaseUpkeep).withoutIndexes(tables, () => Promise.reject(new Error('stopped'))),
  );
  await expect(failing).rejects.toThrow('stopped');
  expect(await indexes()).toEqual(before);
});
