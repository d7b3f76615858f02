import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { UsersService } from '../../auth/users/users.service.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { Registry } from '../../http/endpoint/registry.js';
import { Permission, Role } from './role.entity.js';
import { SystemRolesService } from './system-roles.service.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = async (who: 'Worker' | 'Agent' | 'Administrator', id: number | string) =>
  app.http.get(`/v1/Roles/${id}`).set(await app.as(who));
const codes = (body: { Permissions: Permission[] }): string[] => body.Permissions.map(({ Code }) => Code);
const set = (name: string) => app.get(RecordSetsService).named(name)!;
const audits = async () => (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM audit`))!.Count;

it('answers the role without an envelope, with its permissions by SortOrder', async () => {
  const { status, body } = await get('Worker', 1);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    'RoleId',
    'TenantId',
    'Code',
    'Name',
    'Description',
    'IsSystem',
    'IsActive',
    'CreatedUtc',
    'Permissions',
  ]);
  expect(body).toMatchObject({ RoleId: 1, TenantId: '0'.repeat(32), Code: 'Worker', IsSystem: true, IsActive: true });
  const order = body.Permissions.map(({ SortOrder, PermissionId }: Permission) => [SortOrder, PermissionId]);
  expect(order).toEqual([...order].sort(([a, b], [c, d]) => a - c || b - d));
  expect(body.Permissions.find(({ Code }: Permission) => Code === 'listEventTypes')).toMatchObject({
    Module: 'EventType',
    Resource: '/v1/EventType',
    Action: 'GET',
    Name: 'List event types',
    Tags: 'read',
    IsActive: true,
  });
});

it.each(['Worker', 'Agent', 'Administrator'] as const)('gives %s the operations that it may call', async (role) => {
  const id = { Worker: 1, Agent: 2, Administrator: 3 }[role];
  const allowed = app
    .get(Registry)
    .operations.filter(({ access }) => typeof access === 'string' || access?.includes(role))
    .map(({ name }) => name);
  expect(codes((await get(role, id)).body).sort()).toEqual(allowed.sort());
  expect(allowed.includes('listPolicyDocumentDefaults')).toBe(role !== 'Worker');
});

it('answers 403 to other callers for a role that they do not hold, even if it does not exist', async () => {
  for (const id of [1, 3, 999]) {
    const { status, body } = await get('Agent', id);
    expect([id, status, body.ResponseStatus.ErrorCode]).toEqual([id, 403, 'Forbidden']);
  }
  expect((await get('Agent', 2)).status).toBe(200);
});

it('lets Administrators read every role, and answers 404 for an unknown one', async () => {
  for (const id of [1, 2, 3]) expect((await get('Administrator', id)).status).toBe(200);
  const { status, body } = await get('Administrator', 999);
  expect([status, body.ResponseStatus.ErrorCode]).toEqual([404, 'NotFound']);
  expect((await get('Administrator', 'one')).status).toBe(400);
});

it('answers 304 while the role is unchanged for the caller', async () => {
  const { headers } = await get('Agent', 2);
  expect(headers.etag).toMatch(/^"[\w-]+-json-gzip"$/);
  const again = () => app.http.get('/v1/Roles/2').set('If-None-Match', headers.etag);
  await again()
    .set(await app.as('Agent'))
    .expect(304);
  await app.db.tx(() => app.db.update(Role, { RoleId: 2 }, { CreatedUtc: '2026-02-02T00:00:00.0000000' }));
  await again()
    .set(await app.as('Agent'))
    .expect(200);
});

it('answers a role as one row of CSV, with the permissions as JSON', async () => {
  const { text } = await app.http
    .get('/v1/Roles/1.csv')
    .set(await app.as('Worker'))
    .expect(200);
  const [header, row, end] = text.split('\r\n');
  expect(header).toBe('RoleId,TenantId,Code,Name,Description,IsSystem,IsActive,CreatedUtc,Permissions');
  expect(row).toMatch(/^1,,Worker,Worker,/);
  expect(row).toContain('""Code"":""listEventTypes""');
  expect(end).toBe('');
});

describe('the system roles', () => {
  it('writes nothing if the system roles equal their declaration', async () => {
    const before = await audits();
    await app.get(SystemRolesService).synchronise();
    expect(await audits()).toBe(before);
  });

  it('restores the system roles after a change, even from several instances at once', async () => {
    const before = await app.db.all(set('roles').rows);
    const permissions = await app.db.all(set('permissions').rows);
    await app.db.tx(async () => {
      await app.db.execute(sql`DELETE FROM role_permissions WHERE RoleId = 2`);
      await app.db.update(Permission, { Code: 'listEventTypes' }, { Name: 'Changed', IsActive: false });
      await app.db.update(Role, { RoleId: 1 }, { IsSystem: false, Name: 'Changed' });
    });
    const roles = app.get(SystemRolesService);
    await Promise.all([roles.synchronise(), roles.synchronise(), roles.synchronise()]);
    expect(await app.db.all(set('roles').rows)).toEqual(before);
    expect(await app.db.all(set('permissions').rows)).toEqual(permissions);
  });

  it('deactivates a permission without an operation, and takes it from the system roles', async () => {
    await app.db.tx(async () => {
      await set('permissions').save!([{ PermissionId: 9000, Code: 'goneOperation', IsActive: true }]);
      await app.db.execute(sql`INSERT INTO role_permissions (RoleId, PermissionId) VALUES (1, 9000)`);
    });
    await app.get(SystemRolesService).synchronise();
    const gone = await app.db.one<Permission>(sql`SELECT IsActive FROM permissions WHERE PermissionId = 9000`);
    expect(Boolean(gone?.IsActive)).toBe(false);
    expect(codes((await get('Worker', 1)).body)).not.toContain('goneOperation');
  });
});

describe('imports and exports of roles', () => {
  it('imports a custom role, which its holders can read', async () => {
    const Permissions = ['listEventTypes', 'listAgentDropdown'];
    await app.db.tx(() =>
      set('roles').save!([{ RoleId: 50, Code: 'Clerk', Name: 'Clerk', IsSystem: true, Permissions }]),
    );
    const { UserId } = await app.get(UsersService).create('clerk@example.test', {
      displayName: 'Clerk',
      roles: ['Worker', 'Clerk'],
      agentId: 0,
      password: 'a pass phrase for tests',
    });
    expect(UserId).toBeTruthy();
    const signedIn = await app.http
      .post('/v1/Auth/Login')
      .send({ UserName: 'clerk@example.test', Password: 'a pass phrase for tests' })
      .expect(200);
    const { body } = await app.http
      .get('/v1/Roles/50')
      .set('Authorization', `Bearer ${signedIn.body.BearerToken}`)
      .expect(200);
    expect(body).toMatchObject({ RoleId: 50, Code: 'Clerk', IsSystem: false, IsActive: true });
    expect(codes(body)).toEqual(['listAgentDropdown', 'listEventTypes']);
    expect((await get('Agent', 50)).status).toBe(403);
  });

  it('replaces the permissions of an imported custom role only if the file has them', async () => {
    const save = (role: object) => app.db.tx(() => set('roles').save!([{ RoleId: 51, Code: 'Second', ...role }]));
    await save({ Permissions: ['listAgentDropdown', 'listEventTypes'] });
    await save({ Name: 'Second one' });
    expect(codes((await get('Administrator', 51)).body).sort()).toEqual(['listAgentDropdown', 'listEventTypes']);
    await save({ Permissions: ['listAgentDropdown', 'readEventType'] });
    expect(codes((await get('Administrator', 51)).body).sort()).toEqual(['listAgentDropdown', 'readEventType']);
    await save({ Permissions: [] });
    expect((await get('Administrator', 51)).body).toMatchObject({ Name: 'Second one', Permissions: [] });
  });

  it('rejects an import with unknown permissions, and saves nothing', async () => {
    const roles = [
      { RoleId: 60, Code: 'Good', Permissions: ['readEventType'] },
      { RoleId: 61, Code: 'Bad', Permissions: ['readEventType', 'nothing'] },
    ];
    await expect(app.db.tx(() => set('roles').save!(roles))).rejects.toMatchObject({
      code: 'Unknown',
      errors: [{ FieldName: 'Permissions' }],
    });
    expect((await get('Administrator', 60)).status).toBe(404);
  });

  it('rejects an import with permissions of system roles, and saves nothing', async () => {
    const roles = [
      { RoleId: 62, Code: 'Fair', Permissions: ['readEventType'] },
      { RoleId: 63, Code: 'Greedy', Permissions: ['importRecordSet', 'readEventType'] },
    ];
    await expect(app.db.tx(() => set('roles').save!(roles))).rejects.toMatchObject({
      code: 'Invalid',
      errors: [{ FieldName: 'Permissions', Message: expect.stringContaining('importRecordSet') }],
    });
    expect((await get('Administrator', 62)).status).toBe(404);
  });

  it('rejects an imported Code that a POST or a PUT rejects, and saves nothing', async () => {
    const save = (role: object) => app.db.tx(() => set('roles').save!([{ Name: 'New', Permissions: [], ...role }]));
    for (const Code of ['two words', 'a"b', 'a,b'])
      await expect(save({ RoleId: 64, Code })).rejects.toMatchObject({ errors: [{ FieldName: 'Code' }] });
    await expect(save({ RoleId: 64, Code: 'administrator' })).rejects.toMatchObject({ status: 409 });
    await expect(app.db.tx(() => set('roles').add!([{ Code: 'AGENT', Permissions: [] }]))).rejects.toMatchObject({
      status: 409,
    });
    expect((await get('Administrator', 64)).status).toBe(404);
    await save({ RoleId: 65, Code: 'Held' });
    await app.get(UsersService).create('holder@example.test', { roles: ['Held'], password: 'a pass phrase for tests' });
    await expect(save({ RoleId: 65, Code: 'Other' })).rejects.toMatchObject({ status: 409 });
    await save({ RoleId: 65, Code: 'Held', Name: 'Renamed' });
    expect((await get('Administrator', 65)).body).toMatchObject({ Code: 'Held', Name: 'Renamed' });
  });

  it('keeps the permissions of a system role in an import', async () => {
    const before = codes((await get('Administrator', 3)).body);
    await app.db.tx(() => set('roles').save!([{ RoleId: 3, Code: 'Other', IsActive: false, Permissions: [] }]));
    const { body } = await get('Administrator', 3);
    expect(body).toMatchObject({ Code: 'Administrator', IsActive: true });
    expect(codes(body)).toEqual(before);
  });

  it.each(['roles', 'permissions'])('imports the %s that it exported', async (name) => {
    const { rows } = set(name);
    const exported = await app.db.all<Record<string, unknown>>(rows);
    const given = exported.map((row) => ({
      ...row,
      ...(name === 'roles' && { Permissions: JSON.parse(row.Permissions as string) }),
    }));
    await app.db.tx(() => set(name).save!(given));
    expect(await app.db.all(rows)).toEqual(exported);
  });
});
