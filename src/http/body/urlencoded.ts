import type { Class } from '../../record/field-types.js';
import { namesOf } from '../../record/bind.js';
import { BadRequest, Invalid } from '../../errors/errors.js';
import { tooMany } from '../../record/field-error.js';

export const mostParameters = 200;

/** The values of each name, in the order in which they were received. */
export type UrlencodedValues = ReadonlyMap<string, readonly string[]>;

/**
 * Throws Invalid for a query or a form with more than `most` parts. Counts them before they are decoded, so that a huge
 * text costs little. `what` is the noun for the parts, in the plural.
 */
export function limitParts(encoded: string, most: number, FieldName: string, what: string): void {
  if (partsIn(encoded, most) > most) throw new Invalid([tooMany(FieldName, most, what)]);
}

/** The number of parts of a query or a form; `most` + 1 if there are more than `most`. */
export function partsIn(encoded: string, most: number): number {
  let parts = 1;
  for (let at = encoded.indexOf('&'); at >= 0 && parts <= most; at = encoded.indexOf('&', at + 1)) parts++;
  return parts;
}

/**
 * Parses `a=1&b=2`. Throws BadRequest for malformed escapes and invalid UTF-8, which URLSearchParams would replace.
 */
export function parseUrlencoded(encoded: string, source: 'query' | 'form'): UrlencodedValues {
  const values = new Map<string, string[]>();
  for (const pair of encoded.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const key = decode(name, source);
    const texts = values.get(key);
    if (texts) texts.push(decode(value, source));
    else values.set(key, [decode(value, source)]);
  }
  return values;
}

function decode(text: string, source: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadRequest(`The ${source} must be percent-encoded UTF-8.`);
  }
}

/** Converts text values to the JSON object that the record is bound from. Unknown names keep their text. */
export function urlencodedToJson(values: UrlencodedValues, record: Class): Record<string, unknown> {
  const { exact } = namesOf(record);
  const json: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, texts] of values) {
    const field = exact.get(name);
    if (!field || texts.length > 1) {
      const list = field?.type.name === 'list';
      json[name] = list ? texts.map((text) => field.type.item!.fromText(text)) : texts.length > 1 ? texts : texts[0];
    } else {
      const blank = texts[0] === '' && field.options.nullable;
      json[name] = blank ? null : field.type.fromText(texts[0]);
    }
  }
  return json;
}
