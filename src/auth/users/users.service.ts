import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, NotFound } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { newGuid, parseGuid } from '../../record/values/guid.js';
import { Accounts, principalOf, type Account } from './accounts.service.js';
import { AgentDirectory } from './agent-directory.js';
import { ApiKeysService, type KeyLimits, type ListedKey } from '../api-keys/api-keys.service.js';
import { longestUserName } from '../auth.records.js';
import { RecoveryCodes } from '../mfa/recovery-codes.service.js';
import { PasswordHashes } from '../passwords/password-hashes.service.js';
import { readableGroups } from '../passwords/readable-groups.js';
import { checkPassword } from '../passwords/password.policy.js';
import { SystemClock } from '../../context/system-clock.js';
import { Sessions } from '../sessions/sessions.service.js';
import { userNameKey } from './user-name.js';
import type { UserRole } from './user-role.entity.js';
import { UserRoles } from './user-roles.service.js';
import { User } from './user.entity.js';

interface NewUser {
  displayName?: string;
  roles: readonly string[];
  /** The own agent; 0 or absent: none. */
  agentId?: number;
  /** Made when absent. */
  password?: string;
}

type StoredUser = Omit<ListedUser, 'Roles' | 'Disabled'> & { Disabled: number };

/** A GUID that was a key before, of a user or of the user of an agent. */
export interface FormerKey {
  UserName?: string;
  AgentId?: number;
  ApiKey: Guid;
}

interface ListedUser {
  UserId: Guid;
  UserName: string;
  DisplayName: string;
  Roles: string[];
  Disabled: boolean;
}

/** The administration of users, for the command line. Every change acts at once on every session and key. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly agents: AgentDirectory,
    private readonly roles: UserRoles,
    private readonly hashes: PasswordHashes,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly sessions: Sessions,
    private readonly keys: ApiKeysService,
    private readonly time: SystemClock,
  ) {}

  /** The new user's password is in the answer, made or given. Throws Conflict for a taken name, Invalid, NotFound (the agent). */
  async create(userName: string, wanted: NewUser): Promise<{ UserId: Guid; password: string }> {
    const UserName = userName.trim();
    const UserNameKey = userNameKey(userName);
    if (UserName === '' || [...UserNameKey].length > longestUserName)
      throw new Invalid([fieldError('Length', 'UserName', `must have 1 to ${longestUserName} characters`)]);
    await this.checkAnyRole(wanted.roles);
    const { password = madePassword(), agentId = 0, displayName = UserName } = wanted;
    checkPassword(password, { field: 'Password', userName: UserName, mfa: false });
    const PasswordHash = await this.hashes.make(password);
    const UserId = newGuid();
    await this.db.tx(async () => {
      if (await this.accounts.byName(UserName)) throw new Conflict(`The user name ${UserName} is taken.`);
      const CreatedAt = this.time.at();
      await this.db.insert(User, {
        UserId,
        UserName,
        UserNameKey,
        DisplayName: displayName,
        PasswordHash,
        CreatedAt,
      });
      await this.roles.replace(UserId, wanted.roles);
      if (agentId !== 0) await this.agents.link(UserId, agentId);
    });
    return { UserId, password };
  }

  /** Everybody, by user name. */
  async list(): Promise<ListedUser[]> {
    const users = await this.db.all<StoredUser>(sql`SELECT u.UserId AS UserId, u.UserName AS UserName,
      u.DisplayName AS DisplayName, u.Disabled AS Disabled FROM users u ORDER BY u.UserNameKey`);
    const held = await this.db.all<UserRole>(sql`SELECT r.UserId AS UserId, r.RoleCode AS RoleCode FROM user_roles r
      ORDER BY r.RoleCode`);
    return users.map((user) => ({
      ...user,
      Disabled: Boolean(user.Disabled),
      Roles: held.filter(({ UserId }) => UserId === user.UserId).map(({ RoleCode }) => RoleCode),
    }));
  }

  /** Whether anybody could sign in at all. */
  async hasUsers(): Promise<boolean> {
    return (await this.db.one(sql`SELECT u.UserId AS UserId FROM users u LIMIT 1`)) !== undefined;
  }

  /** Ends the user's sessions; the keys stop acting. Throws NotFound. */
  async disable(userName: string): Promise<void> {
    await this.change(userName, { Disabled: true }, true);
  }

  async enable(userName: string): Promise<void> {
    await this.change(userName, { Disabled: false }, false);
  }

  /** Ends the user's sessions. The password, made when none is given, is the answer. Throws NotFound, Invalid. */
  async setPassword(userName: string, password = madePassword()): Promise<string> {
    const account = await this.existing(userName);
    const { MfaActive } = principalOf(account);
    checkPassword(password, { field: 'Password', userName: account.UserName, mfa: MfaActive });
    await this.change(userName, { PasswordHash: await this.hashes.make(password) }, true);
    return password;
  }

  /** Throws NotFound, Invalid for a role that does not exist. */
  async setRoles(userName: string, roles: readonly string[]): Promise<void> {
    await this.checkAnyRole(roles);
    await this.db.tx(async () => this.roles.replace((await this.existing(userName)).UserId, roles));
  }

  /** The settings of signing in that are the user's own. Throws NotFound. */
  async setRestrictions(
    userName: string,
    wanted: Partial<Pick<User, 'RestrictToSingleSession' | 'RequireMFA'>>,
  ): Promise<void> {
    await this.change(userName, wanted, false);
  }

  /** Takes a lost authenticator app out of use and ends the user's sessions. Throws NotFound. */
  async resetMfa(userName: string): Promise<void> {
    await this.db.tx(async () => {
      const account = await this.existing(userName);
      await this.change(userName, { MfaActive: false, MfaSecret: null, MfaOffered: null, MfaUsedSteps: null }, true);
      await this.recoveryCodes.removeAll(account.UserId);
      if (account.agent) await this.agents.setMfaActive(account.agent.AgentId, false);
    });
  }

  /** A new API key of the user: shown this once. Throws NotFound, Conflict, Invalid. */
  async createKey(userName: string, limits: KeyLimits = {}): Promise<{ KeyId: Guid; key: string }> {
    return this.keys.create((await this.existing(userName)).UserId, limits);
  }

  /**
   * Takes over the GUID keys of the former system, all or none. How many are new. Throws NotFound for an unknown user and an agent
   * that is nobody's, Conflict, Invalid.
   */
  async importKeys(former: readonly FormerKey[], limits: KeyLimits = {}): Promise<number> {
    let taken = 0;
    await this.db.tx(async () => {
      taken = 0;
      for (const { UserName, AgentId, ApiKey } of former) {
        const owner = AgentId ? await this.ownerOf(AgentId) : await this.existing(UserName ?? '');
        if (await this.keys.takeOver(owner.UserId, ApiKey, limits)) taken++;
      }
    });
    return taken;
  }

  /** All keys, or one user's: never the keys themselves. Throws NotFound. */
  async listKeys(userName?: string): Promise<ListedKey[]> {
    return this.keys.list(userName === undefined ? undefined : (await this.existing(userName)).UserId);
  }

  /** Throws NotFound. */
  async revokeKey(keyId: string): Promise<void> {
    await this.keys.revoke(parseGuid(keyId) ?? '');
  }

  private async change(userName: string, changes: Partial<User>, endSessions: boolean): Promise<void> {
    await this.db.tx(async () => {
      const { UserId } = await this.existing(userName);
      await this.db.update(User, { UserId }, changes);
      if (endSessions) await this.sessions.endAll(UserId);
    });
  }

  private async checkAnyRole(roles: readonly string[]): Promise<void> {
    if (roles.length === 0) throw new Invalid([fieldError('NotEmpty', 'Roles', 'needs at least one role')]);
    await this.roles.check(roles);
  }

  private async ownerOf(agentId: number): Promise<Account> {
    const userId = await this.agents.userOf(agentId);
    const account = userId && (await this.accounts.byId(userId));
    if (!account) throw new NotFound(`No user has the agent ${agentId} as the own one.`);
    return account;
  }

  private async existing(userName: string): Promise<Account> {
    const account = await this.accounts.byName(userName);
    if (!account) throw new NotFound(`There is no user ${userName}.`);
    return account;
  }
}

/** About 120 random bits, easy to copy. */
const madePassword = (): string => readableGroups(5, 5);
