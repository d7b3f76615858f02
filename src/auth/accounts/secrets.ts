import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Returns 256 random bits as base64url text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of the text as 64 hex digits. The database stores it instead of a random secret. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Lower-case letters and digits without l, 1, o and 0, which people confuse. */
const readableCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Five groups of five random readable characters, which people can copy easily. Each character has five random bits.
 */
export function readableGroups(): string {
  const character = (): string => readableCharacters[randomInt(readableCharacters.length)];
  const group = (): string => Array.from({ length: 5 }, character).join('');
  return Array.from({ length: 5 }, group).join('-');
}

/**
 * A code as people type or paste it: without blanks, line ends, dashes and invisible characters, in lower case and with
 * plain digits.
 */
export function typedCode(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}\p{Cf}\u2212\u00B7]/gu, '');
}
