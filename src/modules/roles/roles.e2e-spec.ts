import sql from 'sql-template-tag';
import { startApp, type TestApp, password } from '../../../test/support/app/app.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { Registry } from '../../http/endpoint/registry.js';
import { Permission, Role } from './role.entity.js';
import { SystemRolesService } from './system-roles.service.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { mostListed } from '../../record/field-error.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { declaredBy, differences, type Declared, type Stored } from './system-roles.js';

describe('roles', () => {
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
      await app.users.create('clerk@example.test', {
        displayName: 'Clerk',
        roles: ['Worker', 'Clerk'],
        agentId: 0,
        password: 'a pass phrase for tests',
      });
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
      await app.users.create('holder@example.test', { roles: ['Held'], password: 'a pass phrase for tests' });
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
});

describe('setup of roles', () => {
  const at = '/v1/Roles';

  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  const list = async () => (await app.http.get(at).set(admin).expect(200)).body.Roles as Role[];
  const add = (body: object) => app.http.post(at).set(admin).send(body);
  const put = (id: number, body: object) => app.http.put(`${at}/${id}`).set(admin).send(body);
  const remove = (id: number) => app.http.delete(`${at}/${id}`).set(admin);
  const codes = (role: Pick<Role, 'Permissions'>): string[] => role.Permissions.map(({ Code }) => Code).sort();
  const named = (...names: string[]) => names.map((Code) => ({ Code }));
  const made = async (Code: string, ...names: string[]): Promise<Role> =>
    (await add({ Code, Permissions: named(...names) }).expect(200)).body.Roles[0];

  it('lists a custom role with its permissions, beside the system roles', async () => {
    const role = await made('Clerk', 'listEventTypes', 'readEventType');
    const roles = (await list()).filter(({ Code, IsSystem }) => IsSystem || Code === 'Clerk');
    expect(roles.map(({ Code }) => Code)).toEqual(['Worker', 'Agent', 'Administrator', 'Clerk']);
    expect(roles[3]).toEqual(role);
    expect(role).toMatchObject({
      Name: 'Clerk',
      IsSystem: false,
      IsActive: true,
      CreatedUtc: expect.stringMatching(/^20/),
    });
    expect(codes(role)).toEqual(['listEventTypes', 'readEventType']);
    const { text } = await app.http
      .get(`${at}.csv?IsSystem=false&CodeIn=Clerk,Agent&fields=Code,IsActive`)
      .set(admin)
      .expect(200);
    expect(text).toBe('Code,IsActive\r\nClerk,true\r\n');
    expect((await app.http.get(`${at}/${role.RoleId}`).set(admin).expect(200)).body).toEqual(role);
  });

  it('opens and closes operations for signed-in users at once when a role changes', async () => {
    const { RoleId } = await made('Desk');
    await app.users.create('desk@example.test', { roles: ['Worker', 'Desk'], password });
    const { body } = await app.http.post('/v1/Auth/Login').send({ UserName: 'desk@example.test', Password: password });
    const call = () => app.http.get('/v1/SurveyAdmin/GiftCard').set('Authorization', `Bearer ${body.BearerToken}`);
    const operation = (await list())[2].Permissions.find(({ Resource }) => Resource === '/v1/SurveyAdmin/GiftCard')!;
    await call().expect(403);
    await put(RoleId, { Permissions: [{ PermissionId: operation.PermissionId }] }).expect(200);
    await call().expect(200);
    await put(RoleId, { IsActive: false }).expect(200);
    await call().expect(403);
    const back = await put(RoleId, { IsActive: true, Name: 'Front desk' }).expect(200);
    expect(codes(back.body.Roles[0])).toEqual([operation.Code]);
    await call().expect(200);
    await put(RoleId, { Permissions: [] }).expect(200);
    await call().expect(403);

    await put(RoleId, { Code: 'Counter' }).expect(409);
    await remove(RoleId).expect(409);
    await app.users.change('desk@example.test', { Roles: ['Worker'] });
    expect((await put(RoleId, { Code: 'Counter' }).expect(200)).body.Roles).toMatchObject([{ Code: 'Counter' }]);
    const removed = await remove(RoleId).expect(200);
    expect(removed.body.Roles).toMatchObject([{ RoleId, Code: 'Counter', Permissions: [] }]);
    await remove(RoleId).expect(404);
    await put(RoleId, { Name: 'x' }).expect(404);
    await expect(app.users.change('desk@example.test', { Roles: ['Counter'] })).rejects.toMatchObject({
      code: 'Unknown',
    });
  });

  it('rejects changes to a system role', async () => {
    for (const id of [1, 2, 3]) {
      await put(id, { Name: 'Other' }).expect(409);
      await put(id, { Permissions: [] }).expect(409);
      await remove(id).expect(409);
    }
    await add({ Code: 'administrator' }).expect(409);
    await add({ Code: 'Agent' }).expect(409);
    await made('Taken');
    const { RoleId } = await made('Almost');
    await put(RoleId, { Code: 'WORKER' }).expect(409);
    await put(RoleId, { Code: 'Taken' }).expect(409);
    await add({ Code: 'Taken' }).expect(409);
  });

  describe('permissions that only system roles may have', () => {
    const opening = [
      'importRecordSet',
      'exportRecordSet',
      'listRecordSets',
      'restoreContact',
      'addAgent',
      'changeAgent',
    ];
    const groups = ['Administration', 'Auth', 'Role', 'Sets', 'Imports', 'Catalogue'];

    it('refuses a role that names users, roles, keys, the audit, sets, imports, agents or restores', async () => {
      const { operations } = app.get(Registry);
      const reserved = operations.flatMap(({ name, declaration }) => (declaration.delegable ? [] : name));
      expect(reserved).toEqual(expect.arrayContaining(opening));
      for (const groupName of groups) {
        const names = operations.filter(({ group }) => group.name === groupName).map(({ name }) => name);
        expect(names.length).toBeGreaterThan(0);
        expect(reserved).toEqual(expect.arrayContaining(names));
      }
      const refused = await add({ Code: 'Greedy', Permissions: named(...reserved) }).expect(400);
      const errors = reserved.map((_, index) => `Permissions[${index}].Code Invalid`);
      expect(fieldErrors(refused)).toEqual(errors.slice(0, mostListed));
    });

    it('opens no reserved operation to a custom role, and removes it from the role at the next start', async () => {
      const { RoleId } = await made('Smuggler', 'listEventTypes');
      await app.db.tx(async () => {
        for (const code of opening)
          await app.db.execute(sql`INSERT INTO role_permissions (RoleId, PermissionId)
          SELECT ${RoleId}, p.PermissionId FROM permissions p WHERE p.Code = ${code}`);
      });
      await app.users.create('smuggler@example.test', { roles: ['Smuggler'], password });
      const { body } = await app.http
        .post('/v1/Auth/Login')
        .send({ UserName: 'smuggler@example.test', Password: password })
        .expect(200);
      const bearer = { Authorization: `Bearer ${body.BearerToken}` };
      await app.http.get('/v1/EventType').set(bearer).expect(200);
      await app.http.get('/v1/Sets').set(bearer).expect(403);
      await app.http.get('/v1/Sets/users').set(bearer).expect(403);
      const file = `UserId,Roles\n${body.UserId},"[""Administrator""]"\n`;
      await app.http.post('/v1/Sets/users').set(bearer).set('Content-Type', 'text/csv').send(file).expect(403);
      await app.http.put('/v1/Agents/1').set(bearer).send({ Upline4: 2 }).expect(403);
      await app.http.post('/v1/Contacts/1/Restore').set(bearer).expect(403);

      await app.get(SystemRolesService).synchronise();
      const stored = (await list()).find((role) => role.RoleId === RoleId)!;
      expect(codes(stored)).toEqual(['listEventTypes']);
      const auditPage = await app.http.get('/v1/Audit?Operation=synchroniseRoles&take=1').set(admin).expect(200);
      expect(auditPage.body.Audit[0].Changes).toContain('RolePermission');
    });
  });

  it('lists the operations that a custom role may name, and no other can be named', async () => {
    const { body } = await app.http.get('/v1/Roles/Operations').set(admin).expect(200);
    const { operations } = app.get(Registry);
    const delegable = operations.flatMap(({ name, declaration }) => (declaration.delegable ? name : []));
    expect(codes({ Permissions: body.Operations }).sort()).toEqual(delegable.sort());
    const { body: some } = await app.http
      .get('/v1/Roles/Operations?Module=EventType&Action=GET')
      .set(admin)
      .expect(200);
    expect(codes({ Permissions: some.Operations })).toContain('listEventTypes');
  });

  it('reports all errors of form of a role at once, and then all of its permissions', async () => {
    const [, , { Permissions }] = await list();
    const known = Permissions.find(({ Code }) => Code === 'readEventType')!;
    const bad: Partial<Permission>[] = [
      { Code: 'nothing' },
      { PermissionId: 987_654 },
      {},
      { ...known, PermissionId: known.PermissionId + 1 },
      known,
      { PermissionId: known.PermissionId },
      { Code: 'changeUser' },
    ];
    expect(fieldErrors(await add({ RoleId: 9, Code: 'a,b', Permissions: bad }).expect(400))).toEqual([
      'RoleId Invalid',
      'Code Invalid',
    ]);
    expect(fieldErrors(await add({ Code: 'Named', Permissions: bad }).expect(400))).toEqual([
      'Permissions[0].Code Unknown',
      'Permissions[1].PermissionId Unknown',
      'Permissions[2].PermissionId Unknown',
      'Permissions[3].PermissionId Mismatch',
      'Permissions[5].PermissionId Duplicate',
      'Permissions[6].Code Invalid',
    ]);
    const { body } = await add({ Code: 'Named', Permissions: named('changeUser', 'nothing') }).expect(400);
    const messages = body.ResponseStatus.Errors.map(({ Message }: { Message: string }) => Message);
    expect(messages).toEqual([expect.stringContaining('changeUser'), expect.stringContaining('nothing')]);
    expect(fieldErrors(await add({}).expect(400))).toEqual(['Code NotEmpty']);
    expect((await list()).map(({ Code }) => Code)).not.toContain('a,b');
  });

  it('adds a role once for a repeated Idempotency-Key, and audits it', async () => {
    const send = () => add({ Code: 'Once', Permissions: named('readEventType') }).set('Idempotency-Key', 'a-new-role');
    const first = (await send().expect(200)).body;
    expect((await send().expect(200)).body).toEqual(first);
    const { body } = await app.http.get('/v1/Audit?Operation=addRole&take=1').set(admin).expect(200);
    expect(body.Audit[0]).toMatchObject({ Record: 'Role', RecordId: String(first.Roles[0].RoleId) });
    expect(body.Audit[0].Changes).toContain('RolePermission');
  });

  it('lets only Administrators change a role', async () => {
    const agent = await app.as('Agent');
    await app.http.get(at).set(agent).expect(403);
    await app.http.post(at).set(agent).send({ Code: 'Mine' }).expect(403);
    await app.http.put(`${at}/1`).set(agent).send({}).expect(403);
    await app.http.get(`${at}/2`).set(agent).expect(200);
  });
});

describe('system roles', () => {
  class Nothing {}

  function operation(name: string, verb: 'GET' | 'POST', access: Operation['access'], order = 3): Operation {
    const declaration = { verb, path: `/v1/${name}`, response: Nothing, summary: `Does ${name}` };
    const group = { name: 'Things', title: 'Things', order };
    const rest = { hasStatus: true, isBare: false, showsSecret: false, controller: {}, handler: () => undefined };
    return { name, group, declaration, paths: [`/v1/${name}`], access, ...rest };
  }

  const operations = [
    operation('listThings', 'GET', ['Agent', 'Administrator']),
    operation('addThing', 'POST', ['Administrator']),
    operation('readSelf', 'GET', 'authenticated', 4),
    operation('signIn', 'POST', 'open', 4),
  ];
  const declared = declaredBy(operations);

  /** The content of the database after the declaration was written. */
  function written({ roles, permissions, grants }: Declared): Stored {
    return {
      roles: roles.map((role) => ({ ...role, IsSystem: 1 as unknown as boolean, IsActive: 1 as unknown as boolean })),
      permissions: permissions.map((permission, index) => ({
        ...permission,
        IsActive: 1 as unknown as boolean,
        PermissionId: index + 1,
        CreatedUtc: null,
      })),
      grants: new Set(grants),
    };
  }

  it('declares one permission for each operation', () => {
    expect(declared.permissions[1]).toEqual({
      Module: 'Things',
      Resource: '/v1/addThing',
      Action: 'POST',
      Name: 'Does addThing',
      Description: '',
      Tags: 'write',
      SortOrder: 302,
      IsActive: true,
      Code: 'addThing',
    });
    expect(declared.permissions.map(({ Code, Tags, SortOrder }) => [Code, Tags, SortOrder])).toEqual([
      ['listThings', 'read', 301],
      ['addThing', 'write', 302],
      ['readSelf', 'read', 401],
      ['signIn', 'write', 402],
    ]);
  });

  it('grants the permission to the roles that may call the operation', () => {
    expect([...declared.grants].sort()).toEqual([
      '1,readSelf',
      '1,signIn',
      '2,listThings',
      '2,readSelf',
      '2,signIn',
      '3,addThing',
      '3,listThings',
      '3,readSelf',
      '3,signIn',
    ]);
    expect(declared.roles.map(({ RoleId, Code, IsSystem }) => [RoleId, Code, IsSystem])).toEqual([
      [1, 'Worker', true],
      [2, 'Agent', true],
      [3, 'Administrator', true],
    ]);
  });

  it('finds no difference after the declaration was written', () => {
    expect(differences(declared, written(declared))).toBeUndefined();
  });

  it('finds that the permission and the grants of a new operation are missing', () => {
    const before = written(declaredBy(operations.slice(0, 3)));
    const found = differences(declared, before)!;
    expect(found.added.map(({ Code }) => Code)).toEqual(['signIn']);
    expect(found).toMatchObject({ roles: [], changed: [], withdrawn: [] });
    expect(found.granted).toEqual(['1,signIn', '2,signIn', '3,signIn']);
  });

  it('deactivates the permission of a removed operation once', () => {
    const remaining = declaredBy(operations.slice(0, 3));
    const before = written(declared);
    const found = differences(remaining, before)!;
    expect(found.changed).toEqual([{ PermissionId: 4, changes: { IsActive: false } }]);
    expect(found.withdrawn).toEqual(['1,signIn', '2,signIn', '3,signIn']);
    const retired = before.permissions.map((row): Permission =>
      row.Code === 'signIn' ? { ...row, IsActive: false } : row,
    );
    expect(differences(remaining, { ...written(remaining), permissions: retired })).toBeUndefined();
  });

  it('finds a changed permission and a changed role', () => {
    const before = written(declared);
    before.permissions[0].Name = 'Another name';
    before.permissions[1].IsActive = false;
    before.roles[2].IsSystem = false;
    const found = differences(declared, before)!;
    expect(found.changed.map(({ PermissionId }) => PermissionId)).toEqual([1, 2]);
    expect(found.roles.map(({ Code }) => Code)).toEqual(['Administrator']);
  });
});
