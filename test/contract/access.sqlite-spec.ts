import sql from 'sql-template-tag';
import { roleNames, type RoleName } from '../../src/http/endpoint/roles.js';
import { nameAt } from '../../src/http/endpoint/declaration.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { roleTemplates } from '../../src/modules/roles/role-templates.js';
import { startApp, type TestApp } from '../support/app/app.js';
import { Client } from '../support/clients/client.js';
import { inGate } from '../support/suites/gate.js';
import { ofExtras } from '../support/suites/of-extras.js';
import { grantAtDesk, receptionistAt } from '../support/data/receptionist.js';
import { filled, groups } from './endpoints.js';

let app: TestApp;
let client: Client;
let operations: readonly Operation[];
let receptionist: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  await grantAtDesk(app);
  receptionist = (await receptionistAt(app)).credentials;
  client = new Client(app.url);
  ({ operations } = app.get(Registry));
});
afterAll(async () => {
  client.close();
  await app.close();
});

/** Every declared verb and path. */
function routes(): { operation: Operation; path: string; name: string; index: number }[] {
  return operations
    .flatMap((operation) => operation.paths.map((path) => ({ operation, path })))
    .map((route, index) => ({ ...route, name: `${route.operation.declaration.verb} ${route.path}`, index }));
}

interface Sent {
  verb: string;
  target: string;
  headers?: Record<string, string>;
}

/** With CI=true every caller tries all forms. Access does not depend on the database, so MariaDB is left out. */
const triesAllForms = inGate;

/**
 * Whether the caller with the number `caller`, out of `callers`, tries the route in that form. Every caller tries every
 * route as declared. Of the other forms one caller in turn tries each, unless all callers try all forms.
 */
function isTried(form: string, route: number, caller: number, callers: number): boolean {
  const names = Object.keys(forms);
  return triesAllForms || form === names[0] || (route + names.indexOf(form)) % callers === caller;
}
/** A caller of each system role, and a receptionist with a custom role. */
const known = roleNames.length + 1;

const swapped = (path: string): string =>
  path.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/**
 * The request in another form, or undefined if the verb has no such form. filled: the path with values instead of its
 * placeholders.
 */
const forms: Readonly<Record<string, (verb: string, filled: string, path: string) => Sent | undefined>> = {
  'as declared': (verb, target) => ({ verb, target }),
  'in another letter case': (verb, target, path) => ({
    verb,
    target: path.split('/').reduce((done, part, index) => {
      const segment = target.split('/')[index];
      return index === 0 ? done : `${done}/${part.startsWith('{') ? segment : swapped(segment)}`;
    }, ''),
  }),
  'with a trailing slash': (verb, target) => ({ verb, target: `${target}/` }),
  'as .csv': (verb, target) => ({ verb, target: `${target}.csv` }),
  'as .JSON/': (verb, target) => ({ verb, target: `${target}.JSON/` }),
  'as .xlsx': (verb, target) => ({ verb, target: `${target}.xlsx` }),
  'with ?format=csv': (verb, target) => ({ verb, target: `${target}?format=csv` }),
  'as a whole URL': (verb, target) => ({ verb, target: `http://elsewhere.test${target}` }),
  'with encoded values': (verb, target, path) => ({
    verb,
    target: path.split('/').reduce((done, part, index) => {
      const segment = target.split('/')[index];
      return index === 0
        ? done
        : `${done}/${part.startsWith('{') && !segment.includes('%') ? escaped(segment) : segment}`;
    }, ''),
  }),
  'by HEAD': (verb, target) => (verb === 'GET' ? { verb: 'HEAD', target } : undefined),
  'by an overridden POST': (verb, target) =>
    verb === 'PUT' || verb === 'DELETE'
      ? { verb: 'POST', target, headers: { 'X-HTTP-Method-Override': verb.toLowerCase() } }
      : undefined,
};

function escaped(text: string): string {
  return [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
}

/**
 * Paths that resemble a declared path but do not exist. They must answer 404 to every caller, so that nobody can use
 * them to bypass the access of the declared path.
 */
const deadPaths: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/v1/', '/v1//'),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/v1/x/../'),
  (path) => path.replace('/v1/', '/%76%31/'),
  (path) => path.replace('/v1/', '/v1%2f'),
];

/** Values for placeholders that depend on the caller: RoleId, because callers read only their own roles. */
async function valuesFor(role: RoleName): Promise<Record<string, string>> {
  if (!routes().some(({ path }) => path.includes('{RoleId}'))) return {};
  const held = await app.db.one<{ RoleId: number }>(sql`SELECT RoleId FROM roles WHERE Code = ${role}`);
  return { RoleId: String(held?.RoleId) };
}

it('the contract lists the access of every operation', () => {
  expect(operations.length).toBeGreaterThan(0);
  expect(operations.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
});

it.each(Object.entries(groups))('%s declares its roles', (_, group) => {
  const declared = routes().filter(({ operation, path }) => {
    const verbs: readonly string[] = group.routes[path] ?? [];
    return verbs.includes(operation.declaration.verb);
  });
  expect(declared).toHaveLength(Object.values(group.routes).flat().length);
  for (const { operation } of declared) {
    const isRead = operation.declaration.verb === 'GET';
    expect(operation.access).toEqual(isRead ? group.access : (group.writers ?? group.access));
  }
});

it('allows calls without credentials only for signing in', () => {
  const mayBeOpen = ['Login', 'Refresh', 'Password/Forgot', 'Password/Reset'].map((name) => `/v1/Auth/${name}`);
  const open = routes().filter(({ operation }) => operation.access === 'open');
  expect(open.map(({ path }) => path).sort()).toEqual([...mayBeOpen, ...ofExtras.open].sort());
});

describe.each(Object.entries(forms))('written %s', (written, form) => {
  it('rejects calls without a token and with an invalid one', async () => {
    const answers: string[] = [];
    const bad: Record<string, string>[] = [{}, { Authorization: 'Bearer not.a.token' }, { 'X-Api-Key': 'not-a-key' }];
    for (const { operation, path, name, index } of routes()) {
      const sent = operation.access === 'open' ? undefined : form(operation.declaration.verb, filled(path), path);
      for (const [number, credentials] of bad.entries()) {
        if (!sent || !isTried(written, index, number, bad.length)) continue;
        const { status, headers, text } = await send(sent, credentials);
        const isTold = sent.verb === 'HEAD' || text.includes('"ErrorCode":"Unauthorized"');
        if (status !== 401 || !isTold || !/^Bearer/.test(headers['www-authenticate'] ?? ''))
          answers.push(`${name}: ${status} ${text.slice(0, 100)}`);
      }
    }
    expect(answers).toEqual([]);
  });

  it.each(roleNames)('allows the %s only the operations that declare the role', async (role) => {
    const credentials = await app.as(role);
    const values = await valuesFor(role);
    const answers: string[] = [];
    for (const { operation, path, name, index } of routes().filter((route) => !route.path.startsWith('/v1/Auth/'))) {
      const sent = form(operation.declaration.verb, filled(path, values), path);
      if (!sent || !isTried(written, index, roleNames.indexOf(role), known)) continue;
      const { status } = await send(sent, credentials);
      const { access } = operation;
      const letIn = access === 'authenticated' || (access ?? []).includes(role);
      if (letIn ? [401, 403, 405].includes(status) || status >= 500 : status !== 403)
        answers.push(`${name}: ${status}`);
    }
    expect(answers).toEqual([]);
  });

  it('allows a receptionist only the operations of the role template', async () => {
    const named = roleTemplates.get('front-desk')!.Permissions;
    const answers: string[] = [];
    for (const { operation, path, name, index } of routes().filter((route) => Array.isArray(route.operation.access))) {
      const sent = form(operation.declaration.verb, filled(path), path);
      if (!sent || !isTried(written, index, roleNames.length, known)) continue;
      const { status, text } = await send(sent, receptionist);
      const letIn = named.includes(operation.name);
      const isTold = sent.verb === 'HEAD' || text.includes('This call needs the role');
      if (letIn ? status === 401 || status >= 500 || (status === 403 && isTold) : status !== 403 || !isTold)
        answers.push(`${name}: ${status}`);
    }
    expect(answers).toEqual([]);
  });
});

it('Auth/Me names to each caller exactly the operations that do not refuse the caller for want of a role', async () => {
  const callers = [receptionist, ...(await Promise.all(roleNames.map((role) => app.as(role))))];
  const answers: string[] = [];
  for (const [number, credentials] of callers.entries()) {
    const { body } = await app.http.get('/v1/Auth/Me').set(credentials).expect(200);
    const named = new Set<string>(body.Operations);
    for (const { operation, path, name } of routes().filter((route) => !route.path.startsWith('/v1/Auth/'))) {
      const { verb } = operation.declaration;
      const isRefused = (await send({ verb, target: filled(path) }, credentials)).text.includes(
        'This call needs the role',
      );
      if (isRefused === named.has(nameAt(path, operation).id)) answers.push(`${name} of caller ${number}`);
    }
  }
  expect(answers).toEqual([]);
});

it('answers 404 for a path that resembles a declared path', async () => {
  const credentials = await app.as('Administrator');
  const answers: string[] = [];
  for (const { operation, path, name } of routes())
    for (const dead of deadPaths) {
      const target = dead(filled(path));
      const { status } = await send({ verb: operation.declaration.verb, target }, credentials);
      if (status !== 404) answers.push(`${name} as ${target}: ${status}`);
    }
  expect(answers).toEqual([]);
});

function send({ verb, target, headers }: Sent, credentials: Record<string, string>) {
  return client.send(verb, target, { ...headers, ...credentials });
}
