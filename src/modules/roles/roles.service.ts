import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Forbidden, noSuch, Conflict, refuse } from '../../errors/errors.js';
import { Permission, RolePermission, Role } from './role.entity.js';
import { BusinessClock } from '../../context/business-clock.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Registry } from '../../http/endpoint/registry.js';
import { roleNames } from '../../http/endpoint/roles.js';
import { missing, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError, type FieldErrorCode } from '../../record/field-error.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { reservedOf, isSystemRole, notDelegable } from './system-roles.js';

type GrantedPermission = Permission & Pick<RolePermission, 'RoleId'>;

type SentPermissions = readonly Bound<Permission>[];

/**
 * The form of a Code. It excludes commas and quotation marks, because exports separate Codes by commas or write them as
 * JSON without escaping.
 */
const codeForm = /^[\p{L}\p{N}_.-]+$/u;

@Injectable()
export class RolesService {
  constructor(
    private readonly db: Db,
    private readonly registry: Registry,
    private readonly clock: BusinessClock,
    @InjectRows(Role) private readonly rows: TableRows<Role>,
  ) {}

  /**
   * A role with its permissions. Throws Forbidden if a caller who is not an Administrator does not hold the role,
   * whether it exists or not; NotFound for an unknown role.
   */
  async read(roleId: number, caller: Principal): Promise<Role> {
    const role = (await this.list(roleId)).at(0);
    if (!caller.isAdministrator && !(role && caller.Roles.includes(role.Code)))
      throw new Forbidden('Only Administrators can read roles that they do not hold.', 'Role');
    if (!role) throw noSuch('role', roleId);
    return role;
  }

  /** All roles, or only the role `roleId`, each with its permissions; sorted by RoleId. */
  async list(roleId?: number): Promise<Role[]> {
    const only = (column: Sql): Sql => (roleId === undefined ? empty : sql`WHERE ${column} = ${roleId}`);
    const roles = await this.db.all<Role>(
      sql`SELECT ${columns(Role, 'r')} FROM roles r ${only(sql`r.RoleId`)} ORDER BY r.RoleId`,
    );
    const given = await this.db.all<GrantedPermission>(sql`SELECT g.RoleId AS RoleId, ${columns(Permission, 'p')}
      FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId ${only(sql`g.RoleId`)}
      ORDER BY p.SortOrder, p.PermissionId`);
    return roles.map((role) => ({ ...role, Permissions: given.filter(({ RoleId }) => RoleId === role.RoleId) }));
  }

  /** The permissions that a custom role may name, by SortOrder. */
  operations(options: ListOptions): ListResult<Permission> {
    const delegable = this.registry.operations.filter(({ declaration }) => declaration.delegable);
    return this.db.list(
      Permission,
      {
        columns: columnsOf(Permission, 'p'),
        from: sql`permissions p`,
        where: sql`p.IsActive = 1 AND p.Code IN (${join(delegable.map(({ name }) => name))})`,
        order: [sql`p.SortOrder`, sql`p.PermissionId`],
        key: [sql`p.PermissionId`],
      },
      options,
    );
  }

  /** The PermissionId of each permission, by Code. */
  async permissions(): Promise<Map<string, number>> {
    const found = await this.db.all<Pick<Permission, 'PermissionId' | 'Code'>>(
      sql`SELECT PermissionId, Code FROM permissions`,
    );
    return new Map(found.map(({ PermissionId, Code }) => [Code, PermissionId]));
  }

  /** Replaces the role's permissions, inside a transaction. */
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

  /** Adds a custom role. Throws Invalid, and Conflict for a Code in use. */
  async add({ Permissions = [], RoleId, ...sent }: Bound<Role>): Promise<Role> {
    refuse([
      ...(RoleId ? [fieldError('Invalid', 'RoleId', 'must be 0 or absent in a new record')] : []),
      ...missing(Role, sent),
      ...codeErrors(sent.Code),
    ]);
    const { ids, errors } = await this.named(Permissions);
    refuse(errors);
    await this.requireFree(undefined, sent.Code);
    const { Code = '', Name = Code, TenantId, Description, IsActive } = sent;
    const CreatedUtc = this.clock.now();
    const stated = { Code, Name, TenantId, Description, IsActive, IsSystem: false, CreatedUtc };
    const role = await this.db.insert(Role, stated);
    await this.give(role.RoleId, ids);
    return (await this.list(role.RoleId))[0];
  }

  /**
   * Changes the fields that were sent. Throws NotFound, Invalid, and Conflict for a system role, a Code in use, and a
   * new Code of a role that users hold.
   */
  async change({ RoleId, Permissions, ...sent }: BoundWith<Role, 'RoleId'>): Promise<Role> {
    const role = await this.lock(RoleId);
    const { ids, errors } = await this.named(Permissions ?? []);
    refuse([...codeErrors(sent.Code), ...errors]);
    const { Code, Name, TenantId, Description, IsActive } = sent;
    await this.requireFree(role, Code);
    await this.db.update(Role, { RoleId }, { Code, Name, TenantId, Description, IsActive });
    if (Permissions) await this.give(RoleId, ids);
    return (await this.list(RoleId))[0];
  }

  /**
   * Throws Conflict if a role cannot get this `Code`: because a system role has it, or because users hold the role with
   * its present Code. `role` is undefined for a new role.
   */
  async requireFree(role: Pick<Role, 'Code'> | undefined, Code: string | undefined): Promise<void> {
    if (Code === undefined || Code === role?.Code) return;
    requireOwn(Code);
    if (role) await this.requireUnheld(role);
  }

  /** Throws NotFound, and Conflict for a system role and for a role that users hold. */
  async remove(RoleId: number): Promise<Role> {
    const role = await this.lock(RoleId);
    await this.requireUnheld(role);
    const [removed] = await this.list(RoleId);
    await this.give(RoleId, new Set());
    await this.db.remove(Role, { RoleId });
    return removed;
  }

  /**
   * Locks the role, so that no user receives it until the transaction ends. Throws NotFound, and Conflict for a system
   * role.
   */
  private async lock(RoleId: number): Promise<Role> {
    const role = await this.rows.lock(RoleId);
    if (isSystemRole(RoleId))
      throw new Conflict('This is a system role, which cannot be changed: add a custom role instead.');
    return role;
  }

  private async requireUnheld({ Code }: Pick<Role, 'Code'>): Promise<void> {
    if (await this.db.exists(sql`user_roles WHERE RoleCode = ${Code}`))
      throw new Conflict(`Users hold the role ${Code}: remove it from these users first.`);
  }

  /** The PermissionIds of the sent permissions, each of which has a Code or a PermissionId, and the errors in them. */
  private async named(sent: SentPermissions): Promise<{ ids: Set<number>; errors: FieldError[] }> {
    const byCode = await this.permissions();
    const codes = new Map([...byCode].map(([code, id]) => [id, code]));
    const reserved = reservedOf(this.registry.operations);
    const ids = new Set<number>();
    const errors = sent.flatMap(({ Code, PermissionId }, index) => {
      const error = (name: keyof Permission, ErrorCode: FieldErrorCode, rest: string): FieldError =>
        fieldError(ErrorCode, `Permissions[${index}].${name}`, rest);
      const name = Code === undefined ? 'PermissionId' : 'Code';
      const id = Code === undefined ? PermissionId : byCode.get(Code);
      const code = id === undefined ? undefined : codes.get(id);
      if (id === undefined || code === undefined)
        return error(
          name,
          'Unknown',
          `must name an operation of GET /v1/Roles/Operations, not ${Code ?? PermissionId ?? 'nothing'}`,
        );
      if (PermissionId && PermissionId !== id)
        return error('PermissionId', 'Mismatch', `must be the id of ${code}, ${id}`);
      if (reserved.has(code)) return error(name, 'Invalid', `${notDelegable}: ${code}`);
      if (ids.has(id)) return repeatedItem(`Permissions[${index}].${name}`);
      ids.add(id);
      return [];
    });
    return { ids, errors };
  }
}

export function codeErrors(code: string | undefined): FieldError[] {
  const fits = code === undefined || codeForm.test(code);
  return fits ? [] : [fieldError('Invalid', 'Code', 'must consist of letters, digits, and _ . -')];
}

/** Throws Conflict for the Code of a system role in any letter case, because people would confuse the two roles. */
function requireOwn(code: string): void {
  if (roleNames.some((name) => name.toLowerCase() === code.toLowerCase()))
    throw new Conflict(`The Code ${code} belongs to a system role: choose another.`);
}
