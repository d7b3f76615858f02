import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { roleNames } from '../../http/endpoint/roles.js';
import type { Principal } from './principal.js';

const system: readonly string[] = roleNames;

/**
 * What roles of the agency's own open: the operations that their permissions name, as the database says at that moment.
 */
@Injectable()
export class OwnRolePermissions {
  constructor(private readonly db: Db) {}

  /** Whether an active role that is not the system's gives the caller the operation. Others cost no query. */
  async open({ UserId, Roles }: Principal, operation: string): Promise<boolean> {
    if (Roles.every((role) => system.includes(role))) return false;
    const found = await this.db.one(sql`SELECT 1 AS One FROM user_roles u
      JOIN roles r ON r.Code = u.RoleCode AND r.IsSystem = 0 AND r.IsActive = 1
      JOIN role_permissions g ON g.RoleId = r.RoleId
      JOIN permissions p ON p.PermissionId = g.PermissionId AND p.IsActive = 1
      WHERE u.UserId = ${UserId} AND p.Code = ${operation} LIMIT 1`);
    return found !== undefined;
  }
}
