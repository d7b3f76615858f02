import { hash } from 'node:crypto';
import type { Format } from '../endpoint/format.js';

// Responses are personal, so shared caches must not store them. A client may store one with an ETag and revalidate it.
export const cachedNowhere = 'no-store';
export const cachedByCaller = 'private, no-cache';
export const vary = 'Accept, Authorization, X-Api-Key';

/** Number of characters of a state. As base64url, they hold 132 bits of the hash. */
const stateLength = 22;
const anyTag = /(?:W\/)?"([^"]*)"/g;
const codingSuffix = /-(?:br|gzip)$/;

/** The state of a record: a hash of its JSON. */
export function stateOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, stateLength);
}

/** The ETag `"<state>-<format>"`. If list options select a part of the record, `part` is the text of the response. */
export function tagOf(state: string, format: Format, part?: string): string {
  return part === undefined ? `"${state}-${format}"` : `"${state}-${format}.${stateOf(part)}"`;
}

/** The ETag `"<state>-<format>-<coding>"` of a compressed response. `tag` is the ETag of the uncompressed response. */
export function compressedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

/**
 * Whether `ifMatch` has the state in any format and coding. Weak ETags count, because compressing proxies weaken them.
 */
export function namesState(ifMatch: string, state: string): boolean {
  return ifMatch.trim() === '*' || tagsIn(ifMatch).some((tag) => tag.startsWith(`${state}-`));
}

/**
 * The ETag of `ifNoneMatch` that names the response, compressed or not; undefined if none does. `tag` is the ETag of
 * the uncompressed response.
 */
export function stillCurrent(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tag;
  const current = tagsIn(ifNoneMatch).find((given) => `"${given.replace(codingSuffix, '')}"` === tag);
  return current === undefined ? undefined : `"${current}"`;
}

function tagsIn(header: string): string[] {
  return [...header.matchAll(anyTag)].map(([, tag]) => tag);
}
