import type { Class } from '../field-types.js';
import { fieldsOf, type Field } from '../metadata.js';

type Row = Readonly<Record<string, unknown>>;

/** The columns of a table of records, and the function that makes its rows of records. */
interface Table {
  /** Undefined for all fields of the record. */
  readonly fields?: readonly Field[];
  readonly rowsOf: (records: readonly Row[]) => readonly Row[];
}

/**
 * The table of records with the fields `chosen`, or with all fields by default. A list with the option `spread` becomes
 * rows: each item has a row of its own, which repeats the other fields of the record. A record without items has one
 * row.
 */
export function tableOf(record: Class, chosen?: readonly Field[]): Table {
  const fields = chosen ?? fieldsOf(record);
  const list = fields.find(({ options }) => options.spread);
  if (!list) return { fields: chosen, rowsOf: (records) => records };
  // A field that the record and its items both have, such as the id of the record, is one column.
  const ofItems = fieldsOf(list.type.item!.record!())
    .filter(({ name }) => !fields.some((field) => field.name === name))
    .map((field): Field => ({ ...field, options: { ...field.options, nullable: true } }));
  const repeated = fields.filter((field) => field !== list).map(({ name }) => name);
  const spread = (row: Row): Row[] => {
    const same = Object.fromEntries(repeated.map((name) => [name, row[name]]));
    const items = (row[list.name] ?? []) as readonly Row[];
    return items.length === 0 ? [same] : items.map((item) => ({ ...item, ...same }));
  };
  return {
    fields: fields.flatMap((field) => (field === list ? ofItems : [field])),
    rowsOf: (records) => records.flatMap(spread),
  };
}
