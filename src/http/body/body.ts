import { JsonProblem, mostValues, parseExactJson } from '../../record/values/exact-json.js';
import type { Class } from '../../record/field-types.js';
import { fieldError, tooMany } from '../../record/field-error.js';
import { BadRequest, Invalid, UnsupportedMediaType } from '../../errors/errors.js';
import { limitParts, parseUrlencoded, urlencodedToJson } from './urlencoded.js';

/** Maximum number of fields in a form body. */
export const mostParts = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body to the JSON value that a record is bound from. An empty body is an empty object. Numbers that a double
 * cannot hold stay exact. `depth` is the deepest allowed nesting.
 */
export function parseBody(
  bytes: Uint8Array | undefined,
  contentType: string | undefined,
  record: Class,
  depth: number,
): unknown {
  if (!bytes || bytes.length === 0) return {};
  const { type, isUtf8 } = readContentType(contentType);
  const form = type === 'application/x-www-form-urlencoded';
  if ((type !== 'application/json' && !form) || !isUtf8)
    throw new UnsupportedMediaType('Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.');
  const text = decode(bytes);
  return form ? parseForm(text, record) : parseJson(text, depth);
}

/** Parses a Content-Type. `isUtf8` is true if the character set is UTF-8, or if the header names none. */
export function readContentType(header = ''): { type: string; isUtf8: boolean } {
  const [type, ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, isUtf8: charset === undefined || /^"?utf-?8"?$/.test(charset) };
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BadRequest('The body is not valid UTF-8.');
  }
}

function parseJson(text: string, depth: number): unknown {
  if (text.trim() === '') return {};
  try {
    return parseExactJson(text, depth);
  } catch (cause) {
    if (!(cause instanceof JsonProblem)) throw cause;
    throw refusal(cause, depth);
  }
}

function refusal(cause: JsonProblem, depth: number): BadRequest | Invalid {
  switch (cause.kind) {
    case 'deep':
      return new Invalid([
        fieldError('TooDeep', 'Body', `can be nested at most ${depth} levels deep`, { Max: String(depth) }),
      ]);
    case 'many':
      return new Invalid([tooMany('Body', mostValues, 'values')]);
    case 'repeated':
      return new BadRequest(`The body has a field twice (at character ${cause.at}).`, { cause });
    case 'form':
      return new BadRequest(`The body is not valid JSON (at character ${cause.at}).`, { cause });
  }
}

function parseForm(text: string, record: Class): Record<string, unknown> {
  limitParts(text, mostParts, 'Body', 'fields');
  return urlencodedToJson(parseUrlencoded(text, 'form'), record);
}
