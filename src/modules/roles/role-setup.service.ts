import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, NotFound } from '../../errors/errors.js';
import { Registry } from '../../http/endpoint/registry.js';
import { roleNames } from '../../http/endpoint/roles.js';
import { missing, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError, type FieldErrorCode } from '../../record/field-error.js';
import type { Permission } from './permission.entity.js';
import { Role } from './role.entity.js';
import { RolesService } from './roles.service.js';
import { reservedOf, isSystemRole, notDelegable } from './system-roles.js';

type Sent = readonly Bound<Permission>[];

/** Lists of codes are comma-separated where they are typed, and JSON where they are kept. */
const codeForm = /^[\p{L}\p{N}_.-]+$/u;

/** The roles of an agency's own, which act for their holders as soon as they are changed. */
@Injectable()
export class RoleSetup {
  constructor(
    private readonly db: Db,
    private readonly roles: RolesService,
    private readonly registry: Registry,
    private readonly clock: BusinessClock,
  ) {}

  /** Throws Invalid, Conflict for a Code that is taken. */
  async add({ Permissions = [], RoleId, ...sent }: Bound<Role>): Promise<Role> {
    const { ids, errors } = await this.named(Permissions);
    const wrong = [
      ...(RoleId ? [fieldError('Invalid', 'RoleId', 'must be 0 or absent in a new record')] : []),
      ...missing(Role, sent),
      ...codeErrors(sent.Code),
      ...errors,
    ];
    if (wrong.length > 0) throw new Invalid(wrong);
    requireOwn(sent.Code);
    const { Code = '', Name = Code, TenantId, Description, IsActive } = sent;
    const CreatedUtc = this.clock.now();
    const stated = { Code, Name, TenantId, Description, IsActive, IsSystem: false, CreatedUtc };
    const role = await this.db.insert(Role, stated);
    await this.roles.give(role.RoleId, ids);
    return this.roles.withPermissions(role);
  }

  /**
   * Changes what is sent. Throws NotFound, Invalid, Conflict for a system role, a taken Code, and another Code of a
   * role that users hold.
   */
  async change({ RoleId, Permissions, ...sent }: BoundWith<Role, 'RoleId'>): Promise<Role> {
    const role = await this.lock(RoleId);
    const { ids, errors } = await this.named(Permissions ?? []);
    const wrong = [...codeErrors(sent.Code), ...errors];
    if (wrong.length > 0) throw new Invalid(wrong);
    const { Code, Name, TenantId, Description, IsActive } = sent;
    if (Code !== undefined && Code !== role.Code) {
      requireOwn(Code);
      await this.requireUnheld(role);
    }
    const changed = await this.db.update(Role, { RoleId }, { Code, Name, TenantId, Description, IsActive });
    if (Permissions) await this.roles.give(RoleId, ids);
    return this.roles.withPermissions(changed!);
  }

  /** Throws NotFound, Conflict for a system role and for one that users hold. */
  async remove(RoleId: number): Promise<Role> {
    const role = await this.lock(RoleId);
    await this.requireUnheld(role);
    const removed = await this.roles.withPermissions(role);
    await this.roles.give(RoleId, new Set());
    await this.db.remove(Role, { RoleId });
    return removed;
  }

  /** The role, which nobody is given meanwhile. */
  private async lock(RoleId: number): Promise<Role> {
    const role = await this.db.lockRow(Role, { RoleId });
    if (!role) throw new NotFound(`There is no role ${RoleId}.`);
    if (isSystemRole(RoleId)) throw new Conflict('The role is the system’s: it follows from the operations.');
    return role;
  }

  private async requireUnheld({ Code }: Role): Promise<void> {
    const held = await this.db.one(sql`SELECT 1 AS One FROM user_roles u WHERE u.RoleCode = ${Code} LIMIT 1`);
    if (held) throw new Conflict(`Users hold the role ${Code}: take it from them first.`);
  }

  /** The ids of permissions that are named by Code, or by PermissionId, and what is wrong with the others. */
  private async named(sent: Sent): Promise<{ ids: Set<number>; errors: FieldError[] }> {
    const byCode = await this.roles.permissions();
    const codes = new Map([...byCode].map(([code, id]) => [id, code]));
    const reserved = reservedOf(this.registry.operations);
    const ids = new Set<number>();
    const errors = sent.flatMap(({ Code, PermissionId }, index) => {
      const error = (name: keyof Permission, ErrorCode: FieldErrorCode, rest: string): FieldError =>
        fieldError(ErrorCode, `Permissions[${index}].${name}`, rest);
      const name = Code === undefined ? 'PermissionId' : 'Code';
      const id = Code === undefined ? PermissionId : byCode.get(Code);
      const code = id === undefined ? undefined : codes.get(id);
      if (id === undefined || code === undefined) return error(name, 'Unknown', 'must name a permission');
      if (PermissionId && PermissionId !== id) return error('PermissionId', 'Mismatch', 'is not that of the Code');
      if (reserved.has(code)) return error(name, 'Invalid', notDelegable);
      if (ids.has(id)) return repeatedItem(`Permissions[${index}].${name}`);
      ids.add(id);
      return [];
    });
    return { ids, errors };
  }
}

function codeErrors(code: string | undefined): FieldError[] {
  const fits = code === undefined || codeForm.test(code);
  return fits ? [] : [fieldError('Invalid', 'Code', 'may have letters, digits, and any of _ . -')];
}

/** A name that differs from a system role's in letter case alone would be taken for it. */
function requireOwn(code = ''): void {
  if (roleNames.some((name) => name.toLowerCase() === code.toLowerCase()))
    throw new Conflict(`The Code ${code} is a system role’s.`);
}
