import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { roleNames } from '../../http/endpoint/roles.js';
import { refuse } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { UserRole } from '../accounts/user-role.entity.js';

/** SQL expression: the codes of the roles of the user `u`, as a JSON array. */
export const heldRoles = sql`(SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"')
  ORDER BY r.RoleCode), ''), ']') FROM user_roles r WHERE r.UserId = u.UserId)`;

type Codes = (query: Sql) => Promise<{ Code: string }[]>;

@Injectable()
export class UserRolesService {
  constructor(private readonly db: Db) {}

  /** Returns the errors of a list of role codes: the list is empty, or it names roles that do not exist. */
  async errors(roles: readonly string[]): Promise<FieldError[]> {
    if (roles.length === 0) return [fieldError('NotEmpty', 'Roles', 'needs at least one role')];
    return this.unknown(roles);
  }

  /** The role codes of the list that do not exist. `codes` runs a query for codes, with or without a lock. */
  async missing(roles: readonly string[], codes: Codes = (query) => this.db.all(query)): Promise<string[]> {
    const others = roles.filter((role) => !(roleNames as readonly string[]).includes(role));
    if (others.length === 0) return [];
    const known = await codes(
      sql`SELECT r.Code AS Code FROM roles r WHERE r.Code IN (${join(others)}) ORDER BY r.RoleId`,
    );
    return others.filter((role) => !known.some(({ Code }) => Code === role));
  }

  /** The names of the roles with these codes, for people. A role without a name has its code. */
  async namesOf(codes: readonly string[]): Promise<string[]> {
    if (codes.length === 0) return [];
    const named = await this.db.all<{ Code: string; Name: string | null }>(
      sql`SELECT r.Code AS Code, r.Name AS Name FROM roles r WHERE r.Code IN (${join(codes)})`,
    );
    return codes.map((code) => named.find(({ Code }) => Code === code)?.Name || code);
  }

  /**
   * Gives the user exactly these roles, within a transaction. Locks the custom roles among them, so that no other call
   * removes them meanwhile. Throws Invalid for roles that do not exist.
   */
  async replace(UserId: Guid, roles: readonly string[]): Promise<void> {
    refuse(await this.unknown(roles, (query) => this.db.lock(query)));
    const rows = await this.db.all<UserRole>(sql`SELECT r.UserId AS UserId, r.RoleCode AS RoleCode FROM user_roles r
      WHERE r.UserId = ${UserId}`);
    const held = rows.map(({ RoleCode }) => RoleCode);
    for (const RoleCode of held) if (!roles.includes(RoleCode)) await this.db.remove(UserRole, { UserId, RoleCode });
    for (const RoleCode of new Set(roles))
      if (!held.includes(RoleCode)) await this.db.insert(UserRole, { UserId, RoleCode });
  }

  private async unknown(roles: readonly string[], codes?: Codes): Promise<FieldError[]> {
    const unknown = await this.missing(roles, codes);
    if (unknown.length === 0) return [];
    const all = await this.db.all<{ Code: string }>(sql`SELECT r.Code AS Code FROM roles r ORDER BY r.RoleId`);
    const Allowed = [...new Set([...roleNames, ...all.map(({ Code }) => Code)])].join(', ');
    const problem = `names roles that do not exist: ${unknown.join(', ')}; the existing ones are ${Allowed}`;
    return [fieldError('Unknown', 'Roles', problem, { Allowed })];
  }
}
