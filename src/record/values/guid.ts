import { randomUUID } from 'node:crypto';

const form = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

export const unsetGuid = '0'.repeat(32);

/** A new random GUID: 32 lower-case hex digits. */
export function newGuid(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Converts 32 hex digits, with or without hyphens or braces and in any letter case, to 32 lower-case hex digits.
 * Returns undefined for any other text.
 */
export function parseGuid(text: string): string | undefined {
  const bare = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  return form.test(bare) ? bare.replaceAll('-', '').toLowerCase() : undefined;
}
