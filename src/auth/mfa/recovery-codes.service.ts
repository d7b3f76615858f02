import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { sha256 } from '../sessions/secret-token.js';
import { readableGroups } from '../passwords/readable-groups.js';
import { RecoveryCode } from './recovery-code.entity.js';

/** Of 125 random bits each: what has fewer than 112 would have to be hashed like a password. */
const codesPerUser = 10;

/** Codes for the day on which the authenticator app is lost: each signs in once. All within a transaction. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly db: Db) {}

  /** New codes, which nobody can read again, in place of those of before. */
  async replace(UserId: Guid): Promise<string[]> {
    await this.removeAll(UserId);
    const codes = Array.from({ length: codesPerUser }, () => readableGroups(5, 5));
    await this.db.insertAll(
      RecoveryCode,
      codes.map((code) => ({ UserId, CodeHash: hashOf(UserId, code) })),
    );
    return codes;
  }

  /** Uses a code up; false: the user has no such code. */
  async spend(UserId: Guid, code: string): Promise<boolean> {
    return (await this.db.remove(RecoveryCode, { UserId, CodeHash: hashOf(UserId, code) })) !== undefined;
  }

  async removeAll(userId: Guid): Promise<void> {
    await this.db.execute(sql`DELETE FROM recovery_codes WHERE UserId = ${userId}`);
  }
}

/** Typed by hand: letter case, blanks and hyphens make no difference. */
function hashOf(userId: Guid, code: string): string {
  return sha256(`${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
}
