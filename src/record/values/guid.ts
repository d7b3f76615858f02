import { randomUUID } from 'node:crypto';

const form = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

export const unsetGuid = '0'.repeat(32);

export function newGuid(): string {
  return randomUUID().replaceAll('-', '');
}

/** Converts 32 hex digits in any case, with or without hyphens or braces, to lower case; undefined for other text. */
export function parseGuid(text: string): string | undefined {
  const bare = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  return form.test(bare) ? bare.replaceAll('-', '').toLowerCase() : undefined;
}
