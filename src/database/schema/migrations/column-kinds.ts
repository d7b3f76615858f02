export interface ColumnKind {
  readonly sqlite: string;
  readonly mysql: string;
  readonly length?: string;
  /** The column stores NULL for an unset value. A required column and a column of the key never do. */
  readonly nullable?: boolean;
}

// Released migrations depend on these: never change one, even if the records' notation changes.

export const int32: ColumnKind = { sqlite: 'integer', mysql: 'int' };
export const int64: ColumnKind = { sqlite: 'bigint', mysql: 'bigint' };
export const double: ColumnKind = { sqlite: 'double', mysql: 'double' };
export const flag: ColumnKind = { sqlite: 'boolean', mysql: 'tinyint' };
export const guid: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '32', nullable: true };
export const datetime: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '27', nullable: true };
export const json: ColumnKind = { sqlite: 'mediumtext', mysql: 'mediumtext' };

/** A whole number of units, for example of cents for a scale of 2. */
export function decimal(_precision: number, _scale: number): ColumnKind {
  return int64;
}

/** `maxLength` counts code points. MySQL's TEXT holds 65,535 bytes, so 16,000 code points of four bytes fit. */
export function text(maxLength: number): ColumnKind {
  if (maxLength <= 500) return { sqlite: 'varchar', mysql: 'varchar', length: String(maxLength) };
  return maxLength <= 16_000 ? { sqlite: 'text', mysql: 'text' } : json;
}
