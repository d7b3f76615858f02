import { Injectable } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { Config } from '../../config/config.js';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts single fields at rest with FIELD_KEY: AES-256-GCM, stored as `<key id>.<iv, text and tag in
 * base64url>`. The key id says which key a value needs; the keys of FIELD_KEYS_OLD decrypt what was stored under
 * them. context: what the value belongs to (for example `users.MfaSecret:<UserId>`); a stored value that is moved
 * to another place does not decrypt there.
 */
@Injectable()
export class FieldCipher {
  /** Of the key that encrypts. */
  readonly keyId: string;
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor({ fieldKey, fieldKeysOld }: Config) {
    this.keyId = keyIdOf(fieldKey);
    this.keys = new Map([...fieldKeysOld, fieldKey].map((key) => [keyIdOf(key), createSecretKey(key)]));
  }

  encrypt(text: string, context: string): string {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, this.keys.get(this.keyId)!, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}.${sealed.toString('base64url')}`;
  }

  /** Whether the key of a stored value is there. */
  reads(stored: string): boolean {
    return this.keys.has(stored.split('.')[0]);
  }

  /** Throws when the value was stored under another key, for another context, or was changed. */
  decrypt(stored: string, context: string): string {
    const [keyId, sealed = ''] = stored.split('.');
    const key = this.keys.get(keyId);
    if (!key)
      throw new Error(`The value at ${context} is encrypted with the key ${keyId}, and FIELD_KEY is ${this.keyId}.`);
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8');
  }
}

/** What a stored value names its key by: nothing of the key can be learnt from it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('field key').update(key).digest('hex').slice(0, 8);
}
