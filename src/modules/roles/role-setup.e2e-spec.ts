import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { UsersService } from '../../auth/users/users.service.js';
import { Registry } from '../../http/endpoint/registry.js';
import { mostListed } from '../../record/field-error.js';
import { Permission, Role } from './role.entity.js';
import { SystemRolesService } from './system-roles.service.js';

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
const codes = (role: Role): string[] => role.Permissions.map(({ Code }) => Code).sort();
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
  const users = app.get(UsersService);
  await users.create('desk@example.test', { roles: ['Worker', 'Desk'], password });
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
  await users.setRoles('desk@example.test', ['Worker']);
  expect((await put(RoleId, { Code: 'Counter' }).expect(200)).body.Roles).toMatchObject([{ Code: 'Counter' }]);
  const removed = await remove(RoleId).expect(200);
  expect(removed.body.Roles).toMatchObject([{ RoleId, Code: 'Counter', Permissions: [] }]);
  await remove(RoleId).expect(404);
  await put(RoleId, { Name: 'x' }).expect(404);
  await expect(users.setRoles('desk@example.test', ['Counter'])).rejects.toMatchObject({ code: 'Unknown' });
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
  const opening = ['importRecordSet', 'exportRecordSet', 'listRecordSets', 'restoreContact', 'addAgent', 'changeAgent'];
  const groups = ['Administration', 'Auth', 'Role', 'Sets', 'Catalogue'];

  it('refuses a custom role that names users, roles, keys, the audit, record sets, agents or restores', async () => {
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
    await app.get(UsersService).create('smuggler@example.test', { roles: ['Smuggler'], password });
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

it('reports all invalid fields of a role at once', async () => {
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
    'Permissions[0].Code Unknown',
    'Permissions[1].PermissionId Unknown',
    'Permissions[2].PermissionId Unknown',
    'Permissions[3].PermissionId Mismatch',
    'Permissions[5].PermissionId Duplicate',
    'Permissions[6].Code Invalid',
  ]);
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
