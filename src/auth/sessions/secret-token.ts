import { createHash, randomBytes } from 'node:crypto';

/** A new secret that only its holder knows: 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, 64 hex digits: how secrets of full entropy are stored and looked up. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
