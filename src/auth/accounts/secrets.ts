import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 64 hex digits, which the database stores instead of a random secret. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Letters and digits that people do not confuse, without l, 1, o and 0. */
const readableCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five groups of five random readable characters, which are easy to copy. Each character has five random bits. */
export function readableGroups(): string {
  const character = (): string => readableCharacters[randomInt(readableCharacters.length)];
  const group = (): string => Array.from({ length: 5 }, character).join('');
  return Array.from({ length: 5 }, group).join('-');
}
