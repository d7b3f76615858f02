import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { ApiKey } from './api-key.entity.js';
import { SystemClock } from '../../context/system-clock.js';
import { newSecret, sha256 } from '../sessions/secret-token.js';

const prefixLength = 10;

/** A key as it may be shown. */
export interface ListedKey {
  KeyId: Guid;
  UserName: string;
  Prefix: string;
  CreatedAt: DateTime;
  RevokedAt: DateTime | null;
}

/** Keys that act as their owner until they are revoked. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
  ) {}

  /** A new key; this is the only time that it can be read. */
  async create(userId: Guid): Promise<{ KeyId: Guid; key: string }> {
    const key = `agk_${newSecret()}`;
    const KeyId = newGuid();
    await this.db.tx(() =>
      this.db.insert(ApiKey, {
        KeyId,
        UserId: userId,
        KeyHash: sha256(key),
        Prefix: key.slice(0, prefixLength),
        CreatedAt: this.time.at(),
      }),
    );
    return { KeyId, key };
  }

  /** All keys, or one user's, the oldest first. */
  list(userId?: Guid): Promise<ListedKey[]> {
    const which = userId === undefined ? sql`1 = 1` : sql`k.UserId = ${userId}`;
    return this.db.all<ListedKey>(sql`SELECT k.KeyId AS KeyId, u.UserName AS UserName, k.Prefix AS Prefix,
      k.CreatedAt AS CreatedAt, k.RevokedAt AS RevokedAt FROM api_keys k JOIN users u ON u.UserId = k.UserId
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
}
