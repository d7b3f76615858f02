import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { roleNames } from '../../http/endpoint/roles.js';
import { Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { UserRole } from './user-role.entity.js';

/** The roles that users hold. */
@Injectable()
export class UserRoles {
  constructor(private readonly db: Db) {}

  /** Throws Invalid for roles that do not exist. */
  async check(roles: readonly string[]): Promise<void> {
    const others = roles.filter((role) => !(roleNames as readonly string[]).includes(role));
    if (others.length === 0) return;
    const known = await this.db.all<{ Code: string }>(
      sql`SELECT r.Code AS Code FROM roles r WHERE r.Code IN (${join(others)})`,
    );
    const unknown = others.filter((role) => !known.some(({ Code }) => Code === role));
    if (unknown.length > 0)
      throw new Invalid([fieldError('Unknown', 'Roles', `holds roles that do not exist: ${unknown.join(', ')}`)]);
  }

  /** Makes these the user's roles, and no others, within a transaction. Throws Invalid. */
  async replace(UserId: Guid, roles: readonly string[]): Promise<void> {
    await this.check(roles);
    const rows = await this.db.all<UserRole>(sql`SELECT r.UserId AS UserId, r.RoleCode AS RoleCode FROM user_roles r
      WHERE r.UserId = ${UserId}`);
    const held = rows.map(({ RoleCode }) => RoleCode);
    for (const RoleCode of held) if (!roles.includes(RoleCode)) await this.db.remove(UserRole, { UserId, RoleCode });
    for (const RoleCode of new Set(roles))
      if (!held.includes(RoleCode)) await this.db.insert(UserRole, { UserId, RoleCode });
  }
}
