import { valueWriter } from './json.js';
import type { Class, Schema } from './kinds.js';
import { fieldsOf, type Field } from './metadata.js';

/** JSON Schema of one field, as OpenAPI 3.1 takes it. */
export function fieldSchema(field: Field): Schema {
  const { kind, options } = field;
  const schema: Schema = { ...kind.schema };
  if (options.enum) schema.enum = options.enum;
  if (options.min !== undefined) schema.minimum = options.min;
  if (options.max !== undefined) schema.maximum = options.max;
  if (kind.name === 'list') {
    if (options.minItems !== undefined) schema.minItems = options.minItems;
    schema.maxItems = options.maxItems;
  }
  if (options.default !== undefined) schema.default = JSON.parse(valueWriter(field)(options.default));
  const described = {
    ...(options.description && { description: options.description }),
    ...(options.example !== undefined && { examples: [options.example] }),
  };
  if (!options.nullable && kind.name !== 'nested') return { ...schema, ...described };
  if (kind.name === 'nested') return { oneOf: [schema, { type: 'null' }], ...described };
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(options.enum && { enum: [...options.enum, null] }),
    ...described,
  };
}

/** JSON Schema of a record: its fields in their order. */
export function recordSchema(record: Class): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fieldsOf(record).map((field) => [field.name, fieldSchema(field)])),
  };
}

/** The record and every record that its fields name, by class name. */
export function recordsUnder(record: Class, found = new Map<string, Class>()): Map<string, Class> {
  if (found.get(record.name) === record) return found;
  if (found.has(record.name)) throw new Error(`Two records are named ${record.name}.`);
  found.set(record.name, record);
  for (const { kind } of fieldsOf(record)) {
    const type = kind.type ?? kind.item?.type;
    if (type) recordsUnder(type(), found);
  }
  return found;
}
