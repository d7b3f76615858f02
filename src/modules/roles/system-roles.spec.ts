import type { Operation } from '../../http/endpoint/operation.js';
import type { Permission } from './role.entity.js';
import { declaredBy, differences, type Declared, type Stored } from './system-roles.js';

class Nothing {}

function operation(name: string, verb: 'GET' | 'POST', access: Operation['access'], order = 3): Operation {
  const declaration = { verb, path: `/v1/${name}`, response: Nothing, summary: `Does ${name}` };
  const group = { name: 'Things', title: 'Things', order };
  const rest = { hasStatus: true, showsSecret: false, controller: {}, handler: () => undefined };
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
