import accepts from 'accepts';
import type { IncomingMessage } from 'node:http';

/** `events`: the JSON answer, and again after every change; `ndjson`: of files, one JSON object a line. */
export type Format = 'json' | 'csv' | 'events' | 'ndjson';

export const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',

  ndjson: 'application/x-ndjson; charset=utf-8',
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
  const offered = ['application/json', 'text/csv', ...(events ? ['text/event-stream'] : [])];
  const chosen = accepted(request.headers.accept, offered);
  if (chosen === 'text/event-stream') return 'events';
  return chosen === 'text/csv' ? 'csv' : 'json';
}

/** The same for a file, which is CSV unless told. */
export function chooseFileFormat(
  request: IncomingMessage,
  fromSuffix: Format | undefined,
  fromQuery: string | undefined,
): Format {
  const stated = fromSuffix ?? fromQuery?.toLowerCase();
  if (stated !== undefined) return stated === 'csv' ? 'csv' : 'ndjson';
  const chosen = accepted(request.headers.accept, ['text/csv', 'application/x-ndjson', 'application/json']);
  return chosen === false || chosen === 'text/csv' ? 'csv' : 'ndjson';
}

/** The type that Accept likes best. All that is sent is UTF-8: a character set takes no part in the choice. */
function accepted(accept: string | undefined, types: string[]): string | false {
  const plain = accept?.replaceAll(/;\s*charset\s*=\s*("[^"]*"|[^;,\s]*)/gi, '');
  return accepts({ headers: { accept: plain } } as IncomingMessage).type(types) as string | false;
}
