import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A new secret: 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, 64 hex digits. Random secrets are stored and looked up by it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Letters and digits that cannot be confused with each other. */
const readableCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five groups of five random readable characters, easy to copy: five bits a character. */
export function readableGroups(): string {
  const character = (): string => readableCharacters[randomInt(readableCharacters.length)];
  const group = (): string => Array.from({ length: 5 }, character).join('');
  return Array.from({ length: 5 }, group).join('-');
}
