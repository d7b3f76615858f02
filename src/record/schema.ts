import { dayAt } from './values/days.js';
import { valueWriter } from './writers/json.js';
import type { Class, FieldType, Schema } from './field-types.js';
import { fieldsOf, type Field } from './metadata.js';
import { readingOf } from './reading.js';
import { ResponseStatus, succeeded } from './response-status.js';
import { mostItems } from './rules.js';

const samples: Partial<Record<FieldType['name'], unknown>> = {
  int32: 1,
  int64: 1,
  decimal: 12.5,
  double: 12.5,
  flag: true,
  guid: '3f2c8a6d4b1e4f7a9c0d5e6b7a8c9d01',
  datetime: '2026-03-02T09:30:00.0000000',
};

/** The declared example of a field or that of its type, as a JSON value; undefined for a text without an example. */
export function exampleOf({ type, options }: Field): unknown {
  if (options.example !== undefined) return options.example;
  if (options.enum) return options.enum[0];
  const sample = samples[(type.item ?? type).name];
  if (type.name === 'datetime') return JSON.parse(type.json(type.isDay ? dayAt('2026-03-02') : sample));
  return type.item && sample !== undefined ? [sample] : sample;
}

/** A record of the examples of its fields. */
export function exampleRecord(record: Class): Schema {
  return Object.fromEntries(fieldsOf(record).map((field) => [field.name, exampleValue(field)]));
}

function exampleValue(field: Field): unknown {
  const { type, options } = field;
  const record = type.record?.() ?? type.item?.record?.();
  if (record === ResponseStatus) return succeeded();
  if (record) return type.item ? [exampleRecord(record)] : exampleRecord(record);
  if (options.nullable && options.example === undefined) return null;
  return exampleOf(field) ?? JSON.parse(type.unsetJson);
}

/** Returns the name of a record's schema in the OpenAPI document. */
type NameOf = (record: Class) => string;

const ownName: NameOf = ({ name }) => name;

/** JSON Schema of a field, for OpenAPI 3.1. */
export function fieldSchema(field: Field, nameOf: NameOf = ownName): Schema {
  const { type, options } = field;
  const schema: Schema = { ...typeSchema(type, nameOf), ...range(field) };
  const values = options.enum ? [...options.enum, ...unsetIn(field)] : options.named;
  if (values) schema.enum = values;
  if (options.enumNames) schema['x-enum-varnames'] = options.enumNames;
  if (type.name === 'list') {
    if (options.minItems !== undefined) schema.minItems = options.minItems;
    if (options.maxItems !== undefined) schema.maxItems = options.maxItems;
  }
  const description = descriptionOf(field);
  const described = {
    ...(options.title && { title: options.title }),
    // Lists are neither filtered nor ordered by encrypted fields.
    ...(options.encrypted && { 'x-sealed': true }),
    ...(description && { description }),
    ...(options.example !== undefined && { examples: [options.example] }),
  };
  if (type.record?.() === ResponseStatus) return { ...schema, ...described };
  if (type.name === 'nested') return { oneOf: [schema, { type: 'null' }], ...described };
  if (!options.nullable) return { ...schema, ...described };
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(values && { enum: [...values, null] }),
    ...described,
  };
}

/** The empty text of an enumeration that can be unset. */
function unsetIn({ type, options: { blankIsNull } }: Field): string[] {
  return blankIsNull && type.name === 'text' ? [''] : [];
}

function typeSchema(type: FieldType, nameOf: NameOf): Schema {
  if (type.record) return { $ref: `#/components/schemas/${nameOf(type.record())}` };
  return type.item ? { ...type.schema, items: typeSchema(type.item, nameOf) } : type.schema;
}

/**
 * The description of a field, with the names of its numbers, and with its default in words: the keyword `default` would
 * also apply to updates, which leave absent fields unchanged.
 */
function descriptionOf(field: Field): string {
  const { enum: numbers = [], enumNames, default: value } = field.options;
  const named = enumNames?.map((name, index) => `${numbers[index]} ${name}`).join(', ');
  const description = [named && `${named}.`, field.options.description].filter(Boolean).join(' ');
  if (value === undefined) return description;
  return `${description} The default in a new record is \`${valueWriter(field)(value)}\`.`.trimStart();
}

/** The declared range. Without one, a decimal has the range that its digits allow. */
function range({ type, options: { min, max } }: Field): Schema {
  const limit = type.precision === undefined ? undefined : 10 ** (type.precision - type.scale!);
  return {
    ...(min !== undefined ? { minimum: min } : limit !== undefined && { exclusiveMinimum: -limit }),
    ...(max !== undefined ? { maximum: max } : limit !== undefined && { exclusiveMaximum: limit }),
  };
}

/** JSON Schema of a record in a response, which has every field. */
export function answeredSchema(record: Class): Schema {
  const fields = fieldsOf(record).map((field) =>
    field.options.key ? { ...field, options: { ...field.options, nullable: false } } : field,
  );
  return {
    type: 'object',
    ...readingSchema(record),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map(({ name }) => name),
  };
}

/** How people read the record, for the pages and in words. */
function readingSchema(record: Class): Schema {
  const reading = readingOf(record);
  if (!reading) return {};
  const groups = Object.entries(reading.groups).map(([title, fields]) => `${title}: ${fields.join(', ')}.`);
  return {
    description: `The fields in the order in which people read them. ${groups.join(' ')}`,
    'x-columns': reading.columns,
    'x-groups': reading.groups,
  };
}

/** JSON Schema of a record in a request: null empties an optional field, lists are limited, `needed` are required. */
export function sentSchema(record: Class, needed: readonly Field[], nameOf: NameOf): Schema {
  const schemaOf = (field: Field): Schema => {
    const nullable = field.options.nullable === true || !field.options.required;
    const schema = fieldSchema({ ...field, options: { ...field.options, nullable } }, nameOf);
    return field.type.name === 'list' ? { maxItems: mostItems, ...schema } : schema;
  };
  return {
    type: 'object',
    properties: Object.fromEntries(fieldsOf(record).map((field) => [field.name, schemaOf(field)])),
    ...(needed.length > 0 && { required: needed.map(({ name }) => name) }),
  };
}

export function recordsUnder(record: Class, found = new Map<string, Class>()): Map<string, Class> {
  if (found.get(record.name) === record) return found;
  if (found.has(record.name)) throw new Error(`Two records are named ${record.name}.`);
  found.set(record.name, record);
  for (const { type } of fieldsOf(record)) {
    const under = type.record ?? type.item?.record;
    if (under) recordsUnder(under(), found);
  }
  return found;
}
