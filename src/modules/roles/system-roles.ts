import { placeOf } from '../../http/endpoint/declaration.js';
import { roleNames, type RoleName } from '../../http/endpoint/roles.js';
import type { Operation } from '../../http/endpoint/operation.js';
import type { Permission, Role } from './role.entity.js';

export const systemRoleIds: Readonly<Record<RoleName, number>> = { Worker: 1, Agent: 2, Administrator: 3 };

export const isSystemRole = (roleId: number): boolean => Object.values(systemRoleIds).includes(roleId);

/** Message for a permission that a custom role cannot have. */
export const notDelegable = 'names an operation that a custom role cannot open';

/** Codes of the permissions that only system roles may have. */
export function reservedOf(operations: readonly Operation[]): Set<string> {
  return new Set(operations.flatMap(({ name, declaration }) => (declaration.delegable ? [] : name)));
}

type DeclaredPermission = Omit<Permission, 'PermissionId' | 'CreatedUtc'>;
type DeclaredRole = Omit<Role, 'TenantId' | 'CreatedUtc' | 'Permissions'>;

/** The system roles and permissions that the operations declare. */
export interface Declared {
  roles: DeclaredRole[];
  permissions: DeclaredPermission[];
  /** `RoleId,Code` of each permission of a system role. */
  grants: Set<string>;
  reserved: Set<string>;
}

/** The system roles and all permissions in the database. Flags have the form in which the database returns them. */
export interface Stored {
  roles: DeclaredRole[];
  permissions: Permission[];
  /** `RoleId,Code` of each permission of every role, not only of system roles. */
  grants: Set<string>;
}

export interface Differences {
  roles: DeclaredRole[];
  added: DeclaredPermission[];
  changed: { PermissionId: number; changes: Partial<Permission> }[];
  granted: string[];
  withdrawn: string[];
}

const descriptions: Readonly<Record<RoleName, string>> = {
  Worker: 'Works for the agency without contacts of their own.',
  Agent: "Sees the data of the user's agent and its downline.",
  Administrator: 'Sees all data.',
};

/** Declares one permission for each operation, and grants it to the system roles that may call the operation. */
export function declaredBy(operations: readonly Operation[]): Declared {
  const grants = new Set<string>();
  const inGroup = new Map<number, number>();
  const permissions = operations.map(({ name, group, declaration, paths, access }): DeclaredPermission => {
    const groupPlace = placeOf(group);
    const place = (inGroup.get(groupPlace) ?? 0) + 1;
    inGroup.set(groupPlace, place);
    for (const role of typeof access === 'string' ? roleNames : (access ?? []))
      grants.add(grant(systemRoleIds[role], name));
    return {
      Module: group.name,
      Resource: paths[0],
      Action: declaration.verb,
      Name: declaration.summary,
      Description: declaration.description ?? '',
      Tags: declaration.verb === 'GET' ? 'read' : 'write',
      SortOrder: groupPlace * 100 + place,
      IsActive: true,
      Code: name,
    };
  });
  const roles = roleNames.map((role) => ({
    RoleId: systemRoleIds[role],
    Code: role,
    Name: role,
    Description: descriptions[role],
    IsSystem: true,
    IsActive: true,
  }));
  return { roles, permissions, grants, reserved: reservedOf(operations) };
}

/** The changes that make the database equal to the declaration; undefined if nothing differs. */
export function differences(declared: Declared, stored: Stored): Differences | undefined {
  const byCode = new Map(stored.permissions.map((permission) => [permission.Code, permission]));
  const codes = new Set(declared.permissions.map(({ Code }) => Code));
  const found: Differences = {
    roles: declared.roles.filter((role) => {
      const known = stored.roles.find(({ RoleId }) => RoleId === role.RoleId);
      return !known || differs(role, known);
    }),
    added: declared.permissions.filter(({ Code }) => !byCode.has(Code)),
    changed: [
      ...declared.permissions.flatMap((permission) => {
        const known = byCode.get(permission.Code);
        return known && differs(permission, known) ? [{ PermissionId: known.PermissionId, changes: permission }] : [];
      }),
      // Only deactivate the permission of a removed operation, because custom roles refer to it.
      ...stored.permissions
        .filter(({ Code, IsActive }) => IsActive && !codes.has(Code))
        .map(({ PermissionId }) => ({ PermissionId, changes: { IsActive: false } })),
    ],
    granted: [...declared.grants].filter((code) => !stored.grants.has(code)),
    withdrawn: [...stored.grants].filter((text) => {
      const { RoleId, Code } = grantOf(text);
      return isSystemRole(RoleId) ? !declared.grants.has(text) : declared.reserved.has(Code);
    }),
  };
  return Object.values(found).some((list: unknown[]) => list.length > 0) ? found : undefined;
}

function differs<T extends object>(declared: T, stored: T): boolean {
  return Object.entries(declared).some(([name, value]) => {
    const other = (stored as Record<string, unknown>)[name];
    return typeof value === 'boolean' ? value !== Boolean(other) : value !== other;
  });
}

export function grant(roleId: number, code: string): string {
  return `${roleId},${code}`;
}

export function grantOf(text: string): { RoleId: number; Code: string } {
  const comma = text.indexOf(',');
  return { RoleId: Number(text.slice(0, comma)), Code: text.slice(comma + 1) };
}
