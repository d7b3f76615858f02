import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { FileFormat } from './record-set.js';

/** Most bad rows that are reported; the others are only counted. */
export const mostNamed = 100;

/** insert refuses keys that exist, update those that do not. */
export const importModes = ['upsert', 'insert', 'update'] as const;
export type ImportMode = (typeof importModes)[number];

export interface ImportOptions {
  format: FileFormat;
  /** upsert unless given. */
  mode?: ImportMode;
  /** Runs the whole import and rolls it back. */
  dryRun: boolean;
  /** at: called with the bytes read, and then with the records in the search index. end: when nothing is left. */
  progress?: { at(step: string, done: number, all: number): void; end(): void };
  /** No other call of this process waits for the import. */
  alone?: boolean;
  /** Runs the transaction that writes, inside the caller's transaction if there is one. */
  within?: (work: () => Promise<ImportResult>) => Promise<void>;
  /** Called for each of the first hundred bad rows. */
  onProblem: (problem: RowProblem) => void;
}

/** The problems of the record that begins at a line; the FieldName '' means the record itself. */
export interface RowProblem {
  line: number;
  errors: readonly FieldError[];
}

export interface ImportResult extends Upserted {
  records: number;
  /** Number of invalid records. If it is not 0, nothing was imported. */
  problems: number;
}
