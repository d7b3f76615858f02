import { Injectable, Logger } from '@nestjs/common';
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
const tagOptions = { authTagLength: tagLength };
const keyIdLength = 8;
/** Values that cannot be read and are named in the log by one process. */
const mostNamed = 1000;

const log = new Logger('sealed values');

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
  /** Where the values are that could not be read. */
  private readonly unreadable = new Set<string>();

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

  /** Of all keys that decrypt. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Whether the key of a stored value is there. */
  reads(stored: string): boolean {
    return this.keys.has(stored.split('.')[0]);
  }

  /**
   * The text of a stored value; undefined: it cannot be read. One such value must not fail a list of others: the log
   * names its place, once.
   */
  open(stored: string, context: string): string | undefined {
    try {
      return this.decrypt(stored, context);
    } catch (error) {
      this.logUnreadable(context, error as Error);
      return undefined;
    }
  }

  /** Throws when the value was stored under another key, for another context, or was changed. */
  decrypt(stored: string, context: string): string {
    const keyId = stored.slice(0, keyIdLength);
    const key = this.keys.get(keyId);
    if (!key)
      throw new Error(`The value at ${context} is encrypted with the key ${keyId}, and FIELD_KEY is ${this.keyId}.`);
    try {
      return this.decryptWith(key, stored, context);
    } catch {
      throw new Error(`The value at ${context} was changed, or belongs to another record: it cannot be decrypted.`);
    }
  }

  private decryptWith(key: KeyObject, stored: string, context: string): string {
    const bytes = Buffer.from(stored.slice(keyIdLength + 1), 'base64url');
    const end = bytes.length - tagLength;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), tagOptions);
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(end));
    const text = decipher.update(bytes.subarray(ivLength, end));
    // It checks the tag and gives no more text: a list opens thousands of values, and each copy counts.
    decipher.final();
    return text.toString('utf8');
  }

  private logUnreadable(context: string, { message }: Error): void {
    if (this.unreadable.has(context) || this.unreadable.size > mostNamed) return;
    this.unreadable.add(context);
    if (this.unreadable.size > mostNamed) log.error('Further values that cannot be read are not named.');
    else log.error(`${message} It counts as unset.`);
  }
}

/** What a stored value names its key by: nothing of the key can be learnt from it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('field key').update(key).digest('hex').slice(0, keyIdLength);
}
