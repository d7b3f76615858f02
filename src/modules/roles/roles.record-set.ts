import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { refuse } from '../../errors/errors.js';
import { Registry } from '../../http/endpoint/registry.js';
import { text } from '../../record/field-types.js';
import { fieldError } from '../../record/field-error.js';
import { DateTime, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';
import { RecordSet, type Added, saveEach } from '../../sets/record-set.js';
import { Role, RolePermission } from './role.entity.js';
import { codeErrors, RolesService } from './roles.service.js';
import { reservedOf, isSystemRole, notDelegable } from './system-roles.js';

/** A role. `Permissions` are the Codes of its permissions. */
class RoleRow {
  @Int32({ key: 'generated' }) RoleId!: number;
  @Guid() TenantId!: Guid | null;
  @Text(50, { required: true }) Code!: string;
  @Name(100) Name!: string;
  @Text(1000) Description!: string;
  @Flag() IsSystem!: boolean;
  @Flag({ default: true }) IsActive!: boolean;
  @DateTime() CreatedUtc!: DateTime | null;
  @ListOf(text(100), { maxItems: 10_000 }) Permissions!: string[];
}

@Injectable()
export class RolesRecordSet extends RecordSet {
  readonly name = 'roles';
  readonly record = RoleRow;
  override readonly entity = Role;
  readonly key = ['RoleId'];
  override readonly parts = [RolePermission];
  readonly rows = sql`SELECT ${columns(Role, 'r')},
      (SELECT CONCAT('[',
         COALESCE(GROUP_CONCAT(CONCAT('"', p.Code, '"') ORDER BY p.SortOrder, p.PermissionId), ''), ']')
       FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
       WHERE g.RoleId = r.RoleId) AS Permissions
    FROM roles r ORDER BY r.RoleId`;

  constructor(
    private readonly db: Db,
    private readonly roles: RolesService,
    private readonly registry: Registry,
  ) {
    super();
  }

  /**
   * Inserts or updates roles by RoleId. Of a system role only TenantId and CreatedUtc are written, because the rest
   * follows from the operations. Throws Invalid for a Code that a POST rejects, and for permission codes that do not
   * exist or that only system roles may have; Conflict for the Code of a system role, and for a new Code of a role that
   * users hold.
   */
  override save(rows: readonly Partial<RoleRow>[]): Promise<Upserted> {
    return this.write(rows, []);
  }

  override async add(rows: readonly Partial<RoleRow>[]): Promise<Added> {
    const records: Role[] = [];
    const { inserted } = await this.write(rows, records);
    return { inserted, records };
  }

  override async removeAdded(keys: readonly Partial<RoleRow>[]): Promise<void> {
    for (const { RoleId } of keys) await this.roles.remove(RoleId!);
  }

  private async write(rows: readonly Partial<RoleRow>[], written: Role[]): Promise<Upserted> {
    const permissions = await this.roles.permissions();
    const reserved = reservedOf(this.registry.operations);
    refuse(
      rows.flatMap(({ RoleId = 0, Code, Permissions = [] }) => [
        ...codeErrors(Code),
        ...Permissions.flatMap((code) => {
          if (!permissions.has(code))
            return fieldError('Unknown', 'Permissions', `names a permission that does not exist: ${code}`);
          if (isSystemRole(RoleId) || !reserved.has(code)) return [];
          return fieldError('Invalid', 'Permissions', `${notDelegable}: ${code}`);
        }),
      ]),
    );
    return saveEach(this.db, rows, async ({ RoleId = 0, Permissions, ...role }) => {
      if (isSystemRole(RoleId)) {
        await this.db.update(Role, { RoleId }, { TenantId: role.TenantId, CreatedUtc: role.CreatedUtc });
        return false;
      }
      const stated = { ...role, IsSystem: false };
      const before = RoleId === 0 ? undefined : await this.db.lockRow(Role, { RoleId });
      await this.roles.requireFree(before, role.Code);
      const known = before && (await this.db.update(Role, { RoleId }, stated));
      const add = async (): Promise<Role> =>
        RoleId === 0 ? this.db.insert(Role, stated) : (await this.db.insertMissing(Role, [{ RoleId, ...stated }]))[0];
      const stored = known ?? (await add());
      written.push(stored);
      if (Permissions) await this.roles.give(stored.RoleId, new Set(Permissions.map((code) => permissions.get(code)!)));
      return !known;
    });
  }
}
