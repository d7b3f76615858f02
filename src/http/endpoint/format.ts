import accepts from 'accepts';
import type { IncomingMessage } from 'node:http';

/** Formats that a client can name in a suffix or in `?format=`. */
export const named = ['json', 'csv', 'xlsx'] as const;
/** `events` sends the JSON response again after every change. `ndjson`, one JSON object per line, is only for files. */
export type Format = (typeof named)[number] | 'events' | 'ndjson';

export const contentTypes: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  events: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const suffix = new RegExp(`\\.(${named.join('|')})/?$`, 'i');

export function splitSuffix(path: string): { path: string; format?: Format } {
  const found = suffix.exec(path);
  if (!found || found.index === 0 || path[found.index - 1] === '/') return { path };
  return { path: path.slice(0, found.index), format: found[1].toLowerCase() as Format };
}

/**
 * The format of a response: that of the path's suffix, else of `?format=`, else of Accept; JSON by default. `events`
 * says whether the operation offers an event stream.
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

/**
 * The format of a file of a record set: `csv` or `ndjson`; or `xlsx` if the client names it, although no file has that
 * format, because the import cannot read a workbook.
 */
export function chooseFileFormat(
  request: IncomingMessage,
  fromSuffix: Format | undefined,
  fromQuery: string | undefined,
): Format {
  const stated = fromSuffix ?? fromQuery?.toLowerCase();
  if (stated !== undefined) return stated === 'csv' || stated === 'xlsx' ? stated : 'ndjson';
  const chosen = accepted(request.headers.accept, ['text/csv', 'application/x-ndjson', 'application/json']);
  return chosen === false || chosen === 'text/csv' ? 'csv' : 'ndjson';
}

/** The media type of a format, without the character set. */
export function mediaType(format: Format): string {
  return contentTypes[format].split(';', 1)[0];
}

/** The type that Accept prefers. Ignores character sets, because every response is UTF-8. */
function accepted(accept: string | undefined, types: string[]): string | false {
  const plain = accept?.replaceAll(/;\s*charset\s*=\s*("[^"]*"|[^;,\s]*)/gi, '');
  return accepts({ headers: { accept: plain } } as IncomingMessage).type(types) as string | false;
}
