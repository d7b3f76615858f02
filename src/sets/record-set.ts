import type { Sql } from 'sql-template-tag';
import type { SetName } from '../database/schema/set-names.js';
import type { Upserted } from '../database/rows/upsert.js';
import type { Class } from '../record/field-types.js';
import { fieldsOf, type Field } from '../record/metadata.js';
import { tableOf } from '../database/schema/table.js';
import { sealedPlace } from '../database/sealed/sealed-columns.js';

export type FileFormat = 'csv' | 'ndjson';

/**
 * A set of records that are exported and imported. A table's own set follows from `@Table(…, { set })`; any other is a
 * provider of its module, which RecordSets finds.
 */
export abstract class RecordSet {
  /** As callers name it: `event-types`. */
  abstract readonly name: SetName;
  abstract readonly record: Class;
  /** The fields that the rows hold, in order; all of the record's unless stated. */
  readonly fields?: readonly Field[];
  /** The fields that identify a record. */
  abstract readonly key: readonly string[];
  /** What belongs to the records, is in no set, and so has to be made again in another database. */
  readonly leftBehind?: string;
  /** The rows to export, in key order. */
  abstract readonly rows: Sql;
  /** Upserts checked records, within a transaction; absent: the set is exported only. */
  save?(records: readonly Record<string, unknown>[]): Promise<Upserted>;
}

/** A set that can be imported. */
export type ImportedSet = RecordSet & Required<Pick<RecordSet, 'save'>>;

export function isImported(set: RecordSet): set is ImportedSet {
  return set.save !== undefined;
}

/** The fields of a set that leave the service: no secrets, and encrypted ones only when they are asked for. */
export function exportedFields(
  { record, fields = fieldsOf(record) }: RecordSet,
  withSealed: boolean,
): readonly Field[] {
  return fields.filter(({ options }) => (options.sealed ? withSealed : !options.secret));
}

/** The fields of a set that an export holds only when it is asked for them. */
export function sealedFields({ record, fields = fieldsOf(record) }: RecordSet): readonly Field[] {
  return fields.filter(({ options }) => options.sealed);
}

/** What an encrypted field of a row is bound to: its table, whatever the set is called. */
export function sealContext({ record, key }: RecordSet, field: Field, row: Record<string, unknown>): string {
  return sealedPlace(tableOf(record).name, field.name, row[key[0]] as number | string);
}
