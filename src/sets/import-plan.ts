import { fieldOf, fieldsOf, type Field } from '../record/metadata.js';
import type { Reading } from '../record/field-types.js';
import { mostNamed, type ImportMode, type ImportOptions } from './import-options.js';
import type { ImportRule, MergedKey } from './import-rule.js';
import { encryptedFields, exportedFields, type ImportedSet } from './record-set.js';

export type Row = Record<string, unknown>;

/** A row that has passed the checks of its fields. */
export interface Checked {
  line: number;
  row: Row;
  /** The JSON values of the row. */
  json: Readonly<Row>;
  /** The Version of the record at its export; '' if the file does not say it. */
  version: string;
  /** The field that a second value of a cell was placed in. */
  placed?: string;
  /** The merged contact that the line names, if the row is given to the remaining one. */
  given?: MergedKey;
}

/** The form of the file, and the rules of the set. */
export interface Terms {
  readonly reading: Reading;
  readonly rules: readonly ImportRule[];
  /** Whether the file may have the column Version. */
  readonly hasVersion: boolean;
}

/** The unchanging part of an import: its set, its form and its options, and what follows from them. */
export class ImportPlan {
  readonly fields: readonly Field[];
  /** The fields that the import encrypts. Db itself encrypts fields that are not secret. */
  readonly encrypted: readonly Field[];
  /** The fields that a new record needs. */
  readonly needed: readonly Field[];
  readonly key: readonly Field[];
  /** Who gives a key to a row without one. If it is undefined, every row must have a key. */
  readonly maker: 'service' | 'database' | undefined;
  readonly mode: ImportMode;
  readonly mostProblems: number;

  constructor(
    readonly set: ImportedSet,
    readonly terms: Terms,
    readonly options: ImportOptions,
  ) {
    this.fields = exportedFields(set, true);
    this.encrypted = encryptedFields(set);
    this.key = set.key.map((name) => fieldOf(set.record, name)!);
    this.needed = fieldsOf(set.record).filter(
      ({ name, options: { required, default: byDefault } }) =>
        required && byDefault === undefined && !set.key.includes(name) && !set.derived?.includes(name),
    );
    this.mode = options.mode ?? 'upsert';
    this.mostProblems = options.mostProblems ?? mostNamed;
    const isGuid = this.key.length === 1 && this.key[0].type.name === 'guid';
    if (this.mode !== 'update') this.maker = isGuid ? 'service' : set.add && 'database';
  }

  hasKey(row: Row): boolean {
    return this.maker !== 'database' || row[this.key[0].name] !== undefined;
  }

  idOf(row: Row): string {
    return this.set.key.map((name) => String(row[name])).join(',');
  }

  bringsEncrypted(row: Row): boolean {
    return this.encrypted.some(({ name }) => row[name] !== undefined);
  }
}
