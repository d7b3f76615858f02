import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../db.js';
import { quoted } from '../sql/quoted.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import type { EncryptedColumn } from '../schema/table.js';

const batch = 500;

/** The number of values by key id in the columns `encrypted`. Reads each table once, however many columns it has. */
export async function storedKeys(db: Db, encrypted: readonly EncryptedColumn[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of new Set(encrypted.map((one) => one.table))) {
    const columns = encrypted.filter((one) => one.table === table);
    const keyIds = columns.map(({ column }) => sql`SUBSTR(${raw(column)}, 1, 8)`);
    const named = keyIds.map((keyId, at) => sql`${keyId} AS ${raw(`Key${at}`)}`);
    const found = await db.all<Record<`Key${number}`, string | null> & { Total: number }>(
      sql`SELECT COUNT(*) AS Total, ${join(named)} FROM ${raw(table)} GROUP BY ${join(keyIds)}`,
    );
    for (const { Total, ...stored } of found)
      for (const keyId of Object.values(stored)) if (keyId) counts.set(keyId, (counts.get(keyId) ?? 0) + Total);
  }
  return counts;
}

/** `values` is how many values were encrypted again, `unreadable` how many could not be decrypted. */
interface Reencrypted {
  values: number;
  unreadable: number;
}

/**
 * Encrypts the values of former keys in the columns `encrypted` with the present key. The service may run meanwhile.
 * You may repeat an interrupted run: it encrypts the remaining values.
 */
export async function reencrypt(
  db: Db,
  cipher: FieldCipher,
  encrypted: readonly EncryptedColumn[],
): Promise<Reencrypted> {
  const reencrypted = { values: 0, unreadable: 0 };
  for (const column of encrypted) {
    let from: unknown;
    do {
      const done = await db.tx(() => reencryptBatch(db, cipher, column, from));
      reencrypted.values += done.values;
      reencrypted.unreadable += done.unreadable;
      from = done.last;
    } while (from !== undefined);
  }
  return reencrypted;
}

interface EncryptedRow {
  Id: number | string;
  Encrypted: string;
}

async function reencryptBatch(
  db: Db,
  cipher: FieldCipher,
  { table, key, column, place }: EncryptedColumn,
  from: unknown,
): Promise<Reencrypted & { last: unknown }> {
  const [in_, id, stored] = [table, key, column].map((name): Sql => quoted(name));
  const after = from === undefined ? sql`1 = 1` : sql`${id} > ${from}`;
  const rows = await db.all<EncryptedRow>(sql`SELECT ${id} AS Id, ${stored} AS Encrypted FROM ${in_}
    WHERE ${stored} <> '' AND SUBSTR(${stored}, 1, 8) <> ${cipher.keyId} AND ${after} ORDER BY ${id} LIMIT ${batch}`);
  let [values, unreadable] = [0, 0];
  for (const { Id, Encrypted } of rows) {
    const context = `${place}:${Id}`;
    const opened = cipher.open(Encrypted, context);
    if (opened === undefined) {
      unreadable++;
      continue;
    }
    const again = cipher.encrypt(opened, context);
    values += await db.execute(
      sql`UPDATE ${in_} SET ${stored} = ${again} WHERE ${id} = ${Id} AND ${stored} = ${Encrypted}`,
    );
  }
  if (values > 0) db.audited({ Record: table, Id: '', Action: 'Reseal', Count: values });
  return { values, unreadable, last: rows.length < batch ? undefined : rows[rows.length - 1].Id };
}
