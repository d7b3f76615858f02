/** A column whose values FieldCipher encrypts. */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The context of the column's values, without the key of the row: `contacts.SSN`. */
  readonly place: string;
}

const known: SealedColumn[] = [];

export function sealColumn(column: SealedColumn): void {
  known.push(column);
}

/** Returns the context of the encrypted value of a column in the row with `key`: `contacts.SSN:42`. */
export function sealedPlace(table: string, column: string, key: number | string): string {
  const found = known.find((one) => one.table === table && one.column === column);
  if (!found) throw new Error(`${table}.${column} is not declared as an encrypted column.`);
  return `${found.place}:${key}`;
}

export function sealedColumns(): readonly SealedColumn[] {
  return known;
}
