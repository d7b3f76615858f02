import Database from 'better-sqlite3';
import sql from 'sql-template-tag';
import { Registry } from '../../src/http/endpoint/registry.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app.js';
import { demoPassword, startDemo } from '../support/demo-app.js';
import { store } from '../support/rows.js';
import { snapshotOf } from '../support/snapshot.js';
import { exampleAt, firstItems, holds, put } from './bodies.js';
import { idPlacesOf, ownerOf, type Branch, type IdPlace } from './ids.js';

jest.setTimeout(240_000);

const own: Branch = { agents: [4, 11, 13, 15, 17, 19, 21, 23], others: [2, 6, 7, 8, 10] };
const foreign: Branch = { agents: own.others, others: own.agents };

/** Ids of others that a call may state all the same, and why. */
const byDesign: readonly (readonly [call: RegExp, why: string])[] = [
  [/^transfer(SmartsheetLines|Contacts) body agent\.AgentId$/, 'whom it goes to'],
  [/^shareContact body AgentIds$/, 'whom it is shared with'],
  [/^transfer(SmartsheetLines|Contacts) body agent\.(?!AgentId$)/, 'ignored'],
  [/^transferContacts body Contacts\.(?!ContactId$)/, 'ignored'],
  [/^trackActivity body Contact\.(?!ContactId$)/, 'ignored'],
  [/^(add|change|remove)GanttTask body created_by_id$/, 'ignored'],
  [/^(add|change)Contact body LockedByAgentId$/, 'ignored'],
  [/^addSlotDistrictApproval body AVPID$/, 'ignored'],
  [/^cancelCheckin body (?!Id$)/, 'ignored'],
  [/^(add|change)Contact body WritingAgentId$/, 'any agent may have written the business'],
  [/^(save|update)Checkin body (CustomerId|EmployeeId)$/, 'a location serves every customer, and any agent may serve'],
  [/^(add|change|remove|post)ProjectTeamMembers? body ProjectTeamMembers\.ContactID$/, "projects are everybody's"],
  [/^list(Contacts|ContactsByActivity) query (AgentId|WritingAgentId)$/, 'contacts that are shared with the caller'],
  [/^listAgentDropdown query AgentId$/, 'a list of all agents'],
];

/** Examples that the caller's own things do not allow either: another line's question, an Administrator's decision. */
const refusedOwn = ['400 PUT /v1/CustomerCheckins/{Id}/Questionnaire', '403 PUT /v1/SlotDistrictApprovals/{Id}'];

let app: TestApp;
let authorization: string;
const examples = new Map<string, Example>();
beforeAll(async () => {
  app = await startDemo(400);
  const signIn = async (UserName: string): Promise<string> => {
    const { body } = await app.http.post('/v1/Auth/Login').send({ UserName, Password: demoPassword }).expect(200);
    return `Bearer ${body.BearerToken}`;
  };
  await signIn('agent@demo.test');
  authorization = await signIn('other@demo.test');
  // Of everything else the demo has something in both branches.
  const { ContactId } = (await app.db.one<{ ContactId: number }>(
    sql`SELECT ContactId FROM contacts WHERE AgentId = ${own.agents[0]} ORDER BY ContactId LIMIT 1`,
  ))!;
  const invitation = { SurveyId: 1, AgentId: own.agents[0], ContactId, ExpiresAt: '2999-01-01T00:00:00.0000000' };
  const [open, answered] = ['a', 'b'].map((letter) => letter.repeat(32));
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: open },
    { ...invitation, SurveyGuid: answered, AnsweredAt: '2026-01-01T00:00:00.0000000' },
  ]);
  await store(app, 'GiftCardReward', [{ SurveyGuid: answered, Status: 'Pending' }]);
  for (const example of examplesOf((await app.http.get('/openapi.json')).body))
    examples.set(example.operation, example);
}, 120_000);
afterAll(() => app.close());

/** What Agents may call, but for their own signing in. */
function operationsOfAgents(): Operation[] {
  const { operations } = app.get(Registry);
  return operations.filter(
    ({ access }) => access === 'authenticated' || (access as readonly string[] | undefined)?.includes('Agent'),
  );
}

function routesOfAgents(): { operation: Operation; path: string }[] {
  return operationsOfAgents().flatMap((operation) => operation.paths.map((path) => ({ operation, path })));
}

it('has said of every id that an Agent can send whose it is', () => {
  const unknown = operationsOfAgents().flatMap((operation) =>
    idPlacesOf(operation)
      .filter((place) => ownerOf(place, operation) === undefined)
      .map(({ source, name }) => `${operation.name} ${source} ${name}`),
  );
  expect(unknown).toEqual([]);
});

type Value = string | number;

async function idOf(place: IdPlace, operation: Operation, branch: Branch): Promise<Value | undefined> {
  const find = ownerOf(place, operation);
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

/** The example with ids of the caller, but for one. */
async function called(operation: Operation, path: string, example: Example, strange?: IdPlace): Promise<Called> {
  const given = new Map<string, Value>();
  const query: Record<string, string> = {};
  let body: unknown = example.body === undefined ? undefined : JSON.parse(example.body);
  for (const place of idPlacesOf(operation)) {
    const isStrange = place.source === strange?.source && place.name === strange.name;
    const id = await idOf(place, operation, isStrange ? foreign : own);
    if (id === undefined) continue;
    const at = place.name.split('.');
    if (place.source === 'path') given.set(place.name, id);
    else if (place.source === 'query' && isStrange) query[place.name] = String(id);
    else if (place.source === 'body' && (isStrange || holds(body, at)))
      // The other items of a list would be another's.
      body = put(at.length > 1 ? firstItems(body) : body, at, id);
  }
  const values = example.path.split('/');
  const filled = path.split('/').map((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? segment : encodeURIComponent(given.get(name) ?? decodeURIComponent(values[index]));
  });
  // A body may repeat what the path names.
  for (const [name, id] of given) if (holds(body, [name])) body = put(body, [name], id);
  return { path: filled.join('/'), query, body };
}

it('never shows or changes what belongs to another branch, whatever id is sent', async () => {
  const db = new Database(app.database.slice('sqlite:'.length), { readonly: true });
  // The audit is sealed whenever its time has come.
  const all = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'audit_seals'";
  const tables = db.prepare(all).pluck().all() as string[];
  const version = (): unknown => db.pragma('data_version', { simple: true });
  const rows = (): string =>
    JSON.stringify(tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]));
  const untouched = rows();
  const snapshot = snapshotOf(app.database);
  const wrong: string[] = [];
  const refused: string[] = [];
  let calls = 0;
  for (const { operation, path } of routesOfAgents()) {
    const { declaration, list } = operation;
    const example = exampleAt(examples.values(), declaration.verb, path);
    const owned = idPlacesOf(operation).filter(
      (place) => typeof ownerOf(place, operation) === 'function' && (place.source !== 'path' || isIn(place, path)),
    );
    for (const strange of owned.length > 0 ? [undefined, ...owned] : []) {
      const { path: target, query, body } = await called(operation, path, example, strange);
      const before = version();
      const call = app.http[example.verb](target).query(query).set('Authorization', authorization);
      const { status, body: answer } = await (body === undefined ? call : call.send(body as object));
      const hasChanged = version() !== before && rows() !== untouched;
      if (hasChanged) snapshot.restore();
      calls++;
      const name = `${operation.name} ${strange?.source} ${strange?.name}`;
      const found = list && (answer as Record<string, unknown[] | undefined>)[list.name]?.length;
      if (!strange) {
        if (status !== 200) refused.push(`${status} ${declaration.verb} ${path}`);
      } else if (status >= 500 || (status !== 200 && hasChanged)) wrong.push(`${name}: ${status}`);
      else if (status === 200 && !(strange.source === 'query' && found === 0))
        if (!byDesign.some(([known]) => known.test(name))) wrong.push(`${name}: ${found} rows, changed: ${hasChanged}`);
    }
  }
  snapshot.drop();
  db.close();
  expect(wrong).toEqual([]);
  expect(refused).toEqual(refusedOwn);
  expect(calls).toBeGreaterThan(200);
});

function isIn({ name }: IdPlace, path: string): boolean {
  return path.includes(`{${name}}`);
}
