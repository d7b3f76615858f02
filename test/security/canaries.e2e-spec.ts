import sql, { raw } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { encryptedColumnsOf, tableOf } from '../../src/database/schema/table.js';
import { Schema } from '../../src/database/schema/schema.js';
import { FieldCipher } from '../../src/database/encryption/field-cipher.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { roleNames, type RoleName } from '../../src/http/endpoint/roles.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { RecordSetsService } from '../../src/sets/record-sets.service.js';
import { demoUsers, examplesOf, type Example } from '../clients/examples.js';
import type { TestApp } from '../support/app/app.js';
import { agency, cliSettings } from '../support/processes/cli.js';
import { Client } from '../support/clients/client.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { logLines } from '../support/app/log-lines.js';

/** Columns that no record shows although they are not secret: keys for sorting and counting, a time, a reference. */
const notSecret = [
  ...['agents.AgentNameKey', 'checkins.OpenKey', 'checkins.BusinessDay', 'activities.LoggedAt'],
  ...['appointments.ActivityId', 'appointments.ModifiedAt', 'appointments.Sequence'],
  ...['contacts.NameKey', 'contacts.FirstNameKey', 'contacts.LastNameKey', 'contacts.BusinessNameKey'],
  ...['states.StateNameKey', 'counties.CountyKey', 'districts.DistrictNameKey', 'schools.SchoolNameKey'],
  ...['event_types.EventTypeNameKey', 'event_types.EventCategoryKey', 'contact_statuses.ContactStatusDescKey'],
  ...['source_types.SourceTypeDescKey', 'contact_categories.ContactCategoryNameKey', 'jobs.JobNameKey'],
  ...['contacts.PhoneE164', 'contacts.PhoneExtension', 'contacts.PhoneAltE164', 'contacts.PhoneAltExtension'],
];

const canary = /canary-[\w-]+/g;
const metricsToken = 'canary-of-the-settings-METRICS_TOKEN';
/** JWT_SECRET and FIELD_KEY of the tests. */
const keys = /test secret of more than 32 bytes|(0123456789abcdef){2}/;

let app: TestApp;
let client: Client;
let examples: Example[];
const tokens = new Map<RoleName, Record<string, string>>();
/** A second session of the Administrator, which a test may end. */
let second: Record<string, string>;
let log: string[];
/** Every output of the service, and the call that caused it. */
const outputs: { from: string; text: string }[] = [];
const planted: string[] = [];

beforeAll(async () => {
  app = await startDemo(60, {
    ...{ METRICS_TOKEN: metricsToken, DEBUG_ERRORS: 'true', SLOW_QUERY: '0' },
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' },
  });
  client = new Client(app.url);
  log = logLines(app);
  examples = examplesOf((await app.http.get('/openapi.json')).body);
  for (const role of roleNames) tokens.set(role, await asDemoUser(app, demoUsers[role]));
  second = await asDemoUser(app, demoUsers.Administrator);
  await plant();
});
afterAll(async () => {
  client.close();
  await app.close();
});

/** Columns without a field decorator, which no record can show. */
function hiddenColumns(): { table: string; column: string }[] {
  return app.get(Schema).entities.flatMap((entity) => {
    const shown = new Set(fieldsOf(entity).map(({ name }) => name));
    return getMetadataArgsStorage()
      .columns.filter(({ target, propertyName }) => target === entity && !shown.has(propertyName))
      .map(({ propertyName }) => ({ table: tableOf(entity).name, column: propertyName }));
  });
}

async function plant(): Promise<void> {
  const cipher = app.get(FieldCipher);
  const encrypted = encryptedColumnsOf(app.get(Schema).entities);
  const put = (table: string, column: string, value: string, key: string, of: unknown): Promise<number> =>
    app.db.tx(() => app.db.execute(sql`UPDATE ${raw(table)} SET ${raw(column)} = ${value} WHERE ${raw(key)} = ${of}`));
  for (const { table, column, key, place } of encrypted) {
    const held = sql`SELECT ${raw(key)} AS Id FROM ${raw(table)}`;
    let rows = await app.db.all<{ Id: string }>(held);
    if (rows.length === 0) {
      const one = sql`INSERT INTO ${raw(table)} (${raw(key)}, ${raw(column)}) VALUES ('0', '')`;
      await app.db.tx(() => app.db.execute(one));
      rows = await app.db.all(held);
    }
    for (const { Id } of rows)
      await put(table, column, cipher.encrypt(`canary-${table}-${column}-1234`, `${place}:${Id}`), key, Id);
    if (rows.length > 0) planted.push(`${table}.${column}`);
  }
  for (const { table, column } of hiddenColumns()) {
    const name = `${table}.${column}`;
    if (notSecret.includes(name) || encrypted.some((one) => one.table === table && one.column === column)) continue;
    const held = sql`SELECT DISTINCT ${raw(column)} AS Held FROM ${raw(table)} WHERE ${raw(column)} IS NOT NULL`;
    let rows = await app.db.all<{ Held: string }>(held);
    if (rows.length === 0) {
      await app.db.tx(() => app.db.execute(sql`UPDATE ${raw(table)} SET ${raw(column)} = 'x'`));
      rows = await app.db.all(held);
    }
    for (const [index, { Held }] of rows.entries())
      await put(table, column, `canary-${table}-${column}-${index}`, column, Held);
    if (rows.length > 0) planted.push(name);
  }
}

async function recorded(from: string, verb: string, target: string, headers: Record<string, string>, body?: string) {
  const { status, headers: answered, text } = await client.send(verb, target, headers, body);
  outputs.push({ from: `${from}: ${status}`, text: text + JSON.stringify(answered) });
  return { status, text };
}

const json = { 'Content-Type': 'application/json' };

function call({ verb, path, type, body }: Example, credentials: Record<string, string>, more = ''): Promise<unknown> {
  const headers = { ...credentials, ...(type && { 'Content-Type': type }) };
  return recorded(`${verb} ${path}${more}`, verb.toUpperCase(), path + more, headers, body);
}

/** Whether the text is a note, which the database encrypts but calls, exports and a person's data send in full. */
function isSentText(from: string, found: string): boolean {
  const isText = /^canary-(activities|appointments)-Note-/.test(found);
  return isText && /^(set |\w+ \S*\/)(Activities|Appointments|Person)/i.test(from);
}

/** The outputs that show a canary or a key, unless `may` allows it. */
function leaks(may: (from: string, found: string) => boolean = () => false): string[] {
  const all = [...outputs.splice(0), ...log.splice(0).map((text) => ({ from: 'log', text }))];
  return all.flatMap(({ from, text }) =>
    [...(text.match(canary) ?? []), ...(keys.exec(text) ?? []).slice(0, 1)]
      .filter((found) => !may(from, found) && !isSentText(from, found))
      .map((found) => `${from} shows ${found}`),
  );
}

it('has a canary in every column that is encrypted or that no record shows', () => {
  const expected = [
    ...encryptedColumnsOf(app.get(Schema).entities).map(({ table, column }) => `${table}.${column}`),
    ...hiddenColumns().map(({ table, column }) => `${table}.${column}`),
  ].filter((name) => !notSecret.includes(name));
  expect(planted.sort()).toEqual([...new Set(expected)].sort());
  const inClear = app
    .get(Schema)
    .entities.flatMap((entity) =>
      fieldsOf(entity).filter(({ options }) => options.secret && !options.encrypted && !options.computed),
    );
  expect(inClear.map(({ name }) => name)).toEqual([]);
  expect(planted).toEqual(
    expect.arrayContaining(['users.PasswordHash', 'users.MfaSecret', 'contacts.SSN', 'activities.Note']),
  );
});

it('shows no canary in any answer to a read, in any format, to any caller', async () => {
  const reads = examples.filter(({ verb }) => verb === 'get');
  for (const role of roleNames)
    for (const example of reads)
      for (const form of ['', '?format=csv', '?orderBy=nothing', '?SSNContains=canary'])
        await call(example, tokens.get(role)!, form);
  expect(Math.min(outputs.length, log.length)).toBeGreaterThan(reads.length * 10);
  // An error may repeat the caller's own filter "canary", but no stored value.
  expect(leaks((from, found) => found === 'canary' && from.includes('canary'))).toEqual([]);
});

it('shows a full social security number only to an Administrator who requests the field SSN by name', async () => {
  const full = async (path: string, role: RoleName): Promise<boolean> =>
    (await recorded(path, 'GET', path, tokens.get(role)!)).text.includes('canary-');
  const paths = [
    '/v1/Contacts?fields=ContactId,SSN',
    '/v1/Agents?fields=AgentId,SSN',
    '/v1/ActivityTracker/All?fields=SSN',
  ];
  for (const path of paths) expect([path, await full(path, 'Administrator')]).toEqual([path, true]);
  outputs.splice(0);
  for (const path of paths) expect([path, await full(path, 'Agent')]).toEqual([path, false]);
  expect(leaks()).toEqual([]);
});

it('shows no canary in exports, pages, metrics, or lists of the command line', async () => {
  const administrator = tokens.get('Administrator')!;
  const settings = cliSettings(app.database);
  for (const { name } of app.get(RecordSetsService).all()) {
    for (const type of ['text/csv', 'application/x-ndjson'])
      await recorded(`set ${name}`, 'GET', `/v1/Sets/${name}`, { ...administrator, Accept: type });
  }
  for (const name of ['agents', 'contacts', 'users', 'audit']) {
    const { stdout, stderr, code } = await agency(['export', name], settings);
    outputs.push({ from: `agency export ${name}`, text: stdout + stderr });
    expect([name, code]).toEqual([name, 0]);
  }
  for (const command of ['user list', 'key list', 'doctor', 'openapi']) {
    const { stdout, stderr } = await agency(command.split(' '), settings);
    outputs.push({ from: `agency ${command}`, text: stdout + stderr });
  }
  await recorded('metrics', 'GET', '/metrics', { Authorization: `Bearer ${metricsToken}` });
  const pages = ['/', '/docs', '/data', '/desk', '/imports'];
  for (const page of [...pages, '/metrics', '/openapi.json', '/postman.json', '/health/ready'])
    await recorded(page, 'GET', page, {});
  expect(leaks()).toEqual([]);
});

/** The names of the secret fields at the top level of an operation's body. */
function secretsOf({ verb, operation }: Example): string[] {
  const found = app.get(Registry).operations.find(({ name }) => name === operation);
  if (verb === 'get' || !found?.declaration.request) return [];
  return fieldsOf(found.declaration.request)
    .filter(({ options }) => options.secret)
    .map(({ name }) => name);
}

it('shows no secret that a caller sends, even in a malformed call', async () => {
  const typed = 'canary-typed-by-somebody';
  const credentials: Record<string, string>[] = [
    { Authorization: `Bearer ${typed}` },
    { 'X-Api-Key': typed },
    { Authorization: `Basic ${typed}` },
  ];
  for (const bad of credentials) await recorded('credentials', 'GET', '/v1/Auth/Me', bad);
  const takers = examples.filter((example) => secretsOf(example).length > 0);
  expect(takers.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['login', 'refresh', 'changePassword', 'enrol', 'confirmMfa', 'saveCheckin', 'addContact']),
  );
  for (const example of takers)
    for (const name of secretsOf(example)) {
      const base = JSON.parse(example.body ?? '{}') as object;
      const forms: unknown[] = [typed, [typed], { [typed]: typed }, typed.repeat(500), `${typed}\0`];
      const bodies = [
        ...forms.map((value) => JSON.stringify({ ...base, [name]: value })),
        JSON.stringify({ ...base, [name.toLowerCase()]: typed }),
        `{"${name}":"${typed}"`,
        `{"${name}":${typed}}`,
      ];
      const { path, verb, operation } = example;
      const headers = { ...tokens.get('Administrator'), ...json };
      for (const body of bodies) await recorded(`${operation} ${name}`, verb.toUpperCase(), path, headers, body);
      await recorded(
        `${operation} ${name} in the query`,
        verb.toUpperCase(),
        `${path}?${name}=${typed}`,
        headers,
        '{}',
      );
    }
  // The answer to a write shows the social security number to an Administrator, who may read it in full.
  expect(leaks((from) => /^(add|change)(Contact|Agent) SSN: 200/.test(from))).toEqual([]);
});

it('shows no canary in the audit', async () => {
  for (const { verb, path } of examples.filter(({ verb }) => verb === 'put').slice(0, 40))
    await recorded(
      path,
      verb.toUpperCase(),
      path,
      { ...tokens.get('Administrator'), ...json },
      '{"SSN":"canary-sent-9876"}',
    );
  outputs.splice(0);
  const entries = await app.db.all<{ Changes: string }>(sql`SELECT Changes FROM audit`);
  expect(entries.some(({ Changes }) => Changes.includes('9876') || Changes.includes('SSN'))).toBe(true);
  outputs.push(...entries.map(({ Changes }) => ({ from: 'audit', text: Changes })));
  await recorded('audit', 'GET', '/v1/Audit', tokens.get('Administrator')!);
  expect(leaks()).toEqual([]);
});

it('shows no canary if the database fails', async () => {
  const tables = ['contacts', 'users', 'agents'];
  for (const table of tables) {
    await app.db.tx(() => app.db.execute(sql`ALTER TABLE ${raw(table)} RENAME TO ${raw(`${table}_gone`)}`));
    for (const example of examples) await call(example, second);
    await app.db.tx(() => app.db.execute(sql`ALTER TABLE ${raw(`${table}_gone`)} RENAME TO ${raw(table)}`));
  }
  expect(outputs.filter(({ from }) => from.endsWith(': 500')).length).toBeGreaterThan(20);
  expect(leaks()).toEqual([]);
});
