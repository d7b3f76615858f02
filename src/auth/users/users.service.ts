import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { noOptions } from '../../record/lists/list-options.js';
import { parseGuid } from '../../record/values/guid.js';
import type { ListedKey } from '../api-keys/api-keys.records.js';
import { ApiKeysService, type KeyLimits } from '../api-keys/api-keys.service.js';
import { OpenIdUsers } from '../oidc/openid-users.service.js';
import { Accounts, type Account } from './accounts.service.js';
import { Retirement } from '../sessions/retirement.service.js';
import { sha256 } from '../sessions/secret-token.js';
import { Throttle } from '../throttle/throttle.service.js';
import { Administrators } from './administrators.service.js';
import { AgentDirectory } from './agent-directory.js';
import { UserSetup } from './user-setup.service.js';
import { userNameKey } from './user-name.js';
import type { UserRecord } from './users.records.js';

interface NewUser {
  displayName?: string;
  roles: readonly string[];
  /** The own agent; 0 or absent: none. */
  agentId?: number;
  /** Made when absent. */
  password?: string;
}

/** A GUID that was a key before, of a user or of the user of an agent. */
export interface FormerKey {
  UserName?: string;
  AgentId?: number;
  ApiKey: Guid;
}

interface Listed extends Pick<UserRecord, 'UserId' | 'UserName' | 'DisplayName' | 'Roles' | 'Disabled'> {
  /** Until when failed sign-ins make the user wait; undefined: they do not. */
  waitsUntil: DateTime | undefined;
}

/** Users and their keys by user name, for the command line: what UserSetup does. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly agents: AgentDirectory,
    private readonly users: UserSetup,
    private readonly administrators: Administrators,
    private readonly retirement: Retirement,
    private readonly keys: ApiKeysService,
    private readonly identities: OpenIdUsers,
    private readonly throttle: Throttle,
  ) {}

  /** The new user's password is in the answer, made or given. Throws Conflict for a taken name, Invalid. */
  create(userName: string, wanted: NewUser): Promise<{ UserId: Guid; password: string }> {
    const { displayName: DisplayName, roles: Roles, agentId: AgentId, password } = wanted;
    return this.users.add({ UserName: userName, DisplayName, Roles, AgentId }, password);
  }

  /** Everybody, by user name. */
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

  /** Whether anybody could sign in at all. */
  async hasUsers(): Promise<boolean> {
    return (await this.db.one(sql`SELECT u.UserId AS UserId FROM users u LIMIT 1`)) !== undefined;
  }

  /** Ends the user's sessions; the keys stop acting. Throws NotFound, Conflict for the last Administrator. */
  async disable(userName: string): Promise<void> {
    await this.users.change(await this.idOf(userName), { Disabled: true });
  }

  async enable(userName: string): Promise<void> {
    await this.users.change(await this.idOf(userName), { Disabled: false });
  }

  /** Ends the user's sessions. The password, made when none is given, is the answer. Throws NotFound, Invalid. */
  async setPassword(userName: string, password?: string): Promise<string> {
    return this.users.setPassword(await this.idOf(userName), password);
  }

  /** Forgets the failed sign-ins that make the user wait. Throws NotFound. */
  async unlock(userName: string): Promise<void> {
    await this.users.unlock(await this.idOf(userName));
  }

  /** Throws NotFound, Invalid for a role that does not exist, Conflict for the last Administrator. */
  async setRoles(userName: string, Roles: readonly string[]): Promise<void> {
    await this.users.change(await this.idOf(userName), { Roles });
  }

  /** The settings of signing in that are the user's own. Throws NotFound. */
  async setRestrictions(
    userName: string,
    wanted: Partial<Pick<UserRecord, 'RestrictToSingleSession' | 'RequireMFA'>>,
  ): Promise<void> {
    await this.users.change(await this.idOf(userName), wanted);
  }

  /** Takes a lost authenticator app out of use and ends the user's sessions. Throws NotFound. */
  async resetMfa(userName: string): Promise<void> {
    await this.users.resetMfa(await this.idOf(userName));
  }

  /** Says who the user is for the sign-in provider: `<issuer>/<subject>`. Throws NotFound, BadRequest, Conflict. */
  async link(userName: string, identity: string): Promise<void> {
    await this.identities.linkTo(await this.idOf(userName), identity);
  }

  /** Forgets who the user is for the sign-in provider, and ends the sessions of one who was linked. Throws NotFound. */
  async unlink(userName: string): Promise<void> {
    await this.identities.unlink(await this.idOf(userName));
  }

  /** A new API key of the user: shown this once. Throws NotFound, Conflict, Invalid. */
  async createKey(userName: string, limits: KeyLimits = {}): Promise<{ KeyId: Guid; key: string }> {
    return this.keys.create(await this.idOf(userName), limits);
  }

  /**
   * Takes over the GUID keys of the former system, all or none. How many are new. Throws NotFound for an unknown user
   * and an agent that is nobody's, Conflict, Invalid.
   */
  async importKeys(former: readonly FormerKey[], limits: KeyLimits = {}): Promise<number> {
    let taken = 0;
    await this.db.tx(async () => {
      taken = 0;
      for (const { UserName, AgentId, ApiKey } of former) {
        const owner = AgentId ? (await this.ownerOf(AgentId)).UserId : await this.idOf(UserName ?? '');
        if (await this.keys.takeOver(owner, ApiKey, limits)) taken++;
      }
    });
    return taken;
  }

  /** All keys, or one user's: never the keys themselves. Throws NotFound. */
  async listKeys(userName?: string): Promise<ListedKey[]> {
    const listed: ListedKey[] = [];
    const userId = userName === undefined ? undefined : await this.idOf(userName);
    for await (const key of this.keys.list(userId, noOptions)) listed.push(key);
    return listed;
  }

  /** Throws NotFound. */
  async revokeKey(keyId: string): Promise<void> {
    await this.keys.revoke(parseGuid(keyId) ?? '');
  }

  /**
   * Makes a change by which the user's agent is no longer active: ends the user's sessions and revokes its
   * keys. Throws Conflict for the last Administrator.
   */
  async retire<T>(userId: Guid, change: () => Promise<T>): Promise<T> {
    return this.db.tx(() =>
      this.administrators.kept(async () => {
        const changed = await change();
        await this.retirement.settle([userId]);
        return changed;
      }),
    );
  }

  private async ownerOf(agentId: number): Promise<Account> {
    const userId = await this.agents.userOf(agentId);
    const account = userId && (await this.accounts.byId(userId));
    if (!account) throw new NotFound(`No user has the agent ${agentId} as the own one.`);
    return account;
  }

  private async idOf(userName: string): Promise<Guid> {
    const account = await this.accounts.byName(userName);
    if (!account) throw new NotFound(`There is no user ${userName}.`);
    return account.UserId;
  }
}
