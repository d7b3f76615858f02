import accepts from 'accepts';
import type { IncomingMessage } from 'node:http';

/** The forms of an answer that a caller may name. */
export const named = ['json', 'csv', 'xlsx'] as const;
/** `events`: the JSON answer, and again after every change; `ndjson`: of files, one JSON object a line. */
export type Format = (typeof named)[number] | 'events' | 'ndjson';

export const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  events: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const suffix = new RegExp(`\\.(${named.join('|')})/?$`, 'i');

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
  if (fromQuery !== undefined) return named.find((format) => format === fromQuery.toLowerCase()) ?? 'json';
  if (request.headers.accept === undefined) return 'json';
  const offered: readonly Format[] = events ? [...named, 'events'] : named;
  const chosen = accepted(request.headers.accept, offered.map(mediaType));
  return offered.find((format) => mediaType(format) === chosen) ?? 'json';
}

/** The same for a file, which is CSV unless told: what comes out can be taken in again, and a workbook cannot. */
export function chooseFileFormat(
  request: IncomingMessage,
  fromSuffix: Format | undefined,
  fromQuery: string | undefined,
): Format {
  const stated = fromSuffix ?? fromQuery?.toLowerCase();
  if (stated !== undefined) return stated === 'csv' || stated === 'xlsx' ? 'csv' : 'ndjson';
  const chosen = accepted(request.headers.accept, ['text/csv', 'application/x-ndjson', 'application/json']);
  return chosen === false || chosen === 'text/csv' ? 'csv' : 'ndjson';
}

/** Without its character set. */
export function mediaType(format: Format): string {
  return contentTypes[format].split(';', 1)[0];
}

/** The type that Accept likes best. All that is sent is UTF-8: a character set takes no part in the choice. */
function accepted(accept: string | undefined, types: string[]): string | false {
  const plain = accept?.replaceAll(/;\s*charset\s*=\s*("[^"]*"|[^;,\s]*)/gi, '');
  return accepts({ headers: { accept: plain } } as IncomingMessage).type(types) as string | false;
}
