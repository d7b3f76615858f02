import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Conflict, Invalid, NotFound } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { Registry } from '../../http/endpoint/registry.js';
import { fieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { toDate } from '../../record/values/datetime.js';
import { newGuid, parseGuid, unsetGuid } from '../../record/values/guid.js';
import type { Principal } from '../accounts/principal.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { newSecret, sha256 } from '../accounts/secrets.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { ApiKey } from './api-key.entity.js';
import { isKioskKey, KioskKeysService } from './kiosk/kiosk-keys.service.js';
import { ListedKey } from './api-keys.records.js';
import { lifeOfKey, mustBeAhead, prefixLength, useInterval } from './key-life.js';
import { scopeOf } from './key-scope.js';

/** A GUID key of the former system. Its owner is the user with the UserName, or the user linked to the AgentId. */
export interface FormerKey {
  UserName?: string;
  AgentId?: number;
  ApiKey: Guid;
}

export interface KeyLimits {
  /** When the key expires; by default 365 days from now. */
  expiresAt?: DateTime;
  /** At least one operation or group of operations; by default all operations of the owner. */
  scope?: readonly string[];
  /** The key may act for an Administrator. */
  administrator?: boolean;
}

const listed: ListStatement<ListedKey> = {
  columns: {
    ...columnsOf(ListedKey, 'k'),
    UserName: sql`u.UserName`,
    Scope: sql`COALESCE(k.Scope, '')`,
    ForAdministrator: sql`COALESCE(k.ForAdministrator, 0)`,
  },
  from: sql`api_keys k`,
  joins: { u: sql`JOIN users u ON u.UserId = k.UserId` },
  order: [sql`k.CreatedAt`, sql`k.KeyId`],
  key: [sql`k.KeyId`],
};

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly agents: AgentDirectory,
    private readonly registry: Registry,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
    private readonly kiosks: KioskKeysService,
  ) {}

  /**
   * Adds a key of the user. Only this result contains the key: the database stores its hash. Throws NotFound for an
   * unknown user; Conflict if the user is an Administrator and `limits.administrator` is not true; Invalid for an
   * unknown operation in the scope and for an expiry in the past.
   */
  async create(userId: Guid, limits: KeyLimits = {}): Promise<{ KeyId: Guid; key: string }> {
    const key = `agk_${newSecret()}`;
    const values = await this.checked(userId, limits);
    const { KeyId } = await this.db.tx(async () => {
      this.security.acted('key made', userId);
      return this.db.insert(ApiKey, { ...values, KeyHash: keyHash(key), Prefix: key.slice(0, prefixLength) });
    });
    return { KeyId, key };
  }

  /**
   * Imports the GUID keys of the former system, all or none. Returns how many are new. Throws the errors of `create`,
   * NotFound for an agent without a user, Invalid for an unset GUID, and Conflict if another user has a key.
   */
  import(former: readonly FormerKey[], limits: KeyLimits = {}): Promise<number> {
    return this.db.tx(async () => {
      let taken = 0;
      for (const { UserName, AgentId, ApiKey } of former) {
        const owner = AgentId ? await this.ownerOf(AgentId) : await this.accounts.idOf(UserName ?? '');
        if (await this.takeOver(owner, ApiKey, limits)) taken++;
      }
      return taken;
    });
  }

  /**
   * Returns the owner of the key, or the kiosk if it is a kiosk's key. Undefined if the key is unknown, revoked or
   * expired, or if it may not act for its owner.
   */
  async callerOf(key: string): Promise<Principal | undefined> {
    if (isKioskKey(key)) return this.kiosks.callerOf(key);
    const found = await this.accounts.byKey(keyHash(key));
    if (!found) return undefined;
    const { principal, KeyId, LastUsedAt } = found;
    if (LastUsedAt === null || this.time.now() - toDate(LastUsedAt).getTime() >= useInterval)
      await this.db.tx(() =>
        this.db.execute(sql`UPDATE api_keys SET LastUsedAt = ${this.time.at()} WHERE KeyId = ${KeyId}`),
      );
    return principal;
  }

  /** All keys, or the keys of one user, the oldest first. */
  list(userId: Guid | undefined, options: ListOptions): ListResult<ListedKey> {
    const where = userId === undefined ? sql`1 = 1` : sql`k.UserId = ${userId}`;
    return this.db.list(ListedKey, { ...listed, where }, options);
  }

  /** Throws NotFound. */
  async read(keyId: Guid): Promise<ListedKey> {
    const found = await this.db.rowOfList(ListedKey, listed, sql`k.KeyId = ${keyId}`);
    if (!found) throw new NotFound('There is no such key.');
    return found;
  }

  /** Throws NotFound for an unknown key and for a key of another user. Revoking a key again changes nothing. */
  async revoke(keyId: Guid, userId?: Guid): Promise<void> {
    await this.db.tx(async () => {
      const key = await this.db.lockRow(ApiKey, { KeyId: keyId });
      if (!key || (userId !== undefined && key.UserId !== userId)) throw new NotFound('There is no such key.');
      if (key.RevokedAt !== null) return;
      await this.db.update(ApiKey, { KeyId: keyId }, { RevokedAt: this.time.at() });
      this.security.acted('key revoked', key.UserId);
    });
  }

  /** Imports a GUID key for the user. Returns false if the user has this key already. */
  private async takeOver(userId: Guid, guid: Guid, limits: KeyLimits): Promise<boolean> {
    if (guid === unsetGuid) throw new Invalid([fieldError('NotEmpty', 'ApiKey', 'must not be the unset GUID')]);
    const values = await this.checked(userId, limits);
    const KeyHash = keyHash(guid);
    const known = await this.db.one<{ UserId: Guid }>(
      sql`SELECT k.UserId AS UserId FROM api_keys k WHERE k.KeyHash = ${KeyHash}`,
    );
    if (known && known.UserId !== userId) throw new Conflict('Another user has this key.');
    if (known) return false;
    await this.db.insert(ApiKey, { ...values, KeyHash, Prefix: guid.slice(0, 4) });
    this.security.acted('key made', userId);
    return true;
  }

  private async ownerOf(agentId: number): Promise<Guid> {
    const userId = await this.agents.userOf(agentId);
    if (!userId) throw new NotFound(`No user is linked to agent ${agentId}.`);
    return userId;
  }

  private async checked(UserId: Guid, limits: KeyLimits): Promise<Partial<ApiKey>> {
    const owner = await this.accounts.existing(UserId);
    const { expiresAt = this.time.at(lifeOfKey), scope, administrator = false } = limits;
    if (owner.Roles.includes(Role.Administrator) && !administrator)
      throw new Conflict(`A key of ${owner.UserName}, an Administrator, needs ForAdministrator (--administrator).`);
    mustBeAhead(expiresAt, this.time.at());
    return {
      KeyId: newGuid(),
      UserId,
      CreatedAt: this.time.at(),
      ExpiresAt: expiresAt,
      Scope: scope ? scopeOf(scope, this.registry.operations) : '',
      ForAdministrator: administrator,
    };
  }
}

/** SHA-256 of the key, hexadecimal. A GUID key of the former system has the same hash in every form of the GUID. */
function keyHash(key: string): string {
  return sha256(parseGuid(key) ?? key);
}
