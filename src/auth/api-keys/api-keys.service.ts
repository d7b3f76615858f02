import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, NotFound } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import { Registry } from '../../http/endpoint/registry.js';
import { fieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { toDate } from '../../record/values/datetime.js';
import { newGuid, parseGuid, unsetGuid } from '../../record/values/guid.js';
import type { Principal } from '../guards/principal.js';
import { newSecret, sha256 } from '../sessions/secret-token.js';
import { Accounts } from '../users/accounts.service.js';
import { ApiKey } from './api-key.entity.js';
import { scopeOf } from './key-scope.js';

const prefixLength = 10;
const year = 365 * 24 * 3_600_000;
/** The last use is written down no more often. */
const useInterval = 60_000;

/** What a key may do, beside being its owner's. */
export interface KeyLimits {
  /** In a year unless said. */
  expiresAt?: DateTime;
  /** Names of operations, or `checkins`; none: whatever the owner may do. */
  scope?: readonly string[];
  /** It may act for an Administrator. */
  administrator?: boolean;
}

/** A key as it may be shown. */
export interface ListedKey {
  KeyId: Guid;
  UserName: string;
  Prefix: string;
  CreatedAt: DateTime;
  ExpiresAt: DateTime | null;
  LastUsedAt: DateTime | null;
  /** '' : not limited. */
  Scope: string;
  RevokedAt: DateTime | null;
}

/** Keys that act as their owner until they expire or are revoked. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly registry: Registry,
    private readonly time: SystemClock,
  ) {}

  /**
   * A new key; this is the only time that it can be read. Throws Conflict for an Administrator unless the key is made for one,
   * NotFound, Invalid for an unknown operation and an expiry that has passed.
   */
  async create(userId: Guid, limits: KeyLimits = {}): Promise<{ KeyId: Guid; key: string }> {
    const key = `agk_${newSecret()}`;
    const values = await this.checked(userId, limits);
    const { KeyId } = await this.db.tx(() =>
      this.db.insert(ApiKey, { ...values, KeyHash: keyHash(key), Prefix: key.slice(0, prefixLength) }),
    );
    return { KeyId, key };
  }

  /**
   * Takes over a GUID that was a key before; false: the owner has it already. Throws as `create` does, Invalid for an unset GUID,
   * and Conflict for one that is another user's.
   */
  async takeOver(userId: Guid, guid: Guid, limits: KeyLimits): Promise<boolean> {
    if (guid === unsetGuid) throw new Invalid([fieldError('NotEmpty', 'ApiKey', 'must not be the unset GUID')]);
    const values = await this.checked(userId, limits);
    const KeyHash = keyHash(guid);
    return this.db.tx(async () => {
      const known = await this.db.one<{ UserId: Guid }>(
        sql`SELECT k.UserId AS UserId FROM api_keys k WHERE k.KeyHash = ${KeyHash}`,
      );
      if (known && known.UserId !== userId) throw new Conflict('The key is another user\u2019s.');
      if (!known) await this.db.insert(ApiKey, { ...values, KeyHash, Prefix: guid.slice(0, 4) });
      return !known;
    });
  }

  /** Who calls with a key; undefined: it is unknown, revoked or expired, or its owner may not act. */
  async callerOf(key: string): Promise<Principal | undefined> {
    const found = await this.accounts.byKey(keyHash(key));
    if (!found) return undefined;
    const { principal, KeyId, LastUsedAt, ForAdministrator } = found;
    if (principal.isAdministrator && !ForAdministrator) return undefined;
    if (LastUsedAt === null || this.time.now() - toDate(LastUsedAt).getTime() >= useInterval)
      await this.db.tx(() =>
        this.db.execute(sql`UPDATE api_keys SET LastUsedAt = ${this.time.at()} WHERE KeyId = ${KeyId}`),
      );
    return principal;
  }

  /** All keys, or one user's, the oldest first. */
  list(userId?: Guid): Promise<ListedKey[]> {
    const which = userId === undefined ? sql`1 = 1` : sql`k.UserId = ${userId}`;
    return this.db.all<ListedKey>(sql`SELECT k.KeyId AS KeyId, u.UserName AS UserName, k.Prefix AS Prefix,
      k.CreatedAt AS CreatedAt, k.ExpiresAt AS ExpiresAt, k.LastUsedAt AS LastUsedAt, COALESCE(k.Scope, '') AS Scope,
      k.RevokedAt AS RevokedAt FROM api_keys k JOIN users u ON u.UserId = k.UserId
      WHERE ${which} ORDER BY k.CreatedAt, k.KeyId`);
  }

  /** Throws NotFound. Revoking again changes nothing. */
  async revoke(keyId: Guid): Promise<void> {
    await this.db.tx(async () => {
      const [key] = await this.db.lock<
        Pick<ApiKey, 'RevokedAt'> | undefined
      >(sql`SELECT k.RevokedAt AS RevokedAt FROM api_keys k
        WHERE k.KeyId = ${keyId}`);
      if (!key) throw new NotFound('There is no such key.');
      if (key.RevokedAt === null) await this.db.update(ApiKey, { KeyId: keyId }, { RevokedAt: this.time.at() });
    });
  }

  private async checked(UserId: Guid, limits: KeyLimits): Promise<Partial<ApiKey>> {
    const owner = await this.accounts.byId(UserId);
    if (!owner) throw new NotFound('There is no such user.');
    const { expiresAt = this.time.at(year), scope = [], administrator = false } = limits;
    if (owner.Roles.includes(Role.Administrator) && !administrator)
      throw new Conflict(
        `${owner.UserName} is an Administrator: a key that acts for one is made with --administrator.`,
      );
    if (expiresAt <= this.time.at()) throw new Invalid([fieldError('Invalid', 'ExpiresAt', 'must be in the future')]);
    return {
      KeyId: newGuid(),
      UserId,
      CreatedAt: this.time.at(),
      ExpiresAt: expiresAt,
      Scope: scopeOf(scope, this.registry.operations),
      ForAdministrator: administrator,
    };
  }
}

/** SHA-256 of the key; a GUID, as the former system made keys, counts in whatever form it is written. */
function keyHash(key: string): string {
  return sha256(parseGuid(key) ?? key);
}
