import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mixes up. */
const readableCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** So many groups of random readable characters, easy to copy: five bits a character. */
export function readableGroups(groups: number, length: number): string {
  const character = (): string => readableCharacters[randomInt(readableCharacters.length)];
  const group = (): string => Array.from({ length }, character).join('');
  return Array.from({ length: groups }, group).join('-');
}
