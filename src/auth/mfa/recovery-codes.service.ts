import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { readableGroups, sha256, typedCode } from '../accounts/secrets.js';
import { RecoveryCode } from './recovery-code.entity.js';

const codesPerUser = 10;

/** Codes for a lost authenticator app: each signs in once. Call all methods within a transaction. */
@Injectable()
export class RecoveryCodesService {
  constructor(private readonly db: Db) {}

  /** Returns the user's new codes, which cannot be read again. */
  async replace(UserId: Guid): Promise<string[]> {
    await this.removeAll(UserId);
    const codes = Array.from({ length: codesPerUser }, readableGroups);
    await this.db.insertAll(
      RecoveryCode,
      codes.map((code) => ({ UserId, CodeHash: hashOf(UserId, code) })),
    );
    return codes;
  }

  /** Removes a code. Returns false if the user has no such code. */
  async spend(UserId: Guid, code: string): Promise<boolean> {
    return (await this.db.remove(RecoveryCode, { UserId, CodeHash: hashOf(UserId, code) })) !== undefined;
  }

  async removeAll(userId: Guid): Promise<void> {
    await this.db.execute(sql`DELETE FROM recovery_codes WHERE UserId = ${userId}`);
  }
}

/**
 * SHA-256 is enough, because each code has 125 random bits: only codes of fewer than 112 bits would need a password
 * hash.
 */
function hashOf(userId: Guid, code: string): string {
  return sha256(`${userId}:${typedCode(code)}`);
}
