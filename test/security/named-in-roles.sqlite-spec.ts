import Database from 'better-sqlite3';
import { unsetGuid } from '../../src/record/values/guid.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { RecordSetsService } from '../../src/sets/record-sets.service.js';
import { examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, demoPassword, startDemo } from '../support/app/demo-app.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { exampleAt, put } from './bodies.js';
import { idPlacesOf } from './ids.js';

const name = 'agent@demo.test';
/** Queries for the rows that grant rights. A call with the role must not change these rows. */
const rights = [
  'SELECT UserId, UserName, Disabled, PasswordHash, RequireMFA, RestrictToSingleSession FROM users ORDER BY UserId',
  'SELECT * FROM user_roles ORDER BY UserId, RoleCode',
  'SELECT * FROM roles ORDER BY RoleId',
  'SELECT * FROM role_permissions ORDER BY RoleId, PermissionId',
  'SELECT KeyId, UserId, Scope, ExpiresAt, RevokedAt FROM api_keys ORDER BY KeyId',
  'SELECT SessionId, EndedAt FROM sessions ORDER BY SessionId',
  `SELECT AgentId, UserId, AgentStatus, Upline1, Upline2, Upline3, Upline4, MVPID, AVPID, RVPID
    FROM agents ORDER BY AgentId`,
  'SELECT * FROM agent_levels ORDER BY AgentId, EffectiveDate',
  'SELECT * FROM agent_locations ORDER BY AgentId, LocationId',
  'SELECT * FROM user_locations ORDER BY UserId, LocationId',
];
/** Lists of records in the caller's scope: path, list field, key. */
const lists = [
  ['/v1/Contacts?fields=ContactId', 'Contacts', 'ContactId'],
  ['/v1/Agents?fields=AgentId', 'Agents', 'AgentId'],
  ['/v1/Locations?fields=LocationId', 'Locations', 'LocationId'],
  ['/v1/Smartsheets/Lines?fields=ID,TableName', 'lines', 'ID'],
  ['/v1/SlotDistrictApprovals', 'SlotDistrictApprovals', 'SlotDistrictApprovalID'],
] as const;

let app: TestApp;
let db: Database.Database;
let bearer: { Authorization: string };
let ownAgent: number;
let examples: readonly Example[];
let operations: readonly Operation[];
/** The answers that the user got before with the role Agent, by operation and path. */
const asAgent = new Map<string, string>();

const delegable = () => operations.filter(({ declaration }) => declaration.delegable);

async function answer({ declaration: { verb } }: Operation, path: string, body?: unknown) {
  const example = exampleAt(examples, verb, path);
  const call = app.http[example.verb](example.path).set(bearer);
  const sent = body ?? (example.body === undefined ? undefined : (JSON.parse(example.body) as unknown));
  return sent === undefined ? call : call.send(sent as object);
}

/** Skip files: only one operation accepts them, and it accepts no JSON. */
const isFile = ({ declaration: { file } }: Operation) => file === 'content taken';
const reads = () => delegable().filter(({ declaration }) => declaration.verb === 'GET');
const isForAgents = ({ access }: Operation) =>
  access === 'authenticated' || (access as readonly string[]).includes('Agent');

beforeAll(async () => {
  // Freeze the clock, because a WaitTime changes with every minute.
  const CLOCK = new Date().toISOString();
  app = await startDemo(60, { CLOCK, REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  operations = app.get(Registry).operations;
  examples = [...examplesOf((await app.http.get('/openapi.json')).body)];
  const { body } = await app.http.post('/v1/Auth/Login').send({ UserName: name, Password: demoPassword }).expect(200);
  bearer = { Authorization: `Bearer ${body.BearerToken}` };
  ownAgent = body.AgentId as number;
  for (const operation of reads().filter(isForAgents))
    for (const path of operation.paths) {
      const { status, text } = await answer(operation, path);
      asAgent.set(`${operation.name} ${path}`, `${status} ${text}`);
    }
  const Permissions = delegable().map((operation) => operation.name);
  await app.db.tx(() =>
    app.get(RecordSetsService).named('roles')!.save!([
      { RoleId: 90, Code: 'Everything', Name: 'Everything', Permissions },
    ]),
  );
  await app.users.change(name, { Roles: ['Everything'] });
  db = new Database(app.database.slice('sqlite:'.length), { readonly: true });
});
afterAll(async () => {
  db.close();
  await app.close();
});

it('shows a user whose role permits all operations the same rows as an Agent', async () => {
  const wrong: string[] = [];
  for (const operation of reads().filter(isForAgents))
    for (const path of operation.paths) {
      const { status, text } = await answer(operation, path);
      // The record of the caller's agent contains the roles of its user.
      const asEverything = `${status} ${text}`.replaceAll('["Everything"]', '["Agent"]');
      if (asEverything !== asAgent.get(`${operation.name} ${path}`)) wrong.push(`${operation.name} ${path}`);
    }
  expect(wrong).toEqual([]);
  expect(asAgent.size).toBeGreaterThan(30);
});

it('permits no operation that custom roles cannot permit', async () => {
  const wrong: string[] = [];
  const reserved = operations.filter(({ declaration, access }) => !declaration.delegable && Array.isArray(access));
  for (const operation of reserved)
    for (const path of operation.paths) {
      const { status } = await app.http[operation.declaration.verb.toLowerCase() as Example['verb']](
        path.replaceAll(/\{\w+\}/g, '1'),
      ).set(bearer);
      if (status !== 403) wrong.push(`${operation.name} ${path}: ${status}`);
    }
  expect(wrong).toEqual([]);
  expect(reserved.length).toBeGreaterThan(30);
});

async function seen(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const [path, list, key] of lists) {
    const { body } = await app.http.get(path).set(bearer).expect(200);
    const rows = Object.values(body as Record<string, unknown>).find(Array.isArray) as Record<string, unknown>[];
    for (const row of rows) ids.add(`${list} ${String(row[key])}`);
  }
  return ids;
}

it('no write of a user with a custom role extends rights or shows rows of others', async () => {
  const all = (): string => JSON.stringify(rights.map((query) => db.prepare(query).raw().all()));
  const before = await seen();
  // Allow that undoing a merge restores contacts of agents in the user's scope.
  const ownMerged = db
    .prepare('SELECT ContactId, AgentId FROM contacts WHERE ContactId IN (SELECT MergedContactId FROM contact_merges)')
    .all()
    .map((row) => row as { ContactId: number; AgentId: number })
    .filter(({ AgentId }) => before.has(`Agents ${AgentId}`))
    .map(({ ContactId }) => `Contacts ${ContactId}`);
  const existing = (): Set<string> =>
    new Set([
      ...db
        .prepare("SELECT 'Contacts ' || ContactId FROM contacts")
        .pluck()
        .all()
        .filter((contact) => !ownMerged.includes(contact as string)),
      ...db.prepare("SELECT 'Agents ' || AgentId FROM agents").pluck().all(),
      ...db.prepare("SELECT 'Locations ' || LocationId FROM locations").pluck().all(),
      ...db.prepare("SELECT 'lines ' || ID FROM smartsheet_lines").pluck().all(),
      ...db
        .prepare("SELECT 'SlotDistrictApprovals ' || SlotDistrictApprovalID FROM slot_district_approvals")
        .pluck()
        .all(),
    ] as string[]);
  const [known, hadRights] = [existing(), all()];
  const snapshot = await snapshotOf(app);
  const wrong: string[] = [];
  let done = 0;
  for (const operation of delegable().filter((one) => one.declaration.verb !== 'GET' && !isFile(one)))
    for (const path of operation.paths) {
      const { body } = exampleAt(examples, operation.declaration.verb, path);
      const example = body === undefined ? undefined : (JSON.parse(body) as unknown);
      const claims = idPlacesOf(operation)
        .filter(({ source, name: place }) => source === 'body' && /(Agent(Id|ID|Ids)|VPID|Upline\d)$/.test(place))
        .map(({ name: place }) => put(example, place.split('.'), ownAgent));
      for (const sent of [example, ...claims]) {
        const { status } = await answer(operation, path, sent);
        if (status === 200) {
          done++;
          const opened = [...(await seen())].filter((id) => known.has(id) && !before.has(id));
          if (opened.length > 0) wrong.push(`${operation.name} ${JSON.stringify(sent)} opens ${opened.join()}`);
        }
        if (status >= 500) wrong.push(`${operation.name}: ${status}`);
        if (all() !== hadRights) wrong.push(`${operation.name} ${JSON.stringify(sent)} changes rights`);
        if (status === 200) snapshot.restore();
      }
    }
  snapshot.drop();
  expect(wrong).toEqual([]);
  expect(done).toBeGreaterThan(30);
});

describe('a receptionist without an agent, whose role permits all operations', () => {
  const location = 'a18d631ca3244bdb8e871c425bd24982';
  /** Groups that a receptionist may read: the front desk, and groups whose records belong to no agent. */
  const open = [
    'Bookings',
    'CustomerCheckins',
    'FrontDesk',
    'LineQuestions',
    'Reception',
    'EventType',
    'PolicyDocument',
    'LookUps',
  ];
  /** Further operations that every role may read. */
  const forAll = ['listAgentDropdown', 'listSurveys', 'readSurvey', 'readResults', 'listVisitDocuments'];
  const readable = [...open, ...forAll];
  /** The entries of `readable` by which the receptionist may read the records of the operation or of its history. */
  const openedBy = (operation: Operation, path: string): string[] => {
    const record = path.replace(/\/History$/, '');
    const reader = operations.find(({ declaration: { verb }, paths }) => verb === 'GET' && paths.includes(record));
    const names = [operation, ...(reader ? [reader] : [])].flatMap(({ group, name }) => [group.name, name]);
    return readable.filter((name) => names.includes(name));
  };
  /** False for operations that all signed-in users may call, such as those of projects. */
  const byRole = ({ access }: Operation) => Array.isArray(access);
  /** Tables that a call of the front desk may change. Every call changes some of them, such as the audit. */
  const written = new RegExp(
    '^(checkin|visit_documents|documents|file|line_|service_lines|stations|locations|audit|idempotency|sessions|job|' +
      'kiosk_keys|messages|sqlite_sequence)',
  );
  /** Further tables that operations of the front desk may change. A booking is an appointment. */
  const alsoWritten: Readonly<Partial<Record<string, readonly string[]>>> = {
    // A customer who is new becomes a contact.
    addBooking: ['appointments', 'contacts', 'contact_terms'],
    arriveForBooking: ['appointments'],
    changeBooking: ['appointments'],
    takeBackArrival: ['appointments'],
  };
  let desk: { Authorization: string };

  beforeAll(async () => {
    await app.users.change('desk@demo.test', { Roles: ['Everything'] });
    desk = await asDemoUser(app, 'desk@demo.test');
  });

  async function answerTo({ declaration: { verb } }: Operation, path: string) {
    const example = exampleAt(examples, verb, path);
    const call = app.http[example.verb](example.path).set(desk);
    return example.body === undefined ? call : call.send(JSON.parse(example.body) as object);
  }

  it('shows no record of any agent, and no visit of another location', async () => {
    const wrong: string[] = [];
    const needed = new Set<string>();
    for (const operation of reads().filter(byRole))
      for (const path of operation.paths) {
        const { status, body } = await answerTo(operation, path);
        const list = operation.list && (body as Record<string, unknown[] | undefined>)[operation.list.name];
        if (status === 200 && list?.length !== 0) {
          const entries = openedBy(operation, path);
          if (entries.length === 0) wrong.push(`${operation.name} ${path}: ${list?.length}`);
          if (entries.length === 1) needed.add(entries[0]);
        }
        // A special day without a location is one of all locations.
        const elsewhere = (list as { LocationId?: string }[] | undefined)?.filter(
          ({ LocationId = location }) => LocationId !== location && LocationId !== unsetGuid,
        );
        if (status === 200 && elsewhere && elsewhere.length > 0) wrong.push(`${operation.name} ${path}: elsewhere`);
      }
    expect(wrong).toEqual([]);
    // An entry that permits nothing today would permit the records of a later operation without a decision.
    expect(readable.filter((name) => !needed.has(name))).toEqual([]);
  });

  it('writes only tables of the front desk', async () => {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    const guarded = tables.filter((table) => !written.test(table));
    const all = (): Map<string, string> =>
      new Map(guarded.map((table) => [table, JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).raw().all())]));
    const before = all();
    const snapshot = await snapshotOf(app);
    const wrong: string[] = [];
    let done = 0;
    for (const operation of delegable().filter((one) => byRole(one) && one.declaration.verb !== 'GET' && !isFile(one)))
      for (const path of operation.paths) {
        const { status } = await answerTo(operation, path);
        if (status === 200) {
          done++;
          const changed = [...all()].flatMap(([table, rows]) =>
            rows === before.get(table) || alsoWritten[operation.name]?.includes(table) ? [] : table,
          );
          if (changed.length > 0) wrong.push(`${operation.name} ${path}: ${changed.join()}`);
          snapshot.restore();
        }
      }
    snapshot.drop();
    expect(wrong).toEqual([]);
    expect(done).toBeGreaterThan(10);
  });
});
