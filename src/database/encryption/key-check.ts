import type { Run, StoredColumns } from '../driver/adapter.js';
import type { FieldCipher } from './field-cipher.js';

/**
 * The name of the row of service_meta whose value, the check value, is encrypted with the FIELD_KEY of the database. A
 * service whose keys cannot decrypt it belongs to another database, and must not encrypt values in this one.
 */
const name = 'field-key';
const place = `service_meta.Value:${name}`;
// Databases store this text encrypted, so it never changes.
const text = 'sealed with the FIELD_KEY of this database';

/** A column whose values a FieldCipher encrypts. */
interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * Describes why FIELD_KEY and FIELD_KEYS_OLD do not fit a database with these columns; undefined if they fit.
 * `encrypted` are the columns whose values are encrypted.
 */
export async function keyProblem(
  run: Run,
  columns: StoredColumns,
  cipher: FieldCipher,
  encrypted: readonly EncryptedColumn[],
): Promise<string | undefined> {
  const check = columns.has('service_meta') ? await storedCheck(run) : undefined;
  if (check !== undefined) return checkProblem(check, cipher);
  const other = await otherKey(run, columns, cipher, encrypted);
  return other === undefined ? undefined : problem(other, cipher);
}

/** Like keyProblem, but judges only the check value of a database, which keyCheckQuery reads. */
export function checkProblem(check: string, cipher: FieldCipher): string | undefined {
  return opens(cipher, check) ? undefined : problem(check.slice(0, 8), cipher);
}

export const keyCheckQuery = `SELECT m.Value AS Value FROM service_meta m WHERE m.Name = '${name}'`;

function problem(keyId: string, cipher: FieldCipher): string {
  return (
    `FIELD_KEY is the key ${cipher.keyId}, and the database is encrypted with the key ${keyId}, which is not in ` +
    'FIELD_KEYS_OLD either: set FIELD_KEY to the key of the database'
  );
}

export async function hasKeyCheck(run: Run, columns: StoredColumns): Promise<boolean> {
  return columns.has('service_meta') && (await storedCheck(run)) !== undefined;
}

/**
 * Stores a check value for the current FIELD_KEY unless the database has one. Only one instance may call it at a time.
 */
export async function keepKeyCheck(run: Run, cipher: FieldCipher): Promise<void> {
  if ((await storedCheck(run)) !== undefined) return;
  await run('INSERT INTO service_meta (Name, Value) VALUES (?, ?)', [name, cipher.encrypt(text, place)]);
}

/** Encrypts the check value with the current FIELD_KEY. Call it once no other value is encrypted with a former key. */
export async function renewKeyCheck(run: Run, cipher: FieldCipher): Promise<void> {
  const check = await storedCheck(run);
  if (check?.startsWith(`${cipher.keyId}.`)) return;
  await run('UPDATE service_meta SET Value = ? WHERE Name = ?', [cipher.encrypt(text, place), name]);
}

function opens(cipher: FieldCipher, check: string): boolean {
  try {
    return cipher.decrypt(check, place) === text;
  } catch {
    return false;
  }
}

async function storedCheck(run: Run): Promise<string | undefined> {
  const rows = (await run(keyCheckQuery)) as { Value: string }[];
  return rows.at(0)?.Value;
}

/**
 * Returns the id of a key that encrypted a value of the database but is not configured, or undefined if there is none.
 * Used for a database without a check value.
 */
async function otherKey(
  run: Run,
  columns: StoredColumns,
  { keyIds }: FieldCipher,
  encrypted: readonly EncryptedColumn[],
): Promise<string | undefined> {
  for (const { table, column } of encrypted) {
    if (!columns.get(table)?.has(column)) continue;
    const marks = keyIds.map(() => '?').join(', ');
    const found = (await run(
      `SELECT SUBSTR(s.${column}, 1, 8) AS KeyId FROM ${table} s
        WHERE s.${column} <> '' AND SUBSTR(s.${column}, 1, 8) NOT IN (${marks}) LIMIT 1`,
      [...keyIds],
    )) as { KeyId: string }[];
    if (found.length > 0) return found[0].KeyId;
  }
  return undefined;
}
