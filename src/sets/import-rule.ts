import type { RecordSet } from './record-set.js';

export type ImportedRow = Readonly<Record<string, unknown>>;

/** What a rule makes of a row. */
export interface RuledRow {
  /** The row as it will be saved. If it is undefined, the import leaves the row out. */
  readonly row?: ImportedRow;
  /** Whether the row is left out because it is about an erased person. */
  readonly erased?: true;
  /** The merged contact that the row names, and the contact that receives the row instead. */
  readonly merged?: MergedKey;
}

/** ContactIds. */
export interface MergedKey {
  readonly from: number;
  readonly to: number;
}

/** A rule for the rows of all imports. Modules contribute rules as providers. */
export abstract class ImportRule {
  /**
   * Locks what the rules look up for these rows, until the import ends, so that each batch of its rows finds the same.
   * Called before the rules are applied to a batch, but not in a dry run, which saves nothing.
   */
  hold?(set: RecordSet, rows: readonly ImportedRow[]): Promise<void>;

  /**
   * Returns one result for each of `rows`, in their order. The rows have passed the checks of their fields, and
   * encrypted fields are still clear text.
   */
  abstract apply(set: RecordSet, rows: readonly ImportedRow[]): Promise<readonly RuledRow[]>;
}
