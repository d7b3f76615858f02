import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../db.js';
import { quoted } from '../sql/quoted.js';
import type { FieldCipher } from '../sealed/field-cipher.js';
import type { SealedColumn } from '../schema/table.js';

const batch = 500;

/** The number of values by key id in the columns `sealed`. Reads each table once, however many columns it has. */
export async function storedKeys(db: Db, sealed: readonly SealedColumn[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of new Set(sealed.map((one) => one.table))) {
    const columns = sealed.filter((one) => one.table === table);
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
interface Resealed {
  values: number;
  unreadable: number;
}

/**
 * Encrypts the values of former keys in the columns `sealed` with the present key. The service may run meanwhile. You
 * may repeat an interrupted run: it encrypts the remaining values.
 */
export async function reseal(db: Db, cipher: FieldCipher, sealed: readonly SealedColumn[]): Promise<Resealed> {
  const resealed = { values: 0, unreadable: 0 };
  for (const column of sealed) {
    let from: unknown;
    do {
      const done = await db.tx(() => resealBatch(db, cipher, column, from));
      resealed.values += done.values;
      resealed.unreadable += done.unreadable;
      from = done.last;
    } while (from !== undefined);
  }
  return resealed;
}

interface SealedRow {
  Id: number | string;
  Sealed: string;
}

async function resealBatch(
  db: Db,
  cipher: FieldCipher,
  { table, key, column, place }: SealedColumn,
  from: unknown,
): Promise<Resealed & { last: unknown }> {
  const [in_, id, stored] = [table, key, column].map((name): Sql => quoted(name));
  const after = from === undefined ? sql`1 = 1` : sql`${id} > ${from}`;
  const rows = await db.all<SealedRow>(sql`SELECT ${id} AS Id, ${stored} AS Sealed FROM ${in_}
    WHERE ${stored} <> '' AND SUBSTR(${stored}, 1, 8) <> ${cipher.keyId} AND ${after} ORDER BY ${id} LIMIT ${batch}`);
  let [values, unreadable] = [0, 0];
  for (const { Id, Sealed } of rows) {
    const context = `${place}:${Id}`;
    const opened = cipher.open(Sealed, context);
    if (opened === undefined) {
      unreadable++;
      continue;
    }
    const again = cipher.encrypt(opened, context);
    values += await db.execute(
      sql`UPDATE ${in_} SET ${stored} = ${again} WHERE ${id} = ${Id} AND ${stored} = ${Sealed}`,
    );
  }
  if (values > 0) db.audited({ Record: table, Id: '', Action: 'Reseal', Count: values });
  return { values, unreadable, last: rows.length < batch ? undefined : rows[rows.length - 1].Id };
}
