export interface ColumnKind {
  readonly sqlite: string;
  readonly mysql: string;
  readonly length?: string;
  /** Whether a column of this kind stores an unset value as NULL. Required columns and key columns never store NULL. */
  readonly nullable?: boolean;
}

// Released migrations depend on these definitions: never change one, even if the field decorators of the records
// change.

export const int32: ColumnKind = { sqlite: 'integer', mysql: 'int' };
export const int64: ColumnKind = { sqlite: 'bigint', mysql: 'bigint' };
export const double: ColumnKind = { sqlite: 'double', mysql: 'double' };
export const flag: ColumnKind = { sqlite: 'boolean', mysql: 'tinyint' };
export const guid: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '32', nullable: true };
export const datetime: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '27', nullable: true };
export const json: ColumnKind = { sqlite: 'mediumtext', mysql: 'mediumtext' };

/** A decimal is stored as a whole number of its smallest unit: with a scale of 2, as a number of hundredths. */
export function decimal(_precision: number, _scale: number): ColumnKind {
  return int64;
}

/** `maxLength` counts code points. MySQL's TEXT holds 65,535 bytes, so 16,000 code points of four bytes fit. */
export function text(maxLength: number): ColumnKind {
  if (maxLength <= 500) return { sqlite: 'varchar', mysql: 'varchar', length: String(maxLength) };
  return maxLength <= 16_000 ? { sqlite: 'text', mysql: 'text' } : json;
}
