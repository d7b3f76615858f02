import Database from 'better-sqlite3';
import { getMetadataArgsStorage } from 'typeorm';
import { Schema } from '../../src/database/schema/schema.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { Role, type RoleName } from '../../src/http/endpoint/roles.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import type { Class } from '../../src/record/field-types.js';
import { fieldsOf, type Field } from '../../src/record/metadata.js';
import { ResponseStatus } from '../../src/record/response-status.js';
import { demoUsers, examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { ofExtras } from '../support/suites/of-extras.js';
import { exampleAt, holds, put } from './bodies.js';

/** Fields that callers may not set, although no decorator says so. */
const notTheirs = new RegExp(
  `^(${[
    ...['Deleted|DeletedBy|DeletedDateTimeUtc|DateCreated|DateModified|Created(At|By|Date|Utc)|created_by_id'],
    ...['Modified(By|Date)|Locked|LockedByAgentId|LockedTimestamp|LastContact|LastLogin|LastSessionId|LastUsedAt'],
    ...['CompletedTime|EntDate|ModDate|HasGiftCard|IsSystem|TenantId|MfaActive|MustChangePassword|Prefix'],
    ...['TransferredAt|TransferredBy|AnsweredAt|RevokedAt|job_type_name|LocationName|ApiKey'],
  ].join('|')})$`,
);
/** Fields that callers may set, although `notTheirs` lists their name or they are keys. */
const theirs = [
  ...['saveCheckin Id', 'addLocation LocationId', 'addLine Id', 'addStation StationId', 'addUser UserId'],
  ...['addRole TenantId', 'changeRole TenantId', 'addAgent AgentLevel', 'changeAgent AgentLevel'],
  ...['addDocument Locked', 'addContactStatus ContactStatusId', 'addSourceType SourceTypeId'],
  ...['addContactCategory ContactCategory', 'addJob JobID'],
];

/** Examples that fail, because they need a code, a session or a decision that the demo does not have. */
const refusedExamples = [
  ...['POST /v1/Auth/Password', 'POST /v1/Auth/Mfa/Confirm', 'DELETE /v1/Auth/Sessions/{SessionId}'],
  ...['POST /v1/CustomerCheckins', 'PUT /v1/SlotDistrictApprovals/{Id}'],
  // This example deletes the picture that the example of POST adds.
  'DELETE /v1/Lines/{Id}/Images/{ImageId}',
  'POST /v1/Webhooks/{WebhookId}/Test',
];

let app: TestApp;
let db: Database.Database;
let examples: Example[];
const tokens = new Map<RoleName, { Authorization: string }>();
beforeAll(async () => {
  app = await startDemo(60, { REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  for (const role of [Role.Agent, Role.Administrator] as const)
    tokens.set(role, await asDemoUser(app, demoUsers[role]));
  examples = examplesOf((await app.http.get('/openapi.json')).body);
  db = new Database(app.database.slice('sqlite:'.length), { readonly: true });
});
afterAll(async () => {
  db.close();
  await app.close();
});

interface Place {
  at: string[];
  field: Field;
}

/** Every field that a body can have, including those of nested records. */
function placesOf(record: Class, before: string[] = []): Place[] {
  return fieldsOf(record).flatMap((field): Place[] => {
    const under = (field.type.record ?? field.type.item?.record)?.();
    const at = [...before, field.name];
    if (under) return under === ResponseStatus || at.length > 2 ? [] : placesOf(under, at);
    return [{ at, field }];
  });
}

/** Values to send for a field. No row of the demo has them. */
function marksOf({ type, options }: Field): unknown[] {
  if (options.enum) return [...options.enum];
  const of = {
    ...{ text: 'marked', guid: 'abad1dea'.repeat(4), datetime: '1912-06-23T00:00:00Z', int32: 4711, int64: 4711 },
    ...{ decimal: 47, double: 47, list: undefined, nested: undefined, map: { marked: 'marked' } },
  };
  if (type.name === 'flag') return [true, false];
  if (type.name === 'list') return type.item ? [marksOf({ name: '', type: type.item, options: {} })] : [];
  return [of[type.name]];
}

/** A body with the name of every column of every table. */
function everyColumn(): Record<string, unknown> {
  const entities = new Set<unknown>(app.get(Schema).entities);
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => entities.has(target));
  return Object.fromEntries(columns.map(({ propertyName }) => [propertyName, 'marked']));
}

type Rows = ReadonlyMap<string, Record<string, unknown>[]>;

/** The tables of the audit, the sessions and the jobs, which change with every call. */
const ignored = [
  ...['audit', 'audit_records', 'audit_values', 'idempotency_keys', 'sessions', 'refresh_tokens', 'job'],
  ...['sqlite_sequence', ...ofExtras.changing],
];

/** All rows of these tables, by default of all tables except the ignored ones. */
function rows(tables?: readonly string[]): Rows {
  const all = tables ?? (db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]);
  return new Map(
    all
      .filter((table) => !ignored.includes(table))
      .map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]]),
  );
}

it('writes no field that the caller may not set, whatever the body contains', async () => {
  const untouched = rows();
  const snapshot = await snapshotOf(app);
  const wrong: string[] = [];
  const refused: string[] = [];
  let tried = 0;

  const check = async (operation: Operation, template: string): Promise<void> => {
    const { verb, request } = operation.declaration;
    const { path, body } = exampleAt(examples, verb, template);
    const example = JSON.parse(body ?? '{}') as object;
    const role =
      operation.access === 'authenticated' || operation.access!.includes(Role.Agent) ? Role.Agent : Role.Administrator;
    const after = async (sent: object): Promise<{ status: number; left: Rows }> => {
      const method = verb.toLowerCase() as 'post' | 'put' | 'delete';
      const { status } = await app.http[method](path).set(tokens.get(role)!).send(sent);
      // The other tables are the same arrays as before, which need no comparison.
      const left = status === 200 ? new Map([...untouched, ...rows(snapshot.written())]) : untouched;
      if (status === 200) snapshot.restore();
      return { status, left };
    };
    const [once, twice] = [await after(example), await after(example)];
    if (once.status !== 200) {
      refused.push(`${verb} ${template}`);
      return;
    }
    const changing = changingColumns(once.left, twice.left);
    const compare = async (name: string, sent: object): Promise<void> => {
      tried++;
      const { status, left } = await after(sent);
      if (status !== 200) return;
      const difference = firstDifference(once.left, left, changing);
      if (difference) wrong.push(`${operation.name} ${name}: ${difference}`);
    };
    const known = new Set(placesOf(request!).map(({ at }) => at[0].toLowerCase()));
    const unknown = Object.entries(everyColumn()).filter(([name]) => !known.has(name.toLowerCase()));
    await compare('unknown columns', { ...Object.fromEntries(unknown), ...example });
    for (const { at, field } of placesOf(request!)) {
      const { computed, key } = field.options;
      const isTheirs =
        !(computed || key || notTheirs.test(field.name)) || theirs.includes(`${operation.name} ${field.name}`);
      if (isTheirs || holds(example, at)) continue;
      for (const mark of marksOf(field)) await compare(at.join('.'), put(example, at, mark) as object);
    }
  };

  for (const operation of app.get(Registry).operations) {
    const { verb, request, file } = operation.declaration;
    if (verb === 'GET' || !request || file || operation.access === 'open') continue;
    for (const template of operation.paths) await check(operation, template);
  }
  snapshot.drop();
  expect(wrong).toEqual([]);
  expect(refused).toEqual(refusedExamples);
  expect(tried).toBeGreaterThan(250);
});

it('names only the wrong field of a POST whose body is otherwise right', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const { name, declaration, paths, access } of app.get(Registry).operations) {
    const { verb, request, file } = declaration;
    if (verb !== 'POST' || !request || file || access === 'open') continue;
    for (const template of paths) {
      const { path, body, type } = exampleAt(examples, verb, template);
      if (!type?.includes('json')) continue;
      const example = JSON.parse(body!) as object;
      const fields = placesOf(request).filter(({ at, field }) => at.length === 1 && field.type.name !== 'map');
      for (const { at } of fields.filter(({ at: [field] }) => !template.includes(`{${field}}`))) {
        const { body: answer } = await app.http
          .post(path)
          .set(tokens.get(Role.Administrator)!)
          .send(put(example, at, { wrong: true }) as object);
        const named = (answer.ResponseStatus?.Errors ?? []).map(({ FieldName }: { FieldName: string }) => FieldName);
        tried++;
        if (named.length !== 1 || named[0].replace('[0]', '') !== at[0])
          wrong.push(`${name} ${at.join()}: ${JSON.stringify(answer.ResponseStatus)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(250);
});

it('a GET writes no row', async () => {
  const untouched = rows();
  const changing: string[] = [];
  let read = 0;
  for (const { verb, path, operation } of examples) {
    if (verb !== 'get') continue;
    const before = db.pragma('data_version', { simple: true });
    const { status } = await app.http.get(path).set(tokens.get(Role.Administrator)!);
    if (status === 200) read++;
    const hasChanged = db.pragma('data_version', { simple: true }) !== before;
    const difference = hasChanged && firstDifference(untouched, rows(), new Set());
    if (difference) changing.push(`${operation}: ${difference}`);
  }
  expect(changing).toEqual([]);
  expect(read).toBeGreaterThan(60);
});

/** The columns that differ after two runs of the same call, such as times and generated ids. */
function changingColumns(a: Rows, b: Rows): ReadonlySet<string> {
  // Calls within the quiet hours have the same time of the next try, but a call after their end has another.
  const changing = new Set(['messages.NextTryAt']);
  for (const [table, rows] of a) {
    const others = b.get(table)!;
    if (others === rows) continue;
    for (const [index, row] of rows.entries()) {
      const other = others.at(index);
      for (const [column, value] of Object.entries(row))
        if (value !== other?.[column]) changing.add(`${table}.${column}`);
    }
  }
  return changing;
}

/** The first difference of two states. Ignores the columns in `changing`, unless they contain a sent value. */
function firstDifference(a: Rows, b: Rows, changing: ReadonlySet<string>): string | undefined {
  for (const [table, rows] of a) {
    const others = b.get(table)!;
    if (others === rows) continue;
    if (others.length !== rows.length) return `${table} has ${others.length} rows, not ${rows.length}`;
    for (const [index, row] of rows.entries())
      for (const [column, value] of Object.entries(row)) {
        const other = others[index][column];
        const isSent = /marked|abad1dea|1912-06-23|\b4711\b/.test(String(other));
        if (value !== other && (isSent || !changing.has(`${table}.${column}`)))
          return `${table}.${column} is ${String(other)}, not ${String(value)}`;
      }
  }
  return undefined;
}
