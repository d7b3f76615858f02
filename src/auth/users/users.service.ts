import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { noOptions } from '../../record/lists/list-options.js';
import { parseGuid } from '../../record/values/guid.js';
import type { ListedKey } from '../api-keys/api-keys.records.js';
import { ApiKeysService, type KeyLimits } from '../api-keys/api-keys.service.js';
import { AccountsService, type Account } from '../accounts/accounts.service.js';
import { RetirementService } from '../sessions/retirement.service.js';
import { sha256 } from '../accounts/secrets.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { AdministratorsService } from './administrators.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { UserSetupService } from './user-setup.service.js';
import { userNameKey } from '../accounts/user.entity.js';
import type { UserRecord } from './users.records.js';

interface NewUser {
  displayName?: string;
  roles: readonly string[];
  /** The agent to link to the user; 0 or absent for no agent. */
  agentId?: number;
  /** If absent, the service generates a password. */
  password?: string;
}

/** A GUID key of the former system. Its owner is the user with the UserName, or the user linked to the AgentId. */
export interface FormerKey {
  UserName?: string;
  AgentId?: number;
  ApiKey: Guid;
}

interface Listed extends Pick<UserRecord, 'UserId' | 'UserName' | 'DisplayName' | 'Roles' | 'Disabled'> {
  /** When a throttled user may try to sign in again. */
  waitsUntil: DateTime | undefined;
}

/** Users and their keys by user name, for the command line. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly agents: AgentDirectory,
    private readonly users: UserSetupService,
    private readonly administrators: AdministratorsService,
    private readonly retirement: RetirementService,
    private readonly keys: ApiKeysService,
    private readonly throttle: ThrottleService,
  ) {}

  /**
   * Adds a user and returns the password, by default a generated one, which the user must change before any other call.
   * Throws Conflict for a taken name, Invalid.
   */
  create(userName: string, wanted: NewUser): Promise<{ UserId: Guid; password: string }> {
    const { displayName: DisplayName, roles: Roles, agentId: AgentId, password } = wanted;
    const MustChangePassword = password === undefined;
    return this.users.add({ UserName: userName, DisplayName, Roles, AgentId, MustChangePassword }, password);
  }

  /** Lists all users, ordered by user name. */
  async list(): Promise<Listed[]> {
    const listed: Listed[] = [];
    const waiting = await this.throttle.waiting();
    for await (const { UserId, UserName, DisplayName, Roles, Disabled } of this.users.list(noOptions))
      listed.push({
        UserId,
        UserName,
        DisplayName,
        Roles: JSON.parse(String(Roles)) as string[],
        Disabled: Boolean(Disabled as unknown),
        waitsUntil: waiting.get(sha256(userNameKey(UserName))),
      });
    return listed;
  }

  hasUsers(): Promise<boolean> {
    return this.db.exists(sql`users`);
  }

  /**
   * Disables the user and ends the user's sessions; the service then refuses the user's API keys too. Throws NotFound,
   * Conflict for the last Administrator.
   */
  async disable(userName: string): Promise<void> {
    await this.users.change(await this.accounts.idOf(userName), { Disabled: true });
  }

  async enable(userName: string): Promise<void> {
    await this.users.change(await this.accounts.idOf(userName), { Disabled: false });
  }

  /**
   * Sets the user's password to `password`, else to a generated one, which the user must change before any other call.
   * Returns the password. Ends the user's sessions. Throws NotFound, Invalid.
   */
  async setPassword(userName: string, password?: string): Promise<string> {
    return this.users.setPassword(await this.accounts.idOf(userName), password, password === undefined);
  }

  /** Clears the failed sign-ins that throttle the user. Throws NotFound. */
  async unlock(userName: string): Promise<void> {
    await this.users.unlock(await this.accounts.idOf(userName));
  }

  /** Throws NotFound, Invalid for a role that does not exist, Conflict for the last Administrator. */
  async setRoles(userName: string, Roles: readonly string[]): Promise<void> {
    await this.users.change(await this.accounts.idOf(userName), { Roles });
  }

  /** Sets the sign-in settings of the user. Throws NotFound. */
  async setRestrictions(
    userName: string,
    wanted: Partial<Pick<UserRecord, 'RestrictToSingleSession' | 'RequireMFA'>>,
  ): Promise<void> {
    await this.users.change(await this.accounts.idOf(userName), wanted);
  }

  /** Removes a lost authenticator app and ends the user's sessions. Throws NotFound. */
  async resetMfa(userName: string): Promise<void> {
    await this.users.resetMfa(await this.accounts.idOf(userName));
  }

  /** Adds an API key, which only this result shows. Throws NotFound, Conflict, Invalid. */
  async createKey(userName: string, limits: KeyLimits = {}): Promise<{ KeyId: Guid; key: string }> {
    return this.keys.create(await this.accounts.idOf(userName), limits);
  }

  /**
   * Imports the GUID keys of the former system, all or none. Returns how many are new. Throws NotFound for an unknown
   * user and for an agent without a user, Conflict, Invalid.
   */
  async importKeys(former: readonly FormerKey[], limits: KeyLimits = {}): Promise<number> {
    let taken = 0;
    await this.db.tx(async () => {
      taken = 0;
      for (const { UserName, AgentId, ApiKey } of former) {
        const owner = AgentId ? (await this.ownerOf(AgentId)).UserId : await this.accounts.idOf(UserName ?? '');
        if (await this.keys.takeOver(owner, ApiKey, limits)) taken++;
      }
    });
    return taken;
  }

  /**
   * Lists all API keys, or those of one user, without the secret keys themselves. Throws NotFound for an unknown user.
   */
  async listKeys(userName?: string): Promise<ListedKey[]> {
    const listed: ListedKey[] = [];
    const userId = userName === undefined ? undefined : await this.accounts.idOf(userName);
    for await (const key of this.keys.list(userId, noOptions)) listed.push(key);
    return listed;
  }

  /** Throws NotFound. */
  async revokeKey(keyId: string): Promise<void> {
    await this.keys.revoke(parseGuid(keyId) ?? '');
  }

  /**
   * Runs `change`, which retires the agent of the user, then ends the user's sessions and revokes the user's API keys,
   * all in one transaction. Throws Conflict for the last Administrator.
   */
  async retire<T>(userId: Guid, change: () => Promise<T>): Promise<T> {
    return this.db.tx(() =>
      this.administrators.keepOne(async () => {
        const changed = await change();
        await this.retirement.settle([userId]);
        return changed;
      }),
    );
  }

  private async ownerOf(agentId: number): Promise<Account> {
    const userId = await this.agents.userOf(agentId);
    const account = userId && (await this.accounts.byId(userId));
    if (!account) throw new NotFound(`No user is linked to agent ${agentId}.`);
    return account;
  }
}
