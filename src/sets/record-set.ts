import type { Sql } from 'sql-template-tag';
import type { Class } from '../record/field-types.js';
import type { Field } from '../record/metadata.js';
import type { Db } from '../database/db.js';

/** A set of records that `agency export` writes and `agency import` reads. A table's own set follows from `@Table(…, { set })`. */
export interface RecordSet {
  /** As the command line names it: `event-types`. */
  readonly name: string;
  readonly record: Class;
  /** The fields that the rows hold, in order; all of the record's unless stated. */
  readonly fields?: readonly Field[];
  /** The fields that identify a record. */
  readonly key: readonly string[];
  /** The rows to export, in key order. */
  readonly rows: Sql;
  /** Upserts checked records, within a transaction; undefined: the set is exported only. */
  readonly save?: (db: Db, records: readonly Record<string, unknown>[]) => Promise<unknown>;
}

const sets = new Map<string, RecordSet>();

export function defineSet(set: RecordSet): void {
  if (sets.has(set.name)) throw new Error(`Two record sets are named ${set.name}.`);
  sets.set(set.name, set);
}

export function recordSets(): readonly RecordSet[] {
  return [...sets.values()];
}
