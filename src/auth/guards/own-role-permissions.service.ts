import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { roleNames } from '../../http/endpoint/roles.js';
import type { Guid } from '../../record/fields.js';
import type { Principal } from './principal.js';

const system: readonly string[] = roleNames;

/**
 * What roles of the agency's own open: the operations that their permissions name, as the database says at that moment.
 */
@Injectable()
export class OwnRolePermissions {
  constructor(private readonly db: Db) {}

  /**
   * The UserIds of those to whom an active role that is not the system's gives the operation. Callers who hold system
   * roles alone cost no query.
   */
  async opened(callers: readonly Principal[], operation: string): Promise<Set<Guid>> {
    const asked = callers.filter(({ Roles }) => !Roles.every((role) => system.includes(role)));
    if (asked.length === 0) return new Set();
    const found = await this.db.all<{ UserId: Guid }>(sql`SELECT DISTINCT u.UserId AS UserId FROM user_roles u
      JOIN roles r ON r.Code = u.RoleCode AND r.IsSystem = 0 AND r.IsActive = 1
      JOIN role_permissions g ON g.RoleId = r.RoleId
      JOIN permissions p ON p.PermissionId = g.PermissionId AND p.IsActive = 1
      WHERE u.UserId IN (${join([...new Set(asked.map(({ UserId }) => UserId))])}) AND p.Code = ${operation}`);
    return new Set(found.map(({ UserId }) => UserId));
  }
}
