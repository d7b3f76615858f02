import type { Sql } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import type { DateTime } from '../../record/fields.js';
import type { ArchiveName, Manifest } from './archive-file.js';

/** Rows that can be archived. The module that owns their tables provides the set; Archive discovers it. */
export abstract class ArchivedSet {
  abstract readonly name: ArchiveName;
  /** The minimum age of archived rows in days, and its reason for the error message. */
  abstract readonly age: { days: number; why: string };
  abstract readonly table: Class;
  /** Dependent tables that are archived too, each with the column that refers to the key of `table`. */
  readonly parts: readonly { table: Class; column: string }[] = [];
  /** The SQL condition that the row `t` of `table` is old enough for the archive. */
  abstract old(before: DateTime): Sql;
}

/** Archives and restores the rows of a set. A line is JSON: `{"<table>": [<row>, …], …}`. */
export interface Archiver {
  readonly age: ArchivedSet['age'];
  /** Returns the approximate number of lines, and for the audit the seals that the manifest names. */
  plan(before: DateTime): Promise<{ lines: number; seals?: string }>;
  lines(before: DateTime, seals?: string): AsyncIterable<string[]>;
  /** Called once, in a transaction, before the first row is removed. */
  begun(manifest: Manifest): Promise<void>;
  /** Deletes the rows of these lines in one transaction; returns the number of deleted lines. */
  remove(lines: readonly string[]): Promise<number>;
  /** Throws for a file whose rows must not be restored. */
  mayRestore?(manifest: Manifest, batches: AsyncIterable<string[]>): Promise<void>;
  /** Inserts the rows that the database lacks in one transaction; returns the number of inserted lines. */
  restore(lines: readonly string[]): Promise<number>;
  /** Called in a transaction once all rows are restored. Returns whether it has written anything. */
  restored?(manifest: Manifest): Promise<boolean>;
}
