import { parseExactJson } from '../../../record/values/exact-json.js';
import type { Class } from '../../../record/field-types.js';
import { fieldError } from '../../../record/field-error.js';
import { BadRequest, Invalid, UnsupportedMediaType } from '../../../errors/errors.js';
import { readContentType } from './content-type.js';
import { parseUrlencoded, urlencodedToJson } from './urlencoded.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The bytes of a body → the JSON value that a record reads; an empty body is an empty record. Numbers that a double
 * would change stay exact. depth: the nesting that is allowed.
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
  return form ? urlencodedToJson(parseUrlencoded(text, 'form'), record) : parseJson(text, depth);
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BadRequest('The body is not valid UTF-8.');
  }
}

function parseJson(text: string, depth: number): unknown {
  if (nesting(text) > depth)
    throw new Invalid([fieldError('TooDeep', 'Body', `can be nested ${depth} deep at most`, { Max: String(depth) })]);
  if (text.trim() === '') return {};
  try {
    return parseExactJson(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    const place = /at position (\d+)/.exec(why);
    const problem = why.startsWith('Duplicate key') ? 'names a field twice' : 'is not valid JSON';
    throw new BadRequest(`The body ${problem}${place ? ` (at character ${place[1]})` : ''}.`, { cause });
  }
}

/** Deepest nesting of brackets outside strings. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === 92) index++;
      else if (character === 34) quoted = false;
    } else if (character === 34) quoted = true;
    else if (character === 123 || character === 91) deepest = Math.max(deepest, ++depth);
    else if (character === 125 || character === 93) depth--;
  }
  return deepest;
}
