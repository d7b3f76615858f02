import { Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Config } from '../../config/config.js';
import { keyIdOf } from '../../database/sealed/field-cipher.js';

/** What makes a request the same: the parts are hashed one after the other. */
export type RequestParts = readonly (string | Uint8Array)[];

/**
 * Hashes of requests, as `<key id>.<HMAC-SHA-256 in base64url>`. A body may hold a password: without a key that is
 * derived from FIELD_KEY, its hash would let a reader of the database guess it quickly.
 */
@Injectable()
export class RequestHashes {
  private readonly keyId: string;
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor({ fieldKey, fieldKeysOld }: Config) {
    this.keyId = keyIdOf(fieldKey);
    this.keys = new Map([...fieldKeysOld, fieldKey].map((key) => [keyIdOf(key), derived(key)]));
  }

  of(parts: RequestParts): string {
    return hashOf(this.keyId, this.keys.get(this.keyId)!, parts);
  }

  /** undefined: the key that the hash was made with is not there any more. */
  isOf(hash: string, parts: RequestParts): boolean | undefined {
    const [keyId] = hash.split('.');
    const key = this.keys.get(keyId);
    return key && hashOf(keyId, key, parts) === hash;
  }
}

function hashOf(keyId: string, key: KeyObject, parts: RequestParts): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return `${keyId}.${hmac.digest('base64url')}`;
}

function derived(fieldKey: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', fieldKey, '', 'idempotency requests', 32)));
}
