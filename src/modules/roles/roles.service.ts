import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import { Permission } from './permission.entity.js';
import { RolePermission } from './role-permission.entity.js';
import { Role } from './role.entity.js';

type Given = Permission & Pick<RolePermission, 'RoleId'>;

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
    return this.withPermissions(role);
  }

  /** All of them with their permissions, by RoleId. */
  async all(): Promise<Role[]> {
    const roles = await this.db.all<Role>(sql`SELECT ${columns(Role, 'r')} FROM roles r ORDER BY r.RoleId`);
    const given = await this.db.all<Given>(sql`SELECT g.RoleId AS RoleId, ${columns(Permission, 'p')}
      FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
      ORDER BY p.SortOrder, p.PermissionId`);
    return roles.map((role) => ({ ...role, Permissions: given.filter(({ RoleId }) => RoleId === role.RoleId) }));
  }

  async withPermissions(role: Role): Promise<Role> {
    const Permissions = await this.db.all<Permission>(sql`SELECT ${columns(Permission, 'p')}
      FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
      WHERE g.RoleId = ${role.RoleId} ORDER BY p.SortOrder, p.PermissionId`);
    return { ...role, Permissions };
  }

  /** Every permission that there is, by its code. */
  async permissions(): Promise<Map<string, number>> {
    const found = await this.db.all<Pick<Permission, 'PermissionId' | 'Code'>>(
      sql`SELECT PermissionId, Code FROM permissions`,
    );
    return new Map(found.map(({ PermissionId, Code }) => [Code, PermissionId]));
  }

  /** Makes these the role's permissions, and no others, within a transaction. */
  async give(RoleId: number, wanted: ReadonlySet<number>): Promise<void> {
    const links = await this.db.lock<RolePermission>(
      sql`SELECT RoleId, PermissionId FROM role_permissions WHERE RoleId = ${RoleId}`,
    );
    const held = new Set(links.map(({ PermissionId }) => PermissionId));
    for (const PermissionId of held)
      if (!wanted.has(PermissionId)) await this.db.remove(RolePermission, { RoleId, PermissionId });
    await this.db.insertAll(
      RolePermission,
      [...wanted].filter((id) => !held.has(id)).map((PermissionId) => ({ RoleId, PermissionId })),
    );
  }
}
