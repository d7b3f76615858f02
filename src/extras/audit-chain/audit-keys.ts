import { Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import type { Db } from '../../database/db.js';
import { FieldCipher, keyIdOf } from '../../database/encryption/field-cipher.js';
import { encryptionPlace } from '../../database/schema/table.js';
import type { AuditEntry } from '../../database/audit/audit.entity.js';
import { AuditKey, type AuditSeal } from './audit-seal.entity.js';

/** A row of the audit, as stored. */
export type AuditRow = Omit<AuditEntry, 'UserName'>;

/** Number of characters of the code (MAC) of a row: 132 bits in base64url. */
export const macLength = 22;

/** The keys of the seals, derived from FIELD_KEY and former keys, and the codes (HMAC-SHA-256) made with them. */
@Injectable()
export class AuditKeys {
  readonly keyId: string;
  private readonly keys: Map<string, KeyObject>;
  private readonly cipher: FieldCipher;

  constructor(config: Config) {
    const { fieldKey, fieldKeysOld } = config;
    this.keyId = keyIdOf(fieldKey);
    this.keys = new Map([...fieldKeysOld, fieldKey].map((key) => [keyIdOf(key), derived(key)]));
    this.cipher = new FieldCipher(config);
  }

  has(keyId: string): boolean {
    return this.keys.has(keyId);
  }

  /** Loads the stored keys of seals that were made under former FIELD_KEYs. Returns the ids of those FIELD_KEYs. */
  async learn(db: Db): Promise<Set<string>> {
    const kept = await db.all<AuditKey>(sql`SELECT k.KeyId, k.AuditKey FROM audit_keys k`);
    for (const { KeyId, AuditKey: encrypted } of kept) {
      if (this.keys.has(KeyId) || !this.cipher.reads(encrypted)) continue;
      const key = this.cipher.open(encrypted, placeOf(KeyId));
      if (key !== undefined) this.keys.set(KeyId, createSecretKey(Buffer.from(key, 'hex')));
    }
    return new Set(kept.map(({ KeyId }) => KeyId));
  }

  /** Stores the keys of seals that were made under former FIELD_KEYs, so that the operator can unset FIELD_KEYS_OLD. */
  async keep(db: Db): Promise<void> {
    const kept = await this.learn(db);
    for (const KeyId of await this.former(db)) {
      const key = this.keys.get(KeyId);
      if (!key || kept.has(KeyId)) continue;
      const encrypted = this.cipher.encrypt(key.export().toString('hex'), placeOf(KeyId));
      await db.tx(() => db.insert(AuditKey, { KeyId, AuditKey: encrypted }));
    }
  }

  /** Returns the ids of the former FIELD_KEYs under which seals were made. */
  async former(db: Db): Promise<string[]> {
    const made = await db.all<Pick<AuditSeal, 'KeyId'>>(
      sql`SELECT DISTINCT s.KeyId FROM audit_seals s WHERE s.KeyId <> ${this.keyId}`,
    );
    return made.map(({ KeyId }) => KeyId);
  }

  /** Returns the code (MAC) of a row, which covers all its columns. */
  macOf(row: AuditRow, keyId = this.keyId): string {
    const { AuditId, At, UserId, Operation, Record, RecordId, RequestId, Changes } = row;
    const text = JSON.stringify([String(AuditId), At, UserId, Operation, Record, RecordId, RequestId, Changes]);
    return this.hmac(keyId, `row:${text}`).toString('base64url').slice(0, macLength);
  }

  /** The hash of a seal. `previous` is the hash of the seal before it; '' for the first seal. */
  hashOf(seal: Omit<AuditSeal, 'Hash'>, previous: string): string {
    const { Seq, Kind, KeyId, SealedAt, FirstId, LastId, HighId, Entries, NewestAt, Covers, Macs } = seal;
    const ids = [Seq, FirstId, LastId, HighId].map(String);
    const text = JSON.stringify([previous, Kind, KeyId, SealedAt, ...ids, Entries, NewestAt, Covers, Macs]);
    return this.hmac(KeyId, `seal:${text}`).toString('hex');
  }

  private hmac(keyId: string, text: string): Buffer {
    return createHmac('sha256', this.keys.get(keyId)!).update(text).digest();
  }
}

function derived(fieldKey: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', fieldKey, '', 'audit chain', 32)));
}

function placeOf(keyId: string): string {
  return encryptionPlace(AuditKey, 'AuditKey', keyId);
}
