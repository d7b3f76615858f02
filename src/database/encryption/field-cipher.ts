import { Injectable, Logger } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { Config } from '../../config/config.js';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
const tagOptions = { authTagLength: tagLength };
const keyIdLength = 8;
const mostNamed = 1000;

const log = new Logger('encrypted values');

/**
 * Encrypts single fields with FIELD_KEY: AES-256-GCM, stored as `<key id>.<iv, text and tag in base64url>`. The keys of
 * FIELD_KEYS_OLD decrypt older values. The context of a value names its column and row (`users.MfaSecret:<UserId>`). A
 * value that was copied to another row or column does not decrypt.
 */
@Injectable()
export class FieldCipher {
  readonly keyId: string;
  private readonly keys: ReadonlyMap<string, KeyObject>;
  /** Contexts of the unreadable values that the log has named. */
  private readonly unreadable = new Set<string>();

  constructor({ fieldKey, fieldKeysOld }: Config) {
    this.keyId = keyIdOf(fieldKey);
    this.keys = new Map([...fieldKeysOld, fieldKey].map((key) => [keyIdOf(key), createSecretKey(key)]));
  }

  encrypt(text: string, context: string): string {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, this.keys.get(this.keyId)!, iv).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}.${encrypted.toString('base64url')}`;
  }

  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /**
   * Derives from the key `keyId` a key of 32 bytes for the content of one file, which `salt` identifies. Returns
   * undefined if the key `keyId` is not configured.
   */
  derived(keyId: string, salt: string): KeyObject | undefined {
    const key = this.keys.get(keyId);
    return key && createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, 'agency file', 32)));
  }

  /** Whether the key of a stored value is configured. */
  reads(stored: string): boolean {
    return this.keys.has(stored.split('.')[0]);
  }

  /**
   * The text of a stored value, or undefined if it is unreadable. One unreadable value must not fail a whole list, so
   * the error goes to the log, once for each value.
   */
  open(stored: string, context: string): string | undefined {
    try {
      return this.decrypt(stored, context);
    } catch (error) {
      this.logUnreadable(context, error as Error);
      return undefined;
    }
  }

  /** Throws if the value was altered, or was encrypted with another key or for another context. */
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
    const encrypted = stored.slice(keyIdLength + 1);
    const bytes = Buffer.from(encrypted, 'base64url');
    // Accept only the canonical text: the decoder ignores the spare bits of the last character, so that several texts
    // decode to the same bytes.
    if (bytes.toString('base64url') !== encrypted) throw new Error('not base64url');
    const end = bytes.length - tagLength;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), tagOptions);
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(end));
    const text = decipher.update(bytes.subarray(ivLength, end));
    // final() checks the tag and returns no more text. Do not join its result to the text: a list decrypts thousands of
    // values.
    decipher.final();
    return text.toString('utf8');
  }

  private logUnreadable(context: string, { message }: Error): void {
    if (this.unreadable.has(context) || this.unreadable.size > mostNamed) return;
    this.unreadable.add(context);
    if (this.unreadable.size > mostNamed) log.error('The log does not name further unreadable values.');
    else log.error(`${message} The service treats it as unset.`);
  }
}

/** The id of a key is stored with each value; it does not reveal the key. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('field key').update(key).digest('hex').slice(0, keyIdLength);
}
