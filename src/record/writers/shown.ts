import type { FieldType } from '../field-types.js';
import { fieldsOf } from '../metadata.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * A list, a record or a map as text for people: the values of a list are separated by commas, each record of a list has
 * a line, and a record is `Name: value; Name: value` without its unset fields.
 */
export function shownText(type: FieldType, value: unknown): string {
  // A row from the database may have the value as JSON text.
  const known: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  if (type.name === 'list') return (known as unknown[]).map((item) => partOf(type.item!, item)).join(separatorOf(type));
  if (type.name === 'map') return pairs(Object.entries(known as Record<string, string>));
  return pairs(fieldsOf(type.record!()).map(({ name, type: of }) => [name, partOf(of, (known as Row)[name])]));
}

function partOf(type: FieldType, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (['list', 'nested', 'map'].includes(type.name)) return shownText(type, value);
  const json = type.json(value);
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** A text that is a JSON list or object, in the form of `shownText`; any other text as it is. */
export function jsonInWords(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return wordsOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A value of JSON. The values of an object within another one are in parentheses. */
export function wordsOf(json: unknown): string {
  if (json === null || json === undefined) return '';
  if (typeof json !== 'object') return typeof json === 'string' ? json : JSON.stringify(json);
  const part = (inner: unknown): string =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? `(${wordsOf(inner)})` : wordsOf(inner);
  if (!Array.isArray(json)) return pairs(Object.entries(json).map(([name, value]) => [name, part(value)]));
  const isOfRecords = json.some((item) => typeof item === 'object' && item !== null);
  return json.map(wordsOf).join(isOfRecords ? '\n' : ', ');
}

function separatorOf({ item }: FieldType): string {
  return item?.record ? '\n' : ', ';
}

function pairs(values: readonly (readonly [string, string])[]): string {
  return values.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])).join('; ');
}
