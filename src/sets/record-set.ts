import type { Sql } from 'sql-template-tag';
import type { SetName } from '../database/schema/set-names.js';
import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { Class } from '../record/field-types.js';
import { fieldsOf, type Field } from '../record/metadata.js';
import { tableOf } from '../database/schema/table.js';
import { sealedPlace } from '../database/sealed/sealed-columns.js';

export type FileFormat = 'csv' | 'ndjson';

/**
 * A set of records that can be exported and imported. A table's own set is derived from `@Table(…, { set })`; any other
 * one is a provider of its module, which RecordSets finds.
 */
export abstract class RecordSet {
  /** The name that clients use: `event-types`. */
  abstract readonly name: SetName;
  abstract readonly record: Class;
  /** The fields of the rows, in order; all fields of the record by default. */
  readonly fields?: readonly Field[];
  /** The fields that identify a record. */
  abstract readonly key: readonly string[];
  /** Data of these records that no set contains, so you have to create it again in another database. */
  readonly leftBehind?: string;
  /** The rows to export, in key order. */
  abstract readonly rows: Sql;
  /** Upserts checked records by their keys, within a transaction; absent: the set is exported only. */
  save?(records: readonly Record<string, unknown>[]): Promise<Upserted>;
  /** Adds checked records without a key, which the database numbers; absent: every record states its key. */
  add?(records: readonly Record<string, unknown>[]): Promise<Added>;
  /**
   * Runs the work that saves all records of a file. Afterwards it writes the derived rows of all of them together (such
   * as search terms), if that is faster.
   */
  together?(work: () => Promise<void>, options: Together): Promise<void>;
  /** Removes the records with these keys, within a transaction, and returns those that existed. */
  remove?(keys: readonly Record<string, unknown>[]): Promise<readonly object[]>;
  /** Errors of a record beyond the rules of its fields; encrypted fields are in clear text here. */
  problems?(record: Readonly<Record<string, unknown>>): FieldError[];
}

export interface Together {
  /** Receives the number of records that are done, and of all. */
  onDone?: (done: number, all: number) => void;
  /** No other call of this process waits meanwhile. */
  alone?: boolean;
}

export interface Added {
  /** Number of new records; the others were already stored. */
  inserted: number;
  /** The stored records, in the given order. */
  records: readonly object[];
}

/** A set that can be imported. */
export type ImportedSet = RecordSet & Required<Pick<RecordSet, 'save'>>;

export function isImported(set: RecordSet): set is ImportedSet {
  return set.save !== undefined;
}

/** The fields that an export may contain: no secrets, and secret encrypted fields only on request. */
export function exportedFields(
  { record, fields = fieldsOf(record) }: RecordSet,
  withSealed: boolean,
): readonly Field[] {
  return fields.filter(({ options }) => !options.secret || (options.sealed && withSealed));
}

/** The fields that an export contains only on request. */
export function sealedFields({ record, fields = fieldsOf(record) }: RecordSet): readonly Field[] {
  return fields.filter(({ options }) => options.sealed && options.secret);
}

/** The context of an encrypted field: the name of its table, not of its set. */
export function sealContext({ record, key }: RecordSet, field: Field, row: Record<string, unknown>): string {
  return sealedPlace(tableOf(record).name, field.name, row[key[0]] as number | string);
}
