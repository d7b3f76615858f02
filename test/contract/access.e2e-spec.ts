import sql from 'sql-template-tag';
import { roleNames, type RoleName } from '../../src/http/endpoint/roles.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { startApp, type TestApp } from '../support/app.js';
import { filled, groups } from './endpoints.js';

let app: TestApp;
let operations: readonly Operation[];

beforeAll(async () => {
  app = await startApp();
  ({ operations } = app.get(Registry));
});
afterAll(() => app.close());

/** Every declared verb and path. */
function routes(): { operation: Operation; path: string; name: string }[] {
  return operations.flatMap((operation) =>
    operation.paths.map((path) => ({ operation, path, name: `${operation.declaration.verb} ${path}` })),
  );
}

function call(operation: Operation, path: string, credentials: Record<string, string> = {}) {
  const verb = operation.declaration.verb.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  return app.http[verb](path).set(credentials);
}

/** Values for the placeholders: of roles, callers read those that they hold. */
async function valuesFor(role: RoleName): Promise<Record<string, string>> {
  if (!routes().some(({ path }) => path.includes('{RoleId}'))) return {};
  const held = await app.db.one<{ RoleId: number }>(sql`SELECT RoleId FROM roles WHERE Code = ${role}`);
  return { RoleId: String(held?.RoleId) };
}

it('finds every operation with an access of its own', () => {
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

it('is open to anybody for signing in alone', () => {
  const open = routes().filter(({ operation }) => operation.access === 'open');
  expect(open.map(({ name }) => name).filter((name) => !/ \/v1\/Auth\/(Login|Refresh)$/.test(name))).toEqual([]);
});

it('answers nobody without a token, or with a bad one', async () => {
  const answers: string[] = [];
  for (const { operation, path, name } of routes().filter((route) => route.operation.access !== 'open')) {
    const none = await call(operation, filled(path));
    const bad = await call(operation, filled(path), { Authorization: 'Bearer not.a.token' });
    const key = await call(operation, filled(path), { 'X-Api-Key': 'not-a-key' });
    for (const { status, headers, body } of [none, bad, key]) {
      const { ErrorCode } = body.ResponseStatus;
      const challenged = /^Bearer/.test(headers['www-authenticate']);
      if (status !== 401 || ErrorCode !== 'Unauthorized' || !challenged)
        answers.push(`${name}: ${status} ${ErrorCode}`);
    }
  }
  expect(answers).toEqual([]);
});

describe.each(roleNames)('as %s', (role) => {
  it('is let in where the role is declared, and nowhere else', async () => {
    const credentials = await app.as(role);
    const values = await valuesFor(role);
    const answers: string[] = [];
    for (const { operation, path, name } of routes().filter((route) => !route.path.startsWith('/v1/Auth/'))) {
      const { status } = await call(operation, filled(path, values), credentials);
      const { access } = operation;
      const letIn = access === 'authenticated' || (access ?? []).includes(role);
      if (letIn ? [401, 403].includes(status) || status >= 500 : status !== 403) answers.push(`${name}: ${status}`);
    }
    expect(answers).toEqual([]);
  });
});
