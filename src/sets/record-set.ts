import type { Sql } from 'sql-template-tag';
import type { Db } from '../database/db.js';
import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { Class, Reading } from '../record/field-types.js';
import { fieldsOf, type Field } from '../record/metadata.js';
import { encryptionPlace, hasTable, tableOf } from '../database/schema/table.js';
import type { SetName } from './set-names.js';

export type FileFormat = 'csv' | 'ndjson';

/**
 * A set of records for export and import. `@Table(…, { set })` makes the set of a table. Other sets are providers of
 * their modules, which RecordSetsService finds.
 */
export abstract class RecordSet {
  /** Name of the set, in the form `event-types`. */
  abstract readonly name: SetName;
  abstract readonly record: Class;
  /** The entity whose rows the records are, if it is not `record`. */
  readonly entity?: Class;
  /** The fields that are exported and imported; all fields of the record by default. */
  readonly fields?: readonly Field[];
  abstract readonly key: readonly string[];
  /** Required fields that `save` and `add` derive from other fields of a new record. */
  readonly derived?: readonly string[];
  /** Data of these records that no set contains, as a sentence. You must create this data again in another database. */
  readonly leftBehind?: string;
  /**
   * What makes an import sensitive, as in `changes how users sign in`. Over HTTP, the session must then have verified
   * the password lately.
   */
  readonly sensitive?: string;
  /** The exported rows, in key order. */
  abstract readonly rows: Sql;
  /** Upserts checked records by their keys, within a transaction. Without this method, the set is for export only. */
  save?(records: readonly Record<string, unknown>[]): Promise<Upserted>;
  /** Adds records without a key, which the database assigns. Without this method, every record needs a key. */
  add?(records: readonly Record<string, unknown>[]): Promise<Added>;
  /**
   * Takes back records that an import has added: removes them, or does to them what their DELETE does. Without this
   * method, their rows are removed. Throws Conflict.
   */
  removeAdded?(keys: readonly Record<string, unknown>[]): Promise<unknown>;
  /** Why an import of the set cannot be undone, as the rest of a sentence about one of its records. */
  readonly cannotUndo?: string;
  /** The tables whose rows belong to a record, and are written with it. They are no uses of the record. */
  readonly parts?: readonly Class[];
  /** Runs the saves of a whole file, and may write derived rows, such as search terms, together at the end. */
  together?(work: () => Promise<void>, options: Together): Promise<void>;
  /**
   * Whether rows may need other rows of the same file, or must differ from them beyond their keys, so that a dry run
   * saves the whole file before it takes it back, and locks what it writes until then. By default, that of a table with
   * a unique index.
   */
  readonly needsWholeFile?: boolean;
  /** Checks or completes all records of a file together, once they are saved; also in a dry run. */
  finish?(): Promise<void>;
  /** Removes and returns the records with these keys. Without this method, the set refuses to remove. */
  remove?(keys: readonly Record<string, unknown>[]): Promise<readonly object[]>;
  /**
   * Reads two values in one cell of a row: `json` has the second in another field. `placed` names this field, which
   * must be empty in the stored record.
   */
  divide?(json: Readonly<Record<string, unknown>>, reading: Reading): Divided | undefined;
  /** Checks a record by rules beyond those of its fields. Encrypted fields are still clear text. */
  problems?(record: Readonly<Record<string, unknown>>): FieldError[];
}

export interface Together {
  onDone?: (done: number, all: number) => void;
  /** Whether the work is the only call in this process, so that it may block the process. */
  alone?: boolean;
}

export interface Divided {
  json: Readonly<Record<string, unknown>>;
  placed: string;
}

export interface Added<E extends object = object> {
  /** Number of new records. */
  inserted: number;
  /** The new records, in the order in which they were passed to `add`. */
  records: readonly E[];
}

export type ImportedSet = RecordSet & Required<Pick<RecordSet, 'save'>>;

export function isImported(set: RecordSet): set is ImportedSet {
  return set.save !== undefined;
}

export function needsWholeFile({ record, entity = record, needsWholeFile: stated }: RecordSet): boolean {
  return stated ?? (hasTable(entity) && tableOf(entity).unique.length > 0);
}

export function exportedFields(
  { record, fields = fieldsOf(record) }: RecordSet,
  withEncrypted: boolean,
): readonly Field[] {
  return fields.filter(({ options }) => !options.secret || (options.encrypted && withEncrypted));
}

export function encryptedFields({ record, fields = fieldsOf(record) }: RecordSet): readonly Field[] {
  return fields.filter(({ options }) => options.encrypted && options.secret);
}

/** The context with which a field of a row is encrypted. It has the name of the table, not of the set. */
export function encryptionContext({ record, key }: RecordSet, field: Field, row: Record<string, unknown>): string {
  return encryptionPlace(record, field.name, row[key[0]] as number | string);
}

/**
 * Saves each record within a transaction. `save` returns whether the record is new. An existing record counts as
 * updated if saving it added a change to the audit.
 */
export async function saveEach<T>(
  { changes }: Db,
  records: readonly T[],
  save: (record: T) => Promise<boolean>,
): Promise<Upserted> {
  const done = { inserted: 0, updated: 0 };
  for (const record of records) {
    const before = changes.count;
    if (await save(record)) done.inserted++;
    else if (changes.count > before) done.updated++;
  }
  return done;
}
