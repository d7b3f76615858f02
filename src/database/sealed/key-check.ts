import type { FieldCipher } from './field-cipher.js';
import { sealedColumns } from './sealed-columns.js';

/** Runs a statement, with `?` for each of the values. */
export type Run = (text: string, values?: unknown[]) => Promise<unknown>;

/** The columns of a database by table. */
export type StoredColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** rows: one for each column, as the database lists them. */
export function columnsByTable(rows: unknown): StoredColumns {
  const byTable = new Map<string, Set<string>>();
  for (const { TableName, ColumnName } of rows as { TableName: string; ColumnName: string }[]) {
    const columns = byTable.get(TableName);
    if (columns) columns.add(ColumnName);
    else byTable.set(TableName, new Set([ColumnName]));
  }
  return byTable;
}

/**
 * A row of service_meta whose value is sealed with the FIELD_KEY of the database: what does not open it is another key,
 * with which nothing must be sealed here.
 */
const name = 'field-key';
const place = `service_meta.Value:${name}`;
const text = 'sealed with the FIELD_KEY of this database';

/** What is wrong with FIELD_KEY and FIELD_KEYS_OLD for a database of these columns; undefined: they fit. */
export async function keyProblem(run: Run, columns: StoredColumns, cipher: FieldCipher): Promise<string | undefined> {
  const check = columns.has('service_meta') ? await storedCheck(run) : undefined;
  if (check !== undefined) return checkProblem(check, cipher);
  const other = await otherKey(run, columns, cipher);
  return other === undefined ? undefined : problem(other, cipher);
}

/** Likewise, for the check value of a database; the statement that reads it is keyCheckQuery. */
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

/** Whether the database says which FIELD_KEY it is sealed with. */
export async function hasKeyCheck(run: Run, columns: StoredColumns): Promise<boolean> {
  return columns.has('service_meta') && (await storedCheck(run)) !== undefined;
}

/** Says so with the present FIELD_KEY, where nothing says it yet. For one instance at a time. */
export async function keepKeyCheck(run: Run, cipher: FieldCipher): Promise<void> {
  if ((await storedCheck(run)) !== undefined) return;
  await run('INSERT INTO service_meta (Name, Value) VALUES (?, ?)', [name, cipher.encrypt(text, place)]);
}

/** Says so with the present FIELD_KEY, once nothing needs a former one. */
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

/** Without the check value: the id of a key, not among the cipher's, with which a value of the database is sealed. */
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
