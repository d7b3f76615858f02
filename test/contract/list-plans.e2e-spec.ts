import { join, Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { Db } from '../../src/database/db.js';
import { pageOf, type ListStatement } from '../../src/database/list-query.js';
import type { ListOptions } from '../../src/record/lists/list-options.js';
import type { TestApp } from '../support/app.js';
import { demoPassword, startDemo } from '../support/demo-app.js';
import { onServer } from '../support/scratch-db.js';

/** How a first page is found, as the database itself says: docs/decisions/pages-and-filters.md. */

let app: TestApp;
let callers: Record<'an Administrator' | 'an Agent', { Authorization: string }>;

beforeAll(async () => {
  app = await startDemo(300);
  await app
    .get(DataSource)
    .query(onServer ? 'ANALYZE TABLE contacts, activities, audit, contact_transfers' : 'ANALYZE');
  const sent = { UserName: 'agent@demo.test', Password: demoPassword };
  const { body } = await app.http.post('/v1/Auth/Login').send(sent).expect(200);
  callers = {
    'an Administrator': await app.as('Administrator'),
    'an Agent': { Authorization: `Bearer ${body.BearerToken}` },
  };
}, 60_000);
afterAll(() => app.close());

/** The statements that find the keys of a page: one for each of the conditions that it may be found by. */
async function keysOfPage(path: string, who: keyof typeof callers): Promise<Sql[]> {
  const listing = jest.spyOn(Db.prototype, 'list');
  await app.http.get(path).set(callers[who]).expect(200);
  const [[, { anyOf = [undefined], where, ...list }, options]] = listing.mock.calls as unknown as [
    [unknown, ListStatement<object>, ListOptions],
  ];
  listing.mockRestore();
  // What is shared with one is little, and sorted.
  const parts = anyOf.filter((part) => !part?.sql.includes('contact_shares'));
  return parts.map((part) => {
    const conditions = [part, where].filter((condition) => condition !== undefined);
    const one = { ...list, ...(conditions.length > 0 && { where: join(conditions, ' AND ') }) };
    const { sql: text, values } = pageOf(one, options, { textMatch: () => ({ operator: '', pattern: '' }) });
    const [before, keys] = [text.indexOf('FROM (SELECT') + 'FROM ('.length, text.lastIndexOf(') page')];
    const from = text.slice(0, before).split('?').length - 1;
    const pieces = text.slice(before, keys).split('?');
    return new Sql(pieces, values.slice(from, from + pieces.length - 1));
  });
}

function explain<T>(how: string, { sql: text, values }: Sql): Promise<T[]> {
  return app.get(DataSource).query(`${how} ${text}`, values);
}

/** What the database does for a statement that costs more the more rows there are. */
async function costs(keys: Sql): Promise<string[]> {
  if (!onServer) {
    const steps = await explain<{ detail: string }>('EXPLAIN QUERY PLAN', keys);
    // By its key a table is in order; without a condition the page is its first rows.
    const costly = keys.sql.includes(' WHERE ') ? /^SCAN (?!.*INDEX|scoped)|TEMP B-TREE/ : /TEMP B-TREE/;
    return steps.map(({ detail }) => detail).filter((detail) => costly.test(detail));
  }
  const steps = await explain<{ table: string; type: string; Extra: string }>('EXPLAIN', keys);
  return steps
    .map(({ table, type, Extra }) => `${type} ${table} ${Extra}`)
    .filter((step) => /^ALL|filesort|temporary/.test(step));
}

type Case = [who: keyof typeof callers, path: string];
const both = [
  '/v1/Contacts?',
  '/v1/Contacts?orderByDesc=Name',
  '/v1/Contacts?orderByDesc=LastContact',
  '/v1/ActivityTracker/All?',
  '/v1/Contacts/1/Activities?',
  '/v1/Contacts/Transfers?',
  '/v1/Smartsheets/Transfers?',
];
const audit = ['', 'Record=Contact', 'RecordId=1', `UserId=${'1'.repeat(32)}`, 'AtGreaterThanOrEqualTo=2026-11-01'];

it.each<Case>([
  ...both.flatMap((path): Case[] => [
    ['an Administrator', path],
    ['an Agent', path],
  ]),
  ['an Administrator', '/v1/ActivityTracker/Contacted?'],
  // Of few contacts nearly all are so: one by one would cost more than all at once.
  ['an Agent', '/v1/ActivityTracker/NotContacted?'],
  ['an Agent', '/v1/ActivityTracker/New?'],
  ...audit.map((filter): Case => ['an Administrator', `/v1/Audit?${filter}`]),
])('%s finds the first page of %s in an index, in its order', async (who, path) => {
  for (const keys of await keysOfPage(`${path}&take=20`, who))
    expect({ keys: keys.sql, costs: await costs(keys) }).toEqual({ keys: keys.sql, costs: [] });
});
