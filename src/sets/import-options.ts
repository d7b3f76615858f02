import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { ColumnMap } from './column-map.js';
import type { MergedKey } from './import-rule.js';
import type { FileFormat } from './record-set.js';

/** Maximum number of bad rows that are reported. */
export const mostNamed = 100;

/** `insert` refuses keys that exist, `update` refuses keys that do not exist, and `upsert` accepts both. */
export const importModes = ['upsert', 'insert', 'update'] as const;
export type ImportMode = (typeof importModes)[number];

export interface ImportOptions {
  format: FileFormat;
  mode?: ImportMode;
  /** The fields of the columns of a CSV file that another program wrote. */
  map?: ColumnMap;
  /** Whether a time without an offset is a local time of TIME_ZONE, as people write it. Otherwise it is UTC. */
  localTimes?: boolean;
  /** Runs the whole import and rolls it back. */
  dryRun: boolean;
  /** `done` is the number of bytes read, and later the number of records indexed. `end` is called after the import. */
  progress?: { at(step: string, done: number, all: number): void; end(): void };
  /** Whether the import is the only call in this process, so that it may block the process. */
  alone?: boolean;
  /** Runs `work`, the import. It may open the transaction that `work` then joins. */
  within?: (work: () => Promise<ImportResult>) => Promise<void>;
  /** Receives each of the first `mostProblems` bad rows. */
  onProblem: (problem: RowProblem) => void;
  /** Number of bad rows after which no rows are saved; a hundred by default. */
  mostProblems?: number;
  /** Follows the import row by row. Values that equal the stored ones are then not saved. */
  watch?: ImportWatch;
}

type Row = Readonly<Record<string, unknown>>;

/** A row of the file. */
export interface SentRow {
  readonly line: number;
  /** The values to save. The watcher may add some. */
  readonly row: Record<string, unknown>;
}

/** A row that an import is about to save, or has saved. Values of encrypted fields are encrypted. */
export interface WatchedRow extends SentRow {
  /** The stored values; undefined for a new record. */
  readonly before?: Row;
  /** The stored values after the import. */
  readonly after?: Row;
  /** The merged contact that the line names, if the row goes to the remaining one. */
  readonly given?: MergedKey;
}

/** Watches the rows of an import, for a preview or a report of it. */
export interface ImportWatch {
  /** The import of the lines from `line` on begins: for the first time, or again because its transaction is retried. */
  begin(line: number): void;
  /** Errors of a line that its reader has found. */
  errorsOf(line: number): readonly FieldError[];
  /**
   * Returns the errors of each row that the watcher refuses. Nothing stored has been compared with the rows, so that
   * the answer about a refused row says nothing about the record.
   */
  admit(rows: readonly SentRow[]): Promise<readonly (readonly FieldError[])[]>;
  /** Says of each row whether the import takes it, or leaves it out. `before` is known. */
  takes(rows: readonly WatchedRow[]): Promise<readonly boolean[]>;
  /** Rows were saved, or found unchanged. Rows that the database refused have problems. */
  saved(rows: readonly WatchedRow[]): void;
  /** The line is about an erased person, and is left out. */
  erased(line: number, row: Row): void;
}

/** `line` is the line on which the record begins. An error with the FieldName '' is about the whole record. */
export interface RowProblem {
  line: number;
  errors: readonly FieldError[];
}

export interface ImportResult extends Upserted {
  records: number;
  /** Number of invalid records. If it is not 0, nothing was imported. */
  problems: number;
  /** Number of records about erased persons, which were left out. */
  erased: number;
  /** The records that name a merged contact, and were given to the remaining one. */
  given: readonly GivenRow[];
  /** The lines whose Version was not the present one, and which replaced changes made since their export. */
  outdated: readonly number[];
  /** The columns that the map left out. */
  leftOut: readonly string[];
  /** The first records of a dry run without problems, as an import would store them. */
  first: readonly FirstRecord[];
}

/** The first hundred lines, as `line 12, line 40`, and how many there are beyond them. */
export function shownLines(lines: readonly number[]): string {
  const first = lines.slice(0, mostNamed).map((line) => `line ${line}`);
  return [...first, ...(lines.length > mostNamed ? [`${lines.length - mostNamed} more`] : [])].join(', ');
}

export interface GivenRow extends MergedKey {
  line: number;
}

/** A record on the line `line`: the fields that are set, as JSON. Encrypted fields are left out. */
export interface FirstRecord {
  line: number;
  fields: readonly { name: string; json: string }[];
}
