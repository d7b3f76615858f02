import { Injectable } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { Config } from '../config/config.js';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts single fields at rest with FIELD_KEY: AES-256-GCM, stored as `<key id>.<iv, text and tag in base64url>`. The key
 * id says which key a value needs. context: what the value belongs to (for example `users.MfaSecret:<UserId>`); a stored
 * value that is moved to another place does not decrypt there.
 */
@Injectable()
export class FieldCipher {
  private readonly key: KeyObject;
  private readonly keyId: string;

  constructor({ fieldKey }: Config) {
    this.key = createSecretKey(fieldKey);
    this.keyId = createHash('sha256').update('field key').update(fieldKey).digest('hex').slice(0, 8);
  }

  encrypt(text: string, context: string): string {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, this.key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}.${sealed.toString('base64url')}`;
  }

  /** Throws when the value was stored under another key, for another context, or was changed. */
  decrypt(stored: string, context: string): string {
    const [keyId, sealed = ''] = stored.split('.');
    if (keyId !== this.keyId)
      throw new Error(`The value at ${context} is encrypted with the key ${keyId}, and FIELD_KEY is ${this.keyId}.`);
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, this.key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8');
  }
}
