/** The kind of a migration's column, in each database's own words. */
export interface ColumnKind {
  readonly sqlite: string;
  readonly mysql: string;
  readonly length?: string;
  /** Whether the column is NULL where its value is not set: unless it is required or a key. */
  readonly nullable?: boolean;
}

// Released migrations rest on these: none of them ever changes, whatever becomes of the records' own notation.

export const int32: ColumnKind = { sqlite: 'integer', mysql: 'int' };
export const int64: ColumnKind = { sqlite: 'bigint', mysql: 'bigint' };
export const double: ColumnKind = { sqlite: 'double', mysql: 'double' };
export const flag: ColumnKind = { sqlite: 'boolean', mysql: 'tinyint' };
export const guid: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '32', nullable: true };
export const datetime: ColumnKind = { sqlite: 'varchar', mysql: 'varchar', length: '27', nullable: true };
/** A record or a list as JSON. */
export const json: ColumnKind = { sqlite: 'mediumtext', mysql: 'mediumtext' };

/** A whole number of units: of cents, for a scale of 2. */
export function decimal(_precision: number, _scale: number): ColumnKind {
  return int64;
}

/** maxLength: code points. MySQL's text holds 65,535 bytes: 16,000 code points of four bytes fit. */
export function text(maxLength: number): ColumnKind {
  if (maxLength <= 500) return { sqlite: 'varchar', mysql: 'varchar', length: String(maxLength) };
  return maxLength <= 16_000 ? { sqlite: 'text', mysql: 'text' } : json;
}
