import type { Run, StoredColumns } from '../driver/adapter.js';
import type { FieldCipher } from './field-cipher.js';
import { sealedColumns } from './sealed-columns.js';

/**
 * A row of service_meta whose value is encrypted with the FIELD_KEY of the database. A key that cannot decrypt it
 * belongs to another database, and must not encrypt here.
 */
const name = 'field-key';
const place = `service_meta.Value:${name}`;
const text = 'sealed with the FIELD_KEY of this database';

/** Describes why FIELD_KEY and FIELD_KEYS_OLD do not fit a database with these columns; undefined if they do. */
export async function keyProblem(run: Run, columns: StoredColumns, cipher: FieldCipher): Promise<string | undefined> {
  const check = columns.has('service_meta') ? await storedCheck(run) : undefined;
  if (check !== undefined) return checkProblem(check, cipher);
  const other = await otherKey(run, columns, cipher);
  return other === undefined ? undefined : problem(other, cipher);
}

/** Like keyProblem, but judges only the check value of a database, which keyCheckQuery reads. */
export function checkProblem(check: string, cipher: FieldCipher): string | undefined {
  return opens(cipher, check) ? undefined : problem(check.slice(0, 8), cipher);
}

export const keyCheckQuery = `SELECT m.Value AS Value FROM service_meta m WHERE m.Name = '${name}'`;

function problem(keyId: string, cipher: FieldCipher): string {
  return (
    `FIELD_KEY is the key ${cipher.keyId}, and the database is sealed with the key ${keyId}, which is not in ` +
    'FIELD_KEYS_OLD either: set FIELD_KEY to the key of the database'
  );
}

export async function hasKeyCheck(run: Run, columns: StoredColumns): Promise<boolean> {
  return columns.has('service_meta') && (await storedCheck(run)) !== undefined;
}

/** Stores a check value for the current FIELD_KEY unless the database has one. Only one instance may call it. */
export async function keepKeyCheck(run: Run, cipher: FieldCipher): Promise<void> {
  if ((await storedCheck(run)) !== undefined) return;
  await run('INSERT INTO service_meta (Name, Value) VALUES (?, ?)', [name, cipher.encrypt(text, place)]);
}

/** Replaces the check value, once the last value of a former key is encrypted again. */
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

/** Finds the id of an unknown key with which a database without a check value is encrypted. */
async function otherKey(run: Run, columns: StoredColumns, { keyIds }: FieldCipher): Promise<string | undefined> {
  for (const { table, column } of sealedColumns()) {
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
