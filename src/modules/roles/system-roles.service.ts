import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { runCall } from '../../context/call-context.js';
import { columns } from '../../database/schema/columns.js';
import { DatabaseStart } from '../../database/start/database-start.js';
import { Db } from '../../database/db.js';
import { Migrator } from '../../database/start/migrator.js';
import { Registry } from '../../http/endpoint/registry.js';
import { Permission, RolePermission, Role } from './role.entity.js';
import { RolesService } from './roles.service.js';
import {
  declaredBy,
  differences,
  grant,
  grantOf,
  systemRoleIds,
  type Differences,
  type Stored,
} from './system-roles.js';

const systemIds = join(Object.values(systemRoleIds));

/**
 * Writes the declared system roles and permissions. Removes the permissions that only system roles may have from custom
 * roles.
 */
@Injectable()
export class SystemRolesService implements OnApplicationBootstrap {
  constructor(
    private readonly db: Db,
    private readonly roles: RolesService,
    private readonly registry: Registry,
    private readonly clock: BusinessClock,
    private readonly migrator: Migrator,
    private readonly start: DatabaseStart,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.start.whenThere(async () => {
      // Before the migrations there are no tables to write to; the next start runs this again.
      if ((await this.migrator.pending()).length === 0) await this.synchronise();
    });
  }

  /**
   * Updates the stored roles and permissions that differ from the declared ones. A lock makes instances that start at
   * the same time do this one after the other.
   */
  async synchronise(): Promise<void> {
    const declared = declaredBy(this.registry.operations);
    if (!differences(declared, await this.stored())) return;
    await runCall({ userId: null, operationName: 'synchroniseRoles', requestId: '' }, () =>
      this.db.tx(async () => {
        await this.db.lock(sql`SELECT RoleId FROM roles WHERE RoleId IN (${systemIds}) ORDER BY RoleId`);
        const found = differences(declared, await this.stored());
        if (found) await this.write(found);
      }),
    );
  }

  private async stored(): Promise<Stored> {
    const roles = await this.db.all<Role>(
      sql`SELECT ${columns(Role, 'r')} FROM roles r WHERE r.RoleId IN (${systemIds})`,
    );
    const permissions = await this.db.all<Permission>(sql`SELECT ${columns(Permission, 'p')} FROM permissions p`);
    const grants = await this.db.all<{ RoleId: number; Code: string }>(
      sql`SELECT g.RoleId, p.Code FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId`,
    );
    return { roles, permissions, grants: new Set(grants.map(({ RoleId, Code }) => grant(RoleId, Code))) };
  }

  private async write({ roles, added, changed, granted, withdrawn }: Differences): Promise<void> {
    const CreatedUtc = this.clock.now();
    for (const { RoleId, ...role } of roles)
      if (!(await this.db.update(Role, { RoleId }, role))) await this.db.insert(Role, { RoleId, ...role, CreatedUtc });
    for (const { PermissionId, changes } of changed) await this.db.update(Permission, { PermissionId }, changes);
    // Assign the ids here, without gaps, so that an operation has the same id in every new database.
    const last = await this.db.one<{ Last: number | null }>(sql`SELECT MAX(PermissionId) AS Last FROM permissions`);
    const next = (last?.Last ?? 0) + 1;
    await this.db.insertAll(
      Permission,
      added.map((permission, index) => ({ ...permission, PermissionId: next + index, CreatedUtc })),
    );
    const ids = await this.roles.permissions();
    const linked = (text: string): RolePermission => {
      const { RoleId, Code } = grantOf(text);
      return { RoleId, PermissionId: ids.get(Code)! };
    };
    for (const link of withdrawn.map(linked)) await this.db.remove(RolePermission, link);
    await this.db.insertAll(RolePermission, granted.map(linked));
  }
}
