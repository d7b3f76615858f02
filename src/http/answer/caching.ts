import { hash } from 'node:crypto';
import type { Format } from '../endpoint/format.js';

// Responses are personal, so shared caches must not store them. A client may store one with an ETag and revalidate it.
export const cachedNowhere = 'no-store';
export const cachedByCaller = 'private, no-cache';
export const vary = 'Accept, Authorization, X-Api-Key';

/** The characters of a state hold 132 bits of the hash. */
const stateLength = 22;
const anyTag = /(?:W\/)?"([^"]*)"/g;
const codingSuffix = /-(?:br|gzip)$/;

/** The state of a record: a hash of its JSON. */
export function stateOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, stateLength);
}

/** `"<state>-<format>"`. If list options select a part of the record, `part` is the text of the response. */
export function tagOf(state: string, format: Format, part?: string): string {
  return part === undefined ? `"${state}-${format}"` : `"${state}-${format}.${stateOf(part)}"`;
}

/** `"<state>-<format>-<coding>"`. `tag` is the ETag without compression. */
export function compressedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

/** Whether an If-Match has the state in any format and coding. Weak ETags count: compressing proxies weaken them. */
export function namesState(ifMatch: string, state: string): boolean {
  return ifMatch.trim() === '*' || tagsIn(ifMatch).some((tag) => tag.startsWith(`${state}-`));
}

/** The ETag of an If-None-Match that matches the response in any coding. */
export function stillCurrent(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tag;
  const current = tagsIn(ifNoneMatch).find((given) => `"${given.replace(codingSuffix, '')}"` === tag);
  return current === undefined ? undefined : `"${current}"`;
}

function tagsIn(header: string): string[] {
  return [...header.matchAll(anyTag)].map(([, tag]) => tag);
}
