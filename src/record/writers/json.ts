import { fieldsOf, type Field } from '../metadata.js';
import type { Class } from '../field-types.js';

type Row = Readonly<Record<string, unknown>>;
type Writer<T = Row> = (row: T) => string;

const writers = new WeakMap<Class, Writer>();

/** The compiled JSON writer of a record: plain rows in, `{"Field":value,…}` out, in the record's order. */
export function jsonWriter(record: Class, fields?: readonly Field[]): Writer {
  if (fields) return compile(fields);
  let writer = writers.get(record);
  if (!writer) writers.set(record, (writer = compile(fieldsOf(record))));
  return writer;
}

function compile(fields: readonly Field[]): Writer {
  const steps = fields.map((field, index) => ({
    name: field.name,
    prefix: `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:`,
    write: valueWriter(field),
  }));
  return (row) => {
    let json = '{';
    for (const { name, prefix, write } of steps) json += prefix + write(row[name]);
    return json + '}';
  };
}

/** JSON text of one field's in-process value, the unset value included. */
export function valueWriter({ type, options }: Field): (value: unknown) => string {
  const unset = options.nullable ? 'null' : type.unsetJson;
  return (value) => (value === null || value === undefined ? unset : type.json(value));
}
