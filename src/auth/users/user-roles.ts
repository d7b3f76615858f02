import sql, { join } from 'sql-template-tag';
import type { Db } from '../../database/db.js';
import { roleNames } from '../../http/endpoint/endpoint.js';
import { Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { UserRole } from './user-role.entity.js';

/** Throws Invalid for roles that do not exist. */
export async function checkRoles(db: Db, roles: readonly string[]): Promise<void> {
  const others = roles.filter((role) => !(roleNames as readonly string[]).includes(role));
  if (others.length === 0) return;
  const known = await db.all<{ Code: string }>(
    sql`SELECT r.Code AS Code FROM roles r WHERE r.Code IN (${join(others)})`,
  );
  const unknown = others.filter((role) => !known.some(({ Code }) => Code === role));
  if (unknown.length > 0)
    throw new Invalid([fieldError('Unknown', 'Roles', `holds roles that do not exist: ${unknown.join(', ')}`)]);
}

/** Makes these the user's roles, and no others, within a transaction. Throws Invalid. */
export async function replaceRoles(db: Db, UserId: Guid, roles: readonly string[]): Promise<void> {
  await checkRoles(db, roles);
  const rows = await db.all<UserRole>(sql`SELECT r.UserId AS UserId, r.RoleCode AS RoleCode FROM user_roles r
    WHERE r.UserId = ${UserId}`);
  const held = rows.map(({ RoleCode }) => RoleCode);
  for (const RoleCode of held) if (!roles.includes(RoleCode)) await db.remove(UserRole, { UserId, RoleCode });
  for (const RoleCode of new Set(roles)) if (!held.includes(RoleCode)) await db.insert(UserRole, { UserId, RoleCode });
}
