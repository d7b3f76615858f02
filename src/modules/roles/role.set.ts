import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import type { Db } from '../../database/db.js';
import { defineSet } from '../../sets/record-set.js';
import { Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { DateTime, Flag, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { RolePermission } from './role-permission.entity.js';
import { Role } from './role.entity.js';
import { isSystemRole } from './system-roles.js';

/** A role with the codes of its permissions. */
class RoleRow {
  @Int32({ key: true }) RoleId!: number;
  @Guid() TenantId!: Guid | null;
  @Text(50, { required: true }) Code!: string;
  @Text(100) Name!: string;
  @Text(1000) Description!: string;
  @Flag() IsSystem!: boolean;
  @Flag({ default: true }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @ListOf(text(100), { maxItems: 10_000 }) Permissions!: string[];
}

/**
 * Upserts roles by RoleId. Of a system role only TenantId and CreatedUtc are taken: the rest follows from the operations.
 * Throws Invalid for permission codes that do not exist.
 */
export async function saveRoles(db: Db, roles: readonly Partial<RoleRow>[]): Promise<void> {
  const permissions = new Map(
    (await db.all<{ PermissionId: number; Code: string }>(sql`SELECT PermissionId, Code FROM permissions`)).map(
      ({ PermissionId, Code }) => [Code, PermissionId],
    ),
  );
  const unknown = roles.flatMap(({ Permissions = [] }) =>
    Permissions.filter((code) => !permissions.has(code)).map((code) =>
      fieldError('Unknown', 'Permissions', `names a permission that does not exist: ${code}`),
    ),
  );
  if (unknown.length > 0) throw new Invalid(unknown);
  for (const { RoleId = 0, Permissions, ...role } of roles) {
    if (isSystemRole(RoleId)) {
      await db.update(Role, { RoleId }, { TenantId: role.TenantId, CreatedUtc: role.CreatedUtc });
      continue;
    }
    const stated = { ...role, IsSystem: false };
    const stored = (await db.update(Role, { RoleId }, stated)) ?? (await db.insert(Role, { RoleId, ...stated }));
    if (Permissions)
      await setPermissions(db, stored.RoleId, new Set(Permissions.map((code) => permissions.get(code)!)));
  }
}

async function setPermissions(db: Db, RoleId: number, wanted: ReadonlySet<number>): Promise<void> {
  const links = await db.lock<RolePermission>(
    sql`SELECT RoleId, PermissionId FROM role_permissions WHERE RoleId = ${RoleId}`,
  );
  const held = new Set(links.map(({ PermissionId }) => PermissionId));
  for (const PermissionId of held)
    if (!wanted.has(PermissionId)) await db.remove(RolePermission, { RoleId, PermissionId });
  await db.insertAll(
    RolePermission,
    [...wanted].filter((id) => !held.has(id)).map((PermissionId) => ({ RoleId, PermissionId })),
  );
}

defineSet({
  name: 'roles',
  record: RoleRow,
  key: ['RoleId'],
  rows: sql`SELECT ${columns(Role, 'r')},
      (SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', p.Code, '"') ORDER BY p.SortOrder, p.PermissionId), ''), ']')
       FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
       WHERE g.RoleId = r.RoleId) AS Permissions
    FROM roles r ORDER BY r.RoleId`,
  save: saveRoles,
});
