import { parseExactJson } from './values/exact-json.js';
import { jsonWriter } from './writers/json.js';
import { Problem, type Class, type FieldType } from './field-types.js';
import { fieldOf } from './metadata.js';

/** The type of a list. In the process it is an array. A row from the database may have the list as JSON text. */
export function listOf(item: FieldType): FieldType {
  return {
    name: 'list',
    item,
    unset: [],
    unsetJson: '[]',
    read: (value) =>
      Array.isArray(value) ? value : new Problem(`must be a list${item.record ? ': send [{…}], not {…}' : ''}`),
    fromText: (text) =>
      parseOr(text, () => (item.record ? text : text.split(',').map((part) => item.fromText(part.trim())))),
    json(value) {
      const items = (typeof value === 'string' ? JSON.parse(value) : value) as unknown[];
      return `[${items.map((entry) => (entry === null ? item.unsetJson : item.json(entry))).join(',')}]`;
    },
    compare: (a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))),
    schema: { type: 'array' },
  };
}

/** The type of a nested record. In the process it is an object. A row from the database may have it as JSON text. */
export function nested(type: () => Class): FieldType {
  return {
    name: 'nested',
    record: type,
    unset: null,
    unsetJson: 'null',
    read: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? value : new Problem('must be an object'),
    fromText: (text) => parseOr(text, () => fromPairs(text, type())),
    json: (value) =>
      jsonWriter(type())((typeof value === 'string' ? JSON.parse(value) : value) as Record<string, unknown>),
    compare: () => 0,
    schema: { type: 'object' },
  };
}

export const textMap: FieldType = {
  name: 'map',
  unset: {},
  unsetJson: '{}',
  read: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string')
      ? value
      : new Problem('must be an object of strings'),
  fromText: (text) => parseOr(text, () => text),
  json: (value) => JSON.stringify(value),
  compare: () => 0,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

/** The values of a record in a cell of a workbook, `Name: value; Name: value`; other text unchanged. */
function fromPairs(text: string, record: Class): unknown {
  const pairs = text.split('; ').map((part) => {
    const [, name = '', value = ''] = /^(\w+): ([^]*)$/.exec(part) ?? [];
    return { field: fieldOf(record, name), value };
  });
  if (!pairs.every(({ field }) => field)) return text;
  return Object.fromEntries(pairs.map(({ field, value }) => [field!.name, field!.type.fromText(value)]));
}

function parseOr(text: string, otherwise: () => unknown): unknown {
  if (!/^\s*[[{]/.test(text)) return otherwise();
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
