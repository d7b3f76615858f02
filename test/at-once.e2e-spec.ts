import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Schema } from '../src/database/schema/schema.js';
import { tableOf } from '../src/database/schema/table.js';
import { Role } from '../src/http/endpoint/roles.js';
import { fromDate } from '../src/record/values/datetime.js';
import { DocumentedAnswers } from './clients/documented-answers.js';
import { demoUsers, examplesOf, type Example } from './clients/examples.js';
import { audited, invariants } from './faults/ledger-writes.js';
import type { TestApp } from './support/app/app.js';
import { Client } from './support/clients/client.js';
import { asDemoUser, startDemo } from './support/app/demo-app.js';
import { serverSnapshotOf, snapshotOf } from './support/database/snapshot.js';

/** To run more rounds, or only some operations, set for example `AT_ONCE_ROUNDS=50 AT_ONCE_ONLY='station|line'`. */
const rounds = Number(process.env.AT_ONCE_ROUNDS ?? 1);
const only = new RegExp(process.env.AT_ONCE_ONLY ?? '', 'i');
/** Number of parallel calls. */
const times = 6;

jest.setTimeout(120_000 + rounds * 60_000);

/** Parallel calls of this operation differ: some start before the first one has ended their common session. */
const endsItsSession = 'logout';

/** The fixed CLOCK of the service, so that all calls write the same times. */
const clock = new Date();
/** In a demo, LastContact may be later than the latest activity, because a visit sets it too. */
const invariantsOfDemo = {
  ...invariants,
  'LastContact is the latest activity': sql`SELECT c.ContactId FROM contacts c
    JOIN (SELECT a.ContactId, MAX(a.StartDate) AS Latest FROM activities a
      JOIN event_types e ON e.EventTypeId = a.EventTypeId
      WHERE LOWER(e.EventCategory) <> 'internal' AND a.StartDate <= ${fromDate(clock)}
      GROUP BY a.ContactId) a ON a.ContactId = c.ContactId
    WHERE c.LastContact IS NULL OR c.LastContact < a.Latest`,
};

let app: TestApp;
let client: Client;
let writing: Example[];
let documented: DocumentedAnswers;
let credentials: { Authorization: string };
let snapshot: { restore: () => unknown; drop: () => unknown };
/** The result of `state` before the calls. */
let before: string[];
let sent = 0;

beforeAll(async () => {
  app = await startDemo(60, {
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' },
    // The long deadline allows for a slow machine.
    ...{ CLOCK: clock.toISOString(), REQUEST_DEADLINE: '60' },
  });
  client = new Client(app.url);
  const { body: document } = await app.http.get('/openapi.json').expect(200);
  documented = new DocumentedAnswers(document);
  writing = examplesOf(document).filter(({ verb, operation }) => verb !== 'get' && only.test(operation));
  credentials = await asDemoUser(app, demoUsers[Role.Administrator]);
  snapshot = app.database.startsWith('sqlite:') ? await snapshotOf(app) : await serverSnapshotOf(app);
  before = await state();
});
afterAll(async () => {
  client.close();
  await snapshot.drop();
  await app.close();
});

interface Outcome {
  status: number;
  /** Number of audit rows that the call wrote. */
  audits: number;
  /** The status and text of an answer that OpenAPI does not document, such as a 5xx; otherwise ''. */
  wrong: string;
}

async function outcomeOf({ verb, path, type, body }: Example, id: string): Promise<Outcome> {
  const headers = { ...credentials, 'X-Request-Id': id, ...(type && { 'Content-Type': type }) };
  const { status, text } = await client.send(verb.toUpperCase(), path, headers, body);
  const isRaw = /same .*key already/.test(text);
  const differences = documented.differences(verb.toUpperCase(), path, status, JSON.parse(text));
  return { status, audits: 0, wrong: status >= 500 || isRaw ? `${status} ${text}` : differences.join('\n') };
}

/**
 * Runs the calls in parallel, or one after the other, and restores the database. left: the result of `state` after the
 * calls.
 */
async function outcomesOf(calls: readonly Example[], together: boolean): Promise<{ each: Outcome[]; left: string[] }> {
  const run = `at-once-${sent++}-`;
  const each: Outcome[] = [];
  if (together) each.push(...(await Promise.all(calls.map((call, index) => outcomeOf(call, `${run}${index}`)))));
  else for (const [index, call] of calls.entries()) each.push(await outcomeOf(call, `${run}${index}`));
  for (const { Mark } of await app.db.all<{ Mark: string }>(audited(run)))
    each[Number(Mark.slice(run.length))].audits++;
  const left = await state();
  await snapshot.restore();
  // Use new connections for the next calls, because the server may close an idle connection just when a call is sent
  // on it.
  client.close();
  return { each, left };
}

/** The number of rows in each table, and of rows that violate each invariant. A new demo has some such rows. */
async function state(): Promise<string[]> {
  const total = (name: string, from: Sql): Sql => sql`SELECT ${name} AS Name, COUNT(*) AS Total FROM ${from}`;
  const tables = app.get(Schema).entities.map((entity) => tableOf(entity).name);
  const counts = [
    ...tables.map((name) => total(name, raw(name))),
    ...Object.entries(invariantsOfDemo).map(([what, broken]) => total(`not so: ${what}`, sql`(${broken}) broken`)),
  ];
  const found = await app.db.all<{ Name: string; Total: number }>(join(counts, ' UNION ALL '));
  return found.map(({ Name, Total }) => `${Name}: ${Total}`);
}

const summaryOf = (each: readonly Outcome[]): string[] =>
  each.map(({ status, audits }) => `${status}, ${audits} rows of audit`).sort();

it('six parallel calls of each write have the same results as six calls one after the other', async () => {
  const wrong: string[] = [];
  expect(writing).not.toEqual([]);
  for (const example of writing) {
    const calls = Array.from({ length: times }, () => example);
    const sequence = await outcomesOf(calls, false);
    for (let round = 0; round < rounds; round++) {
      const { each, left } = await outcomesOf(calls, true);
      wrong.push(...each.filter((one) => one.wrong).map((one) => `${example.operation}: ${one.wrong}`));
      if (example.operation === endsItsSession) continue;
      const [expected, found] = [summaryOf(sequence.each).join('; '), summaryOf(each).join('; ')];
      if (found !== expected) wrong.push(`${example.operation}: ${found} instead of ${expected}`);
      else {
        const other = left.filter((one, index) => one !== sequence.left[index]);
        if (other.length > 0) wrong.push(`${example.operation}: ${other.join('; ')} only after parallel calls`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** The calls in random order. */
function mixed<T>(calls: readonly T[]): T[] {
  return calls
    .map((call) => ({ call, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ call }) => call);
}

/** The examples by tag, because calls with one tag use the same records, and all examples together. */
function byTag(): Map<string, Example[]> {
  const groups = new Map<string, Example[]>();
  for (const example of writing.filter(({ operation }) => operation !== endsItsSession))
    for (const tag of [example.tag, 'everything']) groups.set(tag, [...(groups.get(tag) ?? []), example]);
  return groups;
}

it('parallel writes of different operations fail only with documented errors, and keep the invariants', async () => {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [tag, calls] of byTag()) {
      const { each, left } = await outcomesOf(mixed([...calls, ...calls]), true);
      wrong.push(...each.filter((one) => one.wrong).map((one) => `${tag}: ${one.wrong}`));
      const broken = left.filter((one, index) => one.startsWith('not so') && one !== before[index]);
      if (broken.length > 0) wrong.push(`${tag}: ${broken.join('; ')}`);
    }
  expect(wrong).toEqual([]);
});
