import { join, Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { Db } from '../../src/database/db.js';
import { pageOf, type ListStatement } from '../../src/database/lists/list-query.js';
import { Location } from '../../src/modules/lines/location.entity.js';
import { Project } from '../../src/modules/projects/project.entity.js';
import { newGuid } from '../../src/record/values/guid.js';
import { TrackerService } from '../../src/modules/activity/tracker.service.js';
import type { ListOptions } from '../../src/record/lists/list-options.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { onServer } from '../support/database/scratch-db.js';

/** Checks the query plans of first pages, which docs/decisions/pages-and-filters.md describes. */

let app: TestApp;
let callers: Record<'an Administrator' | 'an Agent', { Authorization: string }>;

beforeAll(async () => {
  app = await startDemo(300);
  await addNamed();
  const large = 'contacts, activities, appointments, audit, contact_transfers, checkins, locations, projects';
  await app.get(DataSource).query(onServer ? `ANALYZE TABLE ${large}` : 'ANALYZE');
  callers = {
    'an Administrator': await app.as('Administrator'),
    'an Agent': await asDemoUser(app, 'agent@demo.test'),
  };
});
afterAll(() => app.close());

/** Adds locations and projects: a demo has so few of them that sorting them all is right. */
function addNamed(): Promise<unknown> {
  const names = Array.from({ length: 500 }, (_, at) => `Name ${at}`);
  return app.db.tx(() =>
    Promise.all([
      app.db.insertAll(
        Location,
        names.map((Name) => ({ LocationId: newGuid(), Name })),
      ),
      app.db.insertAll(
        Project,
        names.map((ProjectName) => ({ ProjectName })),
      ),
    ]),
  );
}

/** The subqueries that find the keys of a page: one for each condition of `anyOf`. */
async function keysOfPage(path: string, who: keyof typeof callers): Promise<Sql[]> {
  const listing = jest.spyOn(Db.prototype, 'list');
  await app.http.get(path).set(callers[who]).expect(200);
  const [[, { anyOf = [undefined], where, ...list }, options]] = listing.mock.calls as unknown as [
    [unknown, ListStatement<object>, ListOptions],
  ];
  listing.mockRestore();
  // Ignore two conditions that match few rows, which may be sorted: contacts that are shared with the agent, and
  // audited calls that changed several records.
  const parts = anyOf.filter((part) => !/contact_shares|audit_records/.test(part?.sql ?? ''));
  return parts.map((part) => {
    const conditions = [part, where].filter((condition) => condition !== undefined);
    const one = { ...list, ...(conditions.length > 0 && { where: join(conditions, ' AND ') }) };
    const { sql: text, values } = pageOf(one, options, { textMatch: () => ({ operator: '', pattern: '' }) });
    const [before, keys] = [text.search(/FROM \(SELECT [^()]* AS Key0/) + 'FROM ('.length, text.lastIndexOf(') page')];
    const from = text.slice(0, before).split('?').length - 1;
    const pieces = text.slice(before, keys).split('?');
    return new Sql(pieces, values.slice(from, from + pieces.length - 1));
  });
}

function explain<T>(how: string, { sql: text, values }: Sql): Promise<T[]> {
  return app.get(DataSource).query(`${how} ${text}`, values);
}

/** The steps of a plan whose cost grows with the table. */
async function costs(keys: Sql): Promise<string[]> {
  if (!onServer) {
    const steps = await explain<{ detail: string }>('EXPLAIN QUERY PLAN', keys);
    // A scan in the order of the key is cheap without a condition, because it stops after the rows of the page.
    const costly = keys.sql.includes(' WHERE ') ? /^SCAN (?!.*INDEX|scoped)|TEMP B-TREE/ : /TEMP B-TREE/;
    return steps.map(({ detail }) => detail).filter((detail) => costly.test(detail));
  }
  const steps = await explain<{ table: string; type: string; Extra: string }>('EXPLAIN', keys);
  return steps
    .map(({ table, type, Extra }) => `${type} ${table} ${Extra}`)
    .filter((step) => /^ALL|filesort|temporary/.test(step));
}

/** The statements with which a call reads the table, except those of `Db.list`. */
async function statementsOf(path: string, who: keyof typeof callers, table: string): Promise<Sql[]> {
  const reading = jest.spyOn(Db.prototype, 'all');
  await app.http.get(path).set(callers[who]).expect(200);
  const statements = reading.mock.calls.map(([query]) => query);
  reading.mockRestore();
  return statements.filter(({ sql: text }) => text.includes(`FROM ${table}`));
}

type Case = [who: keyof typeof callers, path: string];
const both = [
  '/v1/Contacts?',
  '/v1/Contacts?orderByDesc=Name',
  '/v1/Contacts?orderByDesc=LastContact',
  '/v1/ActivityTracker/All?',
  '/v1/Contacts/1/Activities?',
  '/v1/Appointments/2026-11-01/2026-11-30?',
  '/v1/Contacts/Transfers?',
  '/v1/Smartsheets/Transfers?',
];
const audit = ['', 'Record=Contact', 'RecordId=1', `UserId=${'1'.repeat(32)}`, 'AtGreaterThanOrEqualTo=2026-11-01'];

it.each<Case>([
  ...both.flatMap((path): Case[] => [
    ['an Administrator', path],
    ['an Agent', path],
  ]),
  ...['Counties', 'Districts', 'Schools'].map((list): Case => ['an Agent', `/v1/${list}?`]),
  ...['Locations', 'Projects'].map((list): Case => ['an Administrator', `/v1/${list}?`]),
  ['an Administrator', '/v1/ActivityTracker/Contacted?'],
  ['an Administrator', '/v1/Activities?'],
  // Only for an Agent: nearly all of the demo's few contacts match these filters, so a scan is right for an
  // Administrator.
  ['an Agent', '/v1/ActivityTracker/NotContacted?'],
  ['an Agent', '/v1/ActivityTracker/New?'],
  ...audit.map((filter): Case => ['an Administrator', `/v1/Audit?${filter}`]),
])('%s reads the first page of %s from an index, without sorting', async (who, path) => {
  for (const keys of await keysOfPage(`${path}&take=20`, who))
    expect({ keys: keys.sql, costs: await costs(keys) }).toEqual({ keys: keys.sql, costs: [] });
});

const today = new Date().toISOString().slice(0, 10);
const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

it.each<Case>(
  [
    `/v1/ActivityTracker/NotContacted/${yearAgo}/${today}?`,
    `/v1/ActivityTracker/NotContacted/${yearAgo}/${today}?EventTypeId=1&`,
    `/v1/ActivityTracker/Contacted/${yearAgo}/${today}?`,
    '/v1/ActivityTracker/All?EventTypeId=1&',
    '/v1/ActivityTracker/New?EventTypeId=1&',
  ].flatMap((path): Case[] => [
    ['an Administrator', path],
    ['an Agent', path],
  ]),
)('%s reads only the activities of contacts on the page of %s', async (who, path) => {
  // Pretend that the event type has many activities, because the tracker reads few activities before the contacts.
  const activity = app.get(TrackerService);
  const { few } = activity;
  activity.few = 0;
  const all = await keysOfPage(`${path}take=20`, who);
  activity.few = few;
  for (const keys of all) {
    const how = onServer ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const steps = await explain<{ select_type?: string; detail?: string }>(how, keys);
    const isEager = ({ select_type, detail }: (typeof steps)[0]): boolean =>
      select_type === 'MATERIALIZED' || /^LIST SUBQUERY|SCAN a\b/.test(detail ?? '');
    expect({ keys: keys.sql, steps: steps.filter(isEager) }).toEqual({ keys: keys.sql, steps: [] });
  }
});

describe('reads without a list', () => {
  const duplicates = '/v1/Contacts/Duplicates?take=2';
  const calendar = async (): Promise<string> => {
    const { body } = await app.http.post('/v1/Appointments/Calendar').set(callers['an Agent']).send({}).expect(200);
    return new URL((body.Calendar as { Address: string }[])[0].Address).pathname;
  };
  const customersNamed = (search: string) => async (): Promise<string> => {
    const { body } = await app.http.get('/v1/Locations?take=1').set(callers['an Administrator']).expect(200);
    const [{ LocationId }] = body.Locations as { LocationId: string }[];
    return `/v1/CustomerCheckins/Customers?LocationId=${LocationId}&Search=${encodeURIComponent(search)}`;
  };
  const customers = customersNamed('mar');

  it.each<[what: string, who: keyof typeof callers, path: () => Promise<string>, table: string]>([
    ['the appointments of a calendar', 'an Agent', calendar, 'appointments p'],
    ['the contacts that a receptionist searches', 'an Administrator', customers, 'contact_terms t'],
    ['the contacts with a short name', 'an Administrator', customersNamed('Li'), 'contact_terms t'],
    ['the contacts with a Chinese family name', 'an Administrator', customersNamed('金'), 'contact_terms t'],
    ['the open visits of customers', 'an Administrator', customers, 'checkins'],
    ['the groups of duplicates', 'an Administrator', () => Promise.resolve(duplicates), 'contact_terms r'],
  ])('%s are read from an index, without sorting', async (_, who, path, table) => {
    const statements = await statementsOf(await path(), who, table);
    expect(statements.length).toBeGreaterThan(0);
    const name = table.split(' ').at(-1)!;
    // Sorting the page itself, which is small, is allowed.
    const isOfTable = (cost: string): boolean =>
      new RegExp(`(SCAN|ALL) ${name}\\b|B-TREE|filesort`).test(cost) && !cost.includes('<derived');
    for (const statement of statements)
      expect({ sql: statement.sql, costs: (await costs(statement)).filter(isOfTable) }).toEqual({
        ...{ sql: statement.sql, costs: [] },
      });
  });
});
