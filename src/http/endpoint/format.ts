import accepts from 'accepts';
import type { IncomingMessage } from 'node:http';

/** `events`: the JSON answer, and again after every change. */
export type Format = 'json' | 'csv' | 'events';

export const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
};

const suffix = /\.(json|csv)\/?$/i;

/** A path without its format suffix, and the format that the suffix names. */
export function splitSuffix(path: string): { path: string; format?: Format } {
  const found = suffix.exec(path);
  if (!found || found.index === 0 || path[found.index - 1] === '/') return { path };
  return { path: path.slice(0, found.index), format: found[1].toLowerCase() as Format };
}

/**
 * The suffix beats `?format=`, which beats Accept; what none of them settles is JSON. events: they can be asked for.
 */
export function chooseFormat(
  request: IncomingMessage,
  fromSuffix: Format | undefined,
  fromQuery: string | undefined,
  events = false,
): Format {
  if (fromSuffix) return fromSuffix;
  if (fromQuery !== undefined) return fromQuery.toLowerCase() === 'csv' ? 'csv' : 'json';
  if (request.headers.accept === undefined) return 'json';
  // What is sent is UTF-8 whatever is asked for: a character set takes no part in the choice.
  const accept = request.headers.accept.replaceAll(/;\s*charset\s*=\s*("[^"]*"|[^;,\s]*)/gi, '');
  const offered = ['application/json', 'text/csv', ...(events ? ['text/event-stream'] : [])];
  const chosen = accepts({ headers: { accept } } as IncomingMessage).type(offered);
  if (chosen === 'text/event-stream') return 'events';
  return chosen === 'text/csv' ? 'csv' : 'json';
}
