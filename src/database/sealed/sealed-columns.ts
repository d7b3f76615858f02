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

/** What the encrypted value of one row is bound to. Whoever encrypts, decrypts or encrypts again asks here. */
export function sealedPlace(table: string, column: string, key: number | string): string {
  const found = known.find((one) => one.table === table && one.column === column);
  if (!found) throw new Error(`${table}.${column} is not declared as an encrypted column.`);
  return `${found.place}:${key}`;
}

/** Of every table whose file has been imported. */
export function sealedColumns(): readonly SealedColumn[] {
  return known;
}
