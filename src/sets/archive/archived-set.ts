import type { Sql } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import type { DateTime } from '../../record/fields.js';
import type { ArchiveName } from './archive-names.js';
import type { Manifest } from './archive-file.js';

/** Rows of tables that can be archived. A provider of the tables' module, which Archive finds. */
export abstract class ArchivedSet {
  abstract readonly name: ArchiveName;
  /** Days that must lie between the date and today, and why. */
  abstract readonly age: { days: number; why: string };
  abstract readonly table: Class;
  /** Tables whose rows go along, and the column of each that refers to the first one's key. */
  readonly parts: readonly { table: Class; column: string }[] = [];
  /** The condition that a row `t` is to be archived. */
  abstract old(before: DateTime): Sql;
}

/** What is done with the rows of a set. Lines are JSON: `{"<table>": [<row>, …], …}`. */
export interface Archiver {
  readonly age: ArchivedSet['age'];
  /** How many lines about, and what the manifest says of them. */
  plan(before: DateTime): Promise<{ lines: number; seals?: string }>;
  lines(before: DateTime, seals?: string): AsyncIterable<string[]>;
  /** Told once, in a transaction, before the first row is removed. */
  begun(manifest: Manifest): Promise<void>;
  /** Removes the rows of these lines, in one transaction; how many lines. */
  remove(lines: readonly string[]): Promise<number>;
  /** Throws for a file whose rows may not be put back. */
  mayRestore(manifest: Manifest, batches: AsyncIterable<string[]>): Promise<void>;
  /** Puts back the rows that are not there, in one transaction; how many lines. */
  restore(lines: readonly string[]): Promise<number>;
  /** Told in a transaction once all are back. Whether there was anything to say. */
  restored(manifest: Manifest): Promise<boolean>;
}
