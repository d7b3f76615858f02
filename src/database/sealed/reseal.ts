import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../db.js';
import { quoted } from '../quoted.js';
import type { FieldCipher } from './field-cipher.js';
import { sealedColumns, sealedPlace, type SealedColumn } from './sealed-columns.js';

const batch = 500;

/** How many values are stored under each key, by key id; a table is read once, however many of its columns hold any. */
export async function storedKeys(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of new Set(sealedColumns().map((sealed) => sealed.table))) {
    const columns = sealedColumns().filter((sealed) => sealed.table === table);
    const keyIds = columns.map(({ column }) => sql`SUBSTR(${raw(column)}, 1, 8)`);
    const named = keyIds.map((keyId, at) => sql`${keyId} AS ${raw(`Key${at}`)}`);
    const found = await db.all<Record<`Key${number}`, string | null> & { Stored: number }>(
      sql`SELECT COUNT(*) AS Stored, ${join(named)} FROM ${raw(table)} GROUP BY ${join(keyIds)}`,
    );
    for (const { Stored, ...stored } of found)
      for (const keyId of Object.values(stored)) if (keyId) counts.set(keyId, (counts.get(keyId) ?? 0) + Stored);
  }
  return counts;
}

/** unreadable: values that no key reads, which stay as they are. */
interface Resealed {
  values: number;
  unreadable: number;
}

/**
 * Encrypts again, with FIELD_KEY, what is stored under a former key. The service may run meanwhile, and a run that was
 * stopped is simply started again.
 */
export async function reseal(db: Db, cipher: FieldCipher): Promise<Resealed> {
  const resealed = { values: 0, unreadable: 0 };
  for (const column of sealedColumns()) {
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
  Stored: string;
}

async function resealBatch(
  db: Db,
  cipher: FieldCipher,
  { table, key, column }: SealedColumn,
  from: unknown,
): Promise<Resealed & { last: unknown }> {
  const [in_, id, stored] = [table, key, column].map((name): Sql => quoted(name));
  const after = from === undefined ? sql`1 = 1` : sql`${id} > ${from}`;
  const rows = await db.all<SealedRow>(sql`SELECT ${id} AS Id, ${stored} AS Stored FROM ${in_}
    WHERE ${stored} <> '' AND SUBSTR(${stored}, 1, 8) <> ${cipher.keyId} AND ${after} ORDER BY ${id} LIMIT ${batch}`);
  let [values, unreadable] = [0, 0];
  for (const { Id, Stored } of rows) {
    const context = sealedPlace(table, column, Id);
    const opened = cipher.open(Stored, context);
    if (opened === undefined) {
      unreadable++;
      continue;
    }
    const again = cipher.encrypt(opened, context);
    values += await db.execute(
      sql`UPDATE ${in_} SET ${stored} = ${again} WHERE ${id} = ${Id} AND ${stored} = ${Stored}`,
    );
  }
  if (values > 0) db.audited({ Record: table, Id: '', Action: 'Reseal', Count: values });
  return { values, unreadable, last: rows.length < batch ? undefined : rows[rows.length - 1].Id };
}
