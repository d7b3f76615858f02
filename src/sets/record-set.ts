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
 * A set of records that can be exported and imported. The set of a table follows from `@Table(…, { set })`. Any other
 * set is a provider of its module; RecordSets finds it.
 */
export abstract class RecordSet {
  /** The name that clients use: `event-types`. */
  abstract readonly name: SetName;
  abstract readonly record: Class;
  /** The fields of the rows, in order; all fields of the record by default. */
  readonly fields?: readonly Field[];
  /** The fields that identify a record. */
  abstract readonly key: readonly string[];
  /** A note about data of these records that no set contains. You must create this data again in another database. */
  readonly leftBehind?: string;
  /** An import changes the sign-in of users, so over HTTP the session must have verified the password lately. */
  readonly ofCredentials?: boolean;
  /** The rows to export, in key order. */
  abstract readonly rows: Sql;
  /** Upserts checked records by their keys, within a transaction. A set without this method can only be exported. */
  save?(records: readonly Record<string, unknown>[]): Promise<Upserted>;
  /**
   * Adds checked records without a key, to which the database gives keys. In a set without this method, every record
   * must have a key.
   */
  add?(records: readonly Record<string, unknown>[]): Promise<Added>;
  /**
   * Runs the work that saves all records of a file. If it is faster, the rows that derive from the records, such as
   * search terms, are written for all records together after that.
   */
  together?(work: () => Promise<void>, options: Together): Promise<void>;
  /**
   * Removes the records with these keys, within a transaction, and returns them. A set without this method refuses to
   * remove records.
   */
  remove?(keys: readonly Record<string, unknown>[]): Promise<readonly object[]>;
  /** Checks a record by rules beyond those of its fields. Encrypted fields are still clear text. */
  problems?(record: Readonly<Record<string, unknown>>): FieldError[];
}

export interface Together {
  /** Receives the number of finished records, and the total. */
  onDone?: (done: number, all: number) => void;
  /** Whether the work is the only call in this process, so that it may block the process. */
  alone?: boolean;
}

export interface Added {
  /** Number of new records. All other records existed already. */
  inserted: number;
  /** The records as they are stored, in the given order. */
  records: readonly object[];
}

/** A set that can be imported. */
export type ImportedSet = RecordSet & Required<Pick<RecordSet, 'save'>>;

export function isImported(set: RecordSet): set is ImportedSet {
  return set.save !== undefined;
}

/** The fields of an export. Secrets are omitted, except for encrypted fields if `withSealed` is set. */
export function exportedFields(
  { record, fields = fieldsOf(record) }: RecordSet,
  withSealed: boolean,
): readonly Field[] {
  return fields.filter(({ options }) => !options.secret || (options.sealed && withSealed));
}

/** The fields that an export contains only with `--with-ssn`. */
export function sealedFields({ record, fields = fieldsOf(record) }: RecordSet): readonly Field[] {
  return fields.filter(({ options }) => options.sealed && options.secret);
}

/**
 * The context with which a field of a row is encrypted. It contains the name of the table, which may differ from that
 * of the set.
 */
export function sealContext({ record, key }: RecordSet, field: Field, row: Record<string, unknown>): string {
  return sealedPlace(tableOf(record).name, field.name, row[key[0]] as number | string);
}
