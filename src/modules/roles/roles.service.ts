import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import { Permission } from './permission.entity.js';
import { Role } from './role.entity.js';

@Injectable()
export class RolesService {
  constructor(private readonly db: Db) {}

  /**
   * A role with its permissions. Throws Forbidden for a role that a caller who is no Administrator does not hold,
   * whether it exists or not; NotFound for an unknown one.
   */
  async read(roleId: number, caller: Principal): Promise<Role> {
    const role = await this.db.one<Role>(sql`SELECT ${columns(Role, 'r')} FROM roles r WHERE r.RoleId = ${roleId}`);
    if (!caller.isAdministrator && !(role && caller.Roles.includes(role.Code)))
      throw new Forbidden('Only Administrators read roles that they do not hold.');
    if (!role) throw new NotFound(`There is no role ${roleId}.`);
    const Permissions = await this.db.all<Permission>(sql`SELECT ${columns(Permission, 'p')}
      FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
      WHERE g.RoleId = ${roleId} ORDER BY p.SortOrder, p.PermissionId`);
    return { ...role, Permissions };
  }
}
