import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { FileFormat } from './record-set.js';

/** Maximum number of bad rows that are reported; the others are only counted. */
export const mostNamed = 100;

/** insert refuses keys that exist; update refuses keys that do not exist; upsert takes both. */
export const importModes = ['upsert', 'insert', 'update'] as const;
export type ImportMode = (typeof importModes)[number];

export interface ImportOptions {
  format: FileFormat;
  /** Default: upsert. */
  mode?: ImportMode;
  /** Runs the whole import, and then rolls it back. */
  dryRun: boolean;
  /** at: receives the bytes that were read, and then the records that were indexed. end: called when all is done. */
  progress?: { at(step: string, done: number, all: number): void; end(): void };
  /** Whether no other call runs in this process, so that the import may block the process. */
  alone?: boolean;
  /** Runs the work, which opens the transaction of the import or joins the one that `within` has opened. */
  within?: (work: () => Promise<ImportResult>) => Promise<void>;
  /** Receives each of the first hundred bad rows. */
  onProblem: (problem: RowProblem) => void;
}

/** The problems of a record. line: where it begins; the FieldName '' means the whole record. */
export interface RowProblem {
  line: number;
  errors: readonly FieldError[];
}

export interface ImportResult extends Upserted {
  records: number;
  /** Number of invalid records. If there is one, nothing was imported. */
  problems: number;
}
