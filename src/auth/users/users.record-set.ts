import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { RecordSet, saveEach } from '../../sets/record-set.js';
import { AdministratorsService } from './administrators.service.js';
import { RetirementService } from '../sessions/retirement.service.js';
import { UserRole } from '../accounts/user-role.entity.js';
import { User } from '../accounts/user.entity.js';
import { UsersService } from './users.service.js';
import { heldRoles, UserRolesService } from './user-roles.service.js';
import { UserRecord } from './users.records.js';

/**
 * Exports and imports users. An imported new user has no password: set one with `agency user password`. Import agents
 * before users.
 */
@Injectable()
export class UsersRecordSet extends RecordSet {
  readonly name = 'users';
  readonly record = UserRecord;
  override readonly entity = User;
  readonly key = ['UserId'];
  override readonly parts = [UserRole];
  override readonly sensitive = 'changes how users sign in';
  override readonly leftBehind =
    'Passwords, one-time-code secrets, recovery codes, API keys, sessions and the links to a sign-in provider are in ' +
    'no set: in another database run `agency user password` and `agency key create` for each user.';
  readonly rows = sql`SELECT u.UserId AS UserId, u.UserName AS UserName, u.DisplayName AS DisplayName,
      COALESCE((SELECT a.AgentId FROM agents a WHERE a.UserId = u.UserId), 0) AS AgentId,
      ${heldRoles} AS Roles,
      u.Disabled AS Disabled, u.RestrictToSingleSession AS RestrictToSingleSession, u.RequireMFA AS RequireMFA
    FROM users u ORDER BY u.UserId`;

  constructor(
    private readonly db: Db,
    private readonly administrators: AdministratorsService,
    private readonly retirement: RetirementService,
    private readonly users: UsersService,
    private readonly roles: UserRolesService,
  ) {
    super();
  }

  /** Ends the sessions of users whom the records disable. Throws Conflict if no Administrator would be left. */
  override save(records: readonly Partial<UserRecord>[]): Promise<Upserted> {
    return this.administrators.keepOne(async () => {
      const saved = await saveEach(this.db, records, (record) => this.saveOne(record));
      await this.retirement.settle(records.flatMap(({ UserId, Disabled }) => (Disabled && UserId) || []));
      return saved;
    });
  }

  /** Disables users that an import has added. */
  override removeAdded(keys: readonly Partial<UserRecord>[]): Promise<Upserted> {
    return this.save(keys.map(({ UserId }) => ({ UserId, Disabled: true })));
  }

  /** Saves one user. Returns true if the user is new. */
  private async saveOne({ UserId = '', AgentId, Roles, ...user }: Partial<UserRecord>): Promise<boolean> {
    if (!(await this.users.write(UserId, user))) {
      await this.users.insert({ ...user, UserId, AgentId, Roles }, null);
      return true;
    }
    if (Roles) await this.roles.replace(UserId, Roles);
    if (AgentId !== undefined) await this.users.link(UserId, AgentId);
    return false;
  }
}
