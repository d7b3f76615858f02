import type { Class } from '../../record/field-types.js';
import { fieldsOf } from '../../record/metadata.js';
import type { FieldCipher } from './field-cipher.js';
import { sealedPlace } from './sealed-columns.js';

type Row = Record<string, unknown>;

/** Fields of a record that are encrypted together: a row has one value to decrypt, however many they are. */
interface SealedTogether {
  readonly column: string;
  readonly names: readonly string[];
  /** What the value of a row is bound to. */
  readonly placeOf: (row: Row) => string;
}

const known = new Map<Class, SealedTogether>();

/** Says where a record's fields of `sealedIn` are; by its table. */
export function sealTogether(record: Class, table: string, key: string, column: string): void {
  const names = fieldsOf(record).flatMap(({ name, options }) => (options.sealedIn === column ? [name] : []));
  known.set(record, { column, names, placeOf: (row) => sealedPlace(table, column, row[key] as number | string) });
}

export function sealedTogether(record: Class): SealedTogether | undefined {
  return known.get(record);
}

/** The row with its fields in clear: as it is read, each of them holds the column. */
export function openTogether({ names, placeOf }: SealedTogether, cipher: FieldCipher, row: Row): void {
  const stored = names.map((name) => row[name]).find((value) => typeof value === 'string');
  if (stored === undefined) return;
  const values = JSON.parse(cipher.decrypt(stored, placeOf(row))) as Row;
  for (const name of names) if (row[name] !== undefined) row[name] = values[name] ?? null;
}

/**
 * What to store of a row, of whose fields those that are not undefined change; before: what is stored. It stays the
 * same text where nothing changes.
 */
export function closeTogether(
  { names, placeOf }: SealedTogether,
  cipher: FieldCipher,
  row: Row,
  before: string | null | undefined,
): string | null {
  const place = placeOf(row);
  const stored = before ? (JSON.parse(cipher.decrypt(before, place)) as Row) : {};
  const changed = names.some((name) => row[name] !== undefined && (row[name] ?? null) !== (stored[name] ?? null));
  if (!changed) return before ?? null;
  const values = names.map((name) => [name, row[name] === undefined ? stored[name] : row[name]] as const);
  const set = values.filter(([, value]) => (value ?? null) !== null);
  return set.length === 0 ? null : cipher.encrypt(JSON.stringify(Object.fromEntries(set)), place);
}
