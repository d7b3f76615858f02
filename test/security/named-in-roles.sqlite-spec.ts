import Database from 'better-sqlite3';
import { UsersService } from '../../src/auth/users/users.service.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { RecordSets } from '../../src/sets/record-sets.service.js';
import { examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app.js';
import { demoPassword, startDemo } from '../support/demo-app.js';
import { snapshotOf } from '../support/snapshot.js';
import { exampleAt, put } from './bodies.js';
import { idPlacesOf } from './ids.js';

jest.setTimeout(240_000);

const name = 'agent@demo.test';
/** What says who may do what: no call of a role's holder changes any of it. */
const rights = [
  'SELECT UserId, UserName, Disabled, PasswordHash, RequireMFA, RestrictToSingleSession FROM users ORDER BY UserId',
  'SELECT * FROM user_roles ORDER BY UserId, RoleCode',
  'SELECT * FROM roles ORDER BY RoleId',
  'SELECT * FROM role_permissions ORDER BY RoleId, PermissionId',
  'SELECT KeyId, UserId, Scope, ExpiresAt, RevokedAt FROM api_keys ORDER BY KeyId',
  'SELECT SessionId, EndedAt FROM sessions ORDER BY SessionId',
  `SELECT AgentId, UserId, AgentStatus, AgentLevel, Upline1, Upline2, Upline3, Upline4, MVPID, AVPID, RVPID
    FROM agents ORDER BY AgentId`,
  'SELECT * FROM agent_locations ORDER BY AgentId, LocationId',
];
/** Lists that show what is in scope, and the key of their rows. */
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
/** The answers that the same user gets as an Agent, by verb and path. */
const asAgent = new Map<string, string>();

const delegable = () => operations.filter(({ declaration }) => declaration.delegable);

async function answer({ declaration: { verb } }: Operation, path: string, body?: unknown) {
  const example = exampleAt(examples, verb, path);
  const call = app.http[example.verb](example.path).set(bearer);
  const sent = body ?? (example.body === undefined ? undefined : (JSON.parse(example.body) as unknown));
  return sent === undefined ? call : call.send(sent as object);
}

const reads = () => delegable().filter(({ declaration }) => declaration.verb === 'GET');
const isForAgents = ({ access }: Operation) =>
  access === 'authenticated' || (access as readonly string[]).includes('Agent');

beforeAll(async () => {
  app = await startDemo(120, { REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
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
    app.get(RecordSets).named('roles')!.save!([{ RoleId: 90, Code: 'Everything', Name: 'Everything', Permissions }]),
  );
  await app.get(UsersService).setRoles(name, ['Everything']);
  db = new Database(app.database.slice('sqlite:'.length), { readonly: true });
}, 120_000);
afterAll(async () => {
  db.close();
  await app.close();
});

it('shows the rows that an Agent sees to the holder of a role that names everything', async () => {
  const wrong: string[] = [];
  for (const operation of reads().filter(isForAgents))
    for (const path of operation.paths) {
      const { status, text } = await answer(operation, path);
      // The own agent's record tells the roles of its user.
      const told = `${status} ${text.replaceAll('["Everything"]', '["Agent"]')}`;
      if (told !== asAgent.get(`${operation.name} ${path}`)) wrong.push(`${operation.name} ${path}`);
    }
  expect(wrong).toEqual([]);
  expect(asAgent.size).toBeGreaterThan(30);
});

it('opens nothing that may not be named', async () => {
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

it('lets no right grow and nothing beyond the own rows open, whatever is written', async () => {
  const all = (): string => JSON.stringify(rights.map((query) => db.prepare(query).raw().all()));
  const existing = (): Set<string> =>
    new Set([
      ...db.prepare("SELECT 'Contacts ' || ContactId FROM contacts").pluck().all(),
      ...db.prepare("SELECT 'Agents ' || AgentId FROM agents").pluck().all(),
      ...db.prepare("SELECT 'Locations ' || LocationId FROM locations").pluck().all(),
      ...db.prepare("SELECT 'lines ' || ID FROM smartsheet_lines").pluck().all(),
      ...db
        .prepare("SELECT 'SlotDistrictApprovals ' || SlotDistrictApprovalID FROM slot_district_approvals")
        .pluck()
        .all(),
    ] as string[]);
  const [before, known, hadRights] = [await seen(), existing(), all()];
  const snapshot = snapshotOf(app.database);
  const wrong: string[] = [];
  let done = 0;
  for (const operation of delegable().filter(({ declaration }) => declaration.verb !== 'GET'))
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
