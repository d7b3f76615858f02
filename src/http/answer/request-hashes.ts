import { Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Config } from '../../config/config.js';
import { keyIdOf } from '../../database/sealed/field-cipher.js';

/** The parts of a request that identify it, hashed one after the other. */
export type RequestParts = readonly (string | Uint8Array)[];

/**
 * Hashes requests to `<key id>.<HMAC-SHA-256 in base64url>`. The key is derived from FIELD_KEY, because a body may
 * contain a password, which a plain hash would let a reader of the database guess quickly.
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

  /** undefined: the key of the hash is no longer configured. */
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
