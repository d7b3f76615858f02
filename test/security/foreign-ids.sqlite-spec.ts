import Database from 'better-sqlite3';
import sql, { join, raw } from 'sql-template-tag';
import { BusinessClock } from '../../src/context/business-clock.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { tableOf } from '../../src/database/schema/table.js';
import { quoted } from '../../src/database/sql/quoted.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { roleTemplates } from '../../src/modules/roles/role-templates.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { store } from '../support/data/rows.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { exampleAt, firstItems, holds, put } from './bodies.js';
import { Schema } from '../../src/database/schema/schema.js';
import { idPlacesOf, ownedTables, ownerOf, contactOf, lineOf, locationOf, type Branch, type IdPlace } from './ids.js';

const own: Branch = { agents: [4, 11, 13, 15, 17, 19, 21, 23], others: [2, 6, 7, 8, 10] };
const foreign: Branch = { agents: own.others, others: own.agents };

/** Calls that may use an id of another branch, and the reason. A call that ignores such an id needs no entry. */
const byDesign: readonly (readonly [call: RegExp, why: string])[] = [
  [/^transfer(SmartsheetLines|Contacts) body agent\.AgentId$/, 'the receiver'],
  [/^shareContact body AgentIds$/, 'the agent that it is shared with'],
  [/^(add|change)Contacts? body (Contacts\.)?WritingAgentId$/, 'any agent may have written the business'],
  [/^(save|update)Checkin body (CustomerId|EmployeeId)$/, 'a location serves every customer, and any agent may serve'],
  [/^addBooking body CustomerId$/, 'a location books every customer, as it checks in every customer'],
  [/^(add|change|post)ProjectTeamMembers? body ProjectTeamMembers\.ContactID$/, 'projects are open to all users'],
  [/^list(Contacts|ContactsByActivity) query (AgentId|WritingAgentId)$/, 'contacts that are shared with the caller'],
  [/^listAgentDropdown query AgentId$/, 'a list of all agents'],
];

/**
 * Examples that fail at the receptionist's own location too. They name a question of another line, or a file or a
 * document of another location.
 */
const refusedAtDesk = [
  '400 PUT /v1/CustomerCheckins/{Id}/Questionnaire',
  '400 POST /v1/CustomerCheckins/{Id}/Documents',
  '404 DELETE /v1/CustomerCheckins/{Id}/Documents/{DocumentId}',
  '404 GET /v1/Files/{AttachmentId}',
  // The customer of the booking has not arrived.
  '409 DELETE /v1/Bookings/{AppointmentId}/Arrive',
];

/** The example reverts a change of another record, so the call with the caller's record fails. */
const revertsOther = /^404 POST \S+\/History\/\{AuditId\}\/Revert$/;

/**
 * Examples that fail with the caller's own records too. They name a question of another line, need an Administrator,
 * merge contacts of another agent, undo such a merge, or name one contact twice.
 */
const refusedOwn = [
  '400 PUT /v1/CustomerCheckins/{Id}/Questionnaire',
  '403 PUT /v1/SlotDistrictApprovals/{Id}',
  '400 POST /v1/Contacts/Duplicates/Different',
  '400 DELETE /v1/Contacts/Duplicates/Different',
  '403 POST /v1/Contacts/Merges',
  '403 POST /v1/Contacts/{ContactId}/Merge',
  '403 POST /v1/Contacts/{ContactId}/Unmerge',
  '404 DELETE /v1/CustomerCheckins/{Id}/Documents/{DocumentId}',
  '400 PUT /v1/Contacts/{ContactId}/Image',
  '403 POST /v1/Dropbox/Documents',
  '403 PUT /v1/Dropbox/Documents/{Id}/Shares',
  // The customer of the booking has not arrived.
  '409 DELETE /v1/Bookings/{AppointmentId}/Arrive',
  // An import is run or undone, never both.
  '409 POST /v1/Imports/{ImportId}/Undo',
];

interface Caller {
  credentials: { Authorization: string };
  own: Branch;
  foreign: Branch;
  operations: readonly Operation[];
}

let app: TestApp;
let agent: Caller;
let desk: Caller;
const examples = new Map<string, Example>();
beforeAll(async () => {
  // Stop the CLOCK, so that two equal calls have equal answers.
  app = await startDemo(400, { CLOCK: new Date().toISOString() });
  // Stop the jobs, because they would write during the calls.
  await app.get(JobsService).onModuleDestroy();
  agent = { credentials: await asDemoUser(app, 'other@demo.test'), own, foreign, operations: operationsOfAgents() };
  await asDemoUser(app, 'agent@demo.test');
  // The receptionist works at the locations of agent@'s branch.
  desk = {
    credentials: await asDemoUser(app, 'desk@demo.test'),
    own: foreign,
    foreign: own,
    operations: operationsOfDesk(),
  };
  const { UserId } = (await app.db.one<{ UserId: string }>(
    sql`SELECT u.UserId AS UserId FROM users u WHERE u.UserName = 'desk@demo.test'`,
  ))!;
  const locations = await app.db.all<{ LocationId: string }>(
    sql`SELECT DISTINCT l.LocationId AS LocationId FROM agent_locations l
      WHERE l.AgentId IN (${join(foreign.agents)}) AND NOT EXISTS (SELECT 1 FROM user_locations u
        WHERE u.UserId = ${UserId} AND u.LocationId = l.LocationId)`,
  );
  await store(
    app,
    'UserLocation',
    locations.map(({ LocationId }) => ({ UserId, LocationId })),
  );
  const { ContactId } = (await app.db.one<{ ContactId: number }>(
    sql`SELECT ContactId FROM contacts WHERE AgentId = ${own.agents[0]} ORDER BY ContactId LIMIT 1`,
  ))!;
  const message = { Kind: 'AppointmentMade', Channel: 'Mail', Record: 'Appointment', RecordId: '1', State: 'NotSent' };
  for (const [agentId] of [own.agents, foreign.agents]) {
    const received = (await app.db.one<{ ContactId: number }>(
      sql`SELECT ContactId FROM contacts WHERE AgentId = ${agentId} AND Deleted = 0 ORDER BY ContactId LIMIT 1`,
    ))!;
    const times = { CreatedAt: '2026-01-01T00:00:00.0000000', GiveUpAt: '2026-01-02T00:00:00.0000000' };
    await store(app, 'Message', [{ ...message, ...received, ...times }]);
  }
  const sent = new Set(agent.operations.flatMap(idPlacesOf).map(({ name }) => name.split('.').at(-1)));
  for (const { entity, key, column, owner } of ownedTables(app.get(Schema).entities).filter((table) =>
    sent.has(table.key),
  ))
    for (const branch of [own, foreign]) {
      const table = raw(tableOf(entity).name);
      const { Id } = (await app.db.one<{ Id: number }>(owner(branch)))!;
      if (await app.db.exists(sql`${table} WHERE ${quoted(column)} = ${Id}`)) continue;
      const [row] = await app.db.all<object>(sql`SELECT * FROM ${table} LIMIT 1`);
      await store(app, entity.name, [{ ...row, [key]: undefined, [column]: Id }]);
    }
  // Agents can change an activity for 24 hours. On a weekend, the latest one of the demo may be older.
  await app.db.tx(() =>
    app.db.execute(sql`UPDATE activities SET LoggedAt = ${app.get(BusinessClock).now()}
      WHERE AgentId = ${own.agents[0]} AND LoggedAt IS NOT NULL`),
  );
  for (const branch of [own, foreign]) {
    const { Id: LocationId } = (await app.db.one<{ Id: string }>(locationOf(branch)))!;
    const on = '2028-12-26T00:00:00.0000000';
    await store(app, 'SpecialDay', [{ LocationId, FirstDay: on, LastDay: on, Name: 'Stocktaking' }]);
    await addBooking(branch);
  }
  const invitation = { SurveyId: 1, AgentId: own.agents[0], ContactId, ExpiresAt: '2999-01-01T00:00:00.0000000' };
  const [open, answered] = ['a', 'b'].map((letter) => letter.repeat(32));
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: open },
    { ...invitation, SurveyGuid: answered, AnsweredAt: '2026-01-01T00:00:00.0000000' },
  ]);
  await store(app, 'GiftCardReward', [{ SurveyGuid: answered, Status: 'Pending' }]);
  for (const example of examplesOf((await app.http.get('/openapi.json')).body))
    examples.set(example.operation, example);
});
afterAll(() => app.close());

/** Stores a booking of today on the branch's line, whose rule names an agent for customers who are new. */
async function addBooking(branch: Branch): Promise<void> {
  const [{ Id: LineId }, contact] = await Promise.all([
    app.db.one<{ Id: string }>(lineOf(branch)) as Promise<{ Id: string }>,
    app.db.one<{ Id: number }>(contactOf(branch)) as Promise<{ Id: number }>,
  ]);
  const [AgentId] = branch.agents;
  const ofLine = { LineId, AgentId, EventTypeId: 7 };
  if (!(await app.db.exists(sql`booking_rules WHERE LineId = ${LineId}`))) await store(app, 'BookingRule', [ofLine]);
  const StartDate = app.get(BusinessClock).now();
  const Code = `TEST${AgentId + 1000}`;
  await store(app, 'Appointment', [{ ...ofLine, ContactId: contact.Id, StartDate, EndDate: StartDate, Code }]);
}

/** The operations that Agents may call, except those for signing in. */
function operationsOfAgents(): Operation[] {
  const { operations } = app.get(Registry);
  return operations.filter(
    ({ access }) => access === 'authenticated' || (access as readonly string[] | undefined)?.includes('Agent'),
  );
}

/** The operations of the role template for the front desk. */
function operationsOfDesk(): Operation[] {
  const { Permissions } = roleTemplates.get('front-desk')!;
  return app.get(Registry).operations.filter(({ name }) => Permissions.includes(name));
}

it('knows the owner of every id that an Agent or a receptionist can send', () => {
  const unknown = [...agent.operations, ...desk.operations].flatMap((operation) =>
    idPlacesOf(operation)
      .filter((place) => ownerOf(place, operation, app.get(Schema).entities) === undefined)
      .map(({ source, name }) => `${operation.name} ${source} ${name}`),
  );
  expect(unknown).toEqual([]);
});

type Value = string | number;

async function idOf(place: IdPlace, operation: Operation, branch: Branch): Promise<Value | undefined> {
  const find = ownerOf(place, operation, app.get(Schema).entities);
  if (find === undefined || find === 'shared') return undefined;
  const found = await app.db.one<{ Id: Value }>(find(branch));
  if (found === undefined) throw new Error(`${operation.name}: there is no ${place.name} of that branch.`);
  return found.Id;
}

interface Called {
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** The example as a call with ids of the caller's branch, and with an id of another branch at the place `strange`. */
async function called(
  { own: branch, foreign: other }: Caller,
  operation: Operation,
  path: string,
  example: Example,
  strange?: IdPlace,
): Promise<Called> {
  const given = new Map<string, Value>();
  const [plain, search] = example.path.split('?');
  const query: Record<string, string> = Object.fromEntries(new URLSearchParams(search));
  let body: unknown = example.body === undefined ? undefined : JSON.parse(example.body);
  for (const place of idPlacesOf(operation)) {
    const isStrange = place.source === strange?.source && place.name === strange.name;
    const id = await idOf(place, operation, isStrange ? other : branch);
    if (id === undefined) continue;
    const at = place.name.split('.');
    if (place.source === 'path') given.set(place.name, id);
    else if (place.source === 'query' && (isStrange || place.name in query)) query[place.name] = String(id);
    else if (place.source === 'body' && (isStrange || holds(body, at)))
      // Send only the first item, because the other items of the example belong to other agents.
      body = put(at.length > 1 ? firstItems(body) : body, at, id);
  }
  const values = plain.split('/');
  const filled = path.split('/').map((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? segment : encodeURIComponent(given.get(name) ?? decodeURIComponent(values[index]));
  });
  // A body may repeat the id of the path.
  for (const [name, id] of given) if (holds(body, [name])) body = put(body, [name], id);
  return { path: filled.join('/'), query, body };
}

/** Whether an answer equals all answers in `own`, except for values that differ among these, such as generated ids. */
function equals(answer: unknown, own: readonly unknown[]): boolean {
  const [first, ...others] = own;
  if (Array.isArray(answer) && own.every(Array.isArray))
    return (
      own.every(({ length }) => length === answer.length) &&
      answer.every((item, index) =>
        equals(
          item,
          own.map((list) => (list as unknown[])[index]),
        ),
      )
    );
  if (isObject(answer) && own.every(isObject))
    return Object.keys({ ...answer, ...own[0] }).every((name) =>
      equals(
        answer[name],
        own.map((each) => each[name]),
      ),
    );
  return others.some((other) => other !== first) || answer === first;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answer of a call, and the rows of the tables that it changed. */
function shown({ answer, left }: { answer: unknown; left: Record<string, string> }): object {
  const rows = Object.entries(left).map(([table, text]) => [table, JSON.parse(text) as unknown]);
  return { answer, rows: Object.fromEntries(rows) as object };
}

/**
 * Calls every operation with ids of the caller's branch, and then again with one id of another branch at each place.
 */
async function walk(caller: Caller): Promise<Record<'wrong' | 'refused', string[]> & { calls: number }> {
  const snapshot = await snapshotOf(app);
  const db = new Database(app.database.slice('sqlite:'.length), { readonly: true });
  const rowsOf = (table: string): string => JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).raw().all());
  const all = "SELECT name FROM sqlite_master WHERE type = 'table'";
  const untouched = new Map((db.prepare(all).pluck().all() as string[]).map((table) => [table, rowsOf(table)]));
  const wrong: string[] = [];
  const refused: string[] = [];
  let calls = 0;
  const answerTo = async ({ verb }: Example, { path, query, body }: Called) => {
    const call = app.http[verb](path).query(query).set(caller.credentials);
    const { status, body: answer } = await (body === undefined ? call : call.send(body as object));
    const left = Object.fromEntries(snapshot.written().map((table) => [table, rowsOf(table)]));
    const hasChanged = Object.entries(left).some(([table, rows]) => rows !== untouched.get(table));
    if (hasChanged) snapshot.restore();
    calls++;
    return { status, answer: answer as Record<string, unknown>, left, hasChanged };
  };
  const routes = caller.operations.flatMap((operation) => operation.paths.map((path) => ({ operation, path })));
  for (const { operation, path } of routes) {
    const { declaration, list } = operation;
    const example = exampleAt(examples.values(), declaration.verb, path);
    const owned = idPlacesOf(operation).filter(
      (place) =>
        typeof ownerOf(place, operation, app.get(Schema).entities) === 'function' &&
        (place.source !== 'path' || isIn(place, path)),
    );
    if (owned.length === 0) continue;
    const given = await called(caller, operation, path, example);
    const own = await answerTo(example, given);
    if (own.status !== 200) refused.push(`${own.status} ${declaration.verb} ${path}`);
    for (const strange of owned) {
      const one = await answerTo(example, await called(caller, operation, path, example, strange));
      const { status, answer, hasChanged } = one;
      const name = `${operation.name} ${strange.source} ${strange.name}`;
      const found = list && (answer[list.name] as unknown[] | undefined)?.length;
      if (status >= 500 || (status !== 200 && hasChanged)) wrong.push(`${name}: ${status}`);
      if (status !== 200 || (strange.source === 'query' && found === 0)) continue;
      if (byDesign.some(([known]) => known.test(name))) continue;
      const isIgnored =
        strange.source === 'body' &&
        own.status === 200 &&
        equals(shown(one), [own, await answerTo(example, given)].map(shown));
      if (!isIgnored) wrong.push(`${name}: ${found} rows, changed: ${hasChanged}`);
    }
  }
  snapshot.drop();
  db.close();
  return { wrong, refused: refused.filter((one) => !revertsOther.test(one)), calls };
}

it('never shows or changes a record of another branch, whatever id an Agent sends', async () => {
  const { wrong, refused, calls } = await walk(agent);
  expect(wrong).toEqual([]);
  expect(refused.sort()).toEqual([...refusedOwn].sort());
  expect(calls).toBeGreaterThan(200);
});

it('never shows or changes a record of another location, whatever id a receptionist sends', async () => {
  const { wrong, refused, calls } = await walk(desk);
  expect(wrong).toEqual([]);
  expect(refused.sort()).toEqual([...refusedAtDesk].sort());
  expect(calls).toBeGreaterThan(40);
});

function isIn({ name }: IdPlace, path: string): boolean {
  return path.includes(`{${name}}`);
}
