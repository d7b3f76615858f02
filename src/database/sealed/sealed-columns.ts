/** A column that holds what FieldCipher encrypted. */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** What comes before the key in the context that a value is bound to: `contacts.SSN`. */
  readonly place: string;
}

const known: SealedColumn[] = [];

export function sealColumn(column: SealedColumn): void {
  known.push(column);
}

/** Of every table whose file has been imported. */
export function sealedColumns(): readonly SealedColumn[] {
  return known;
}
