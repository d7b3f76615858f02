import sql, { raw } from 'sql-template-tag';
import type { DateTime } from '../../record/fields.js';
import type { Db } from '../db.js';
import { quoted } from '../quoted.js';

const batch = 500;

/** Removes a table's rows from before that moment, some in each transaction: nobody waits long for its locks. */
export async function removeOlder(db: Db, table: string, column: string, before: DateTime): Promise<void> {
  const [from, at] = [raw(table), quoted(column)];
  for (;;) {
    const last = await db.one<{ At: DateTime }>(sql`SELECT ${at} AS At FROM ${from}
      WHERE ${at} < ${before} ORDER BY ${at} LIMIT 1 OFFSET ${batch - 1}`);
    const these = last ? sql`${at} <= ${last.At}` : sql`${at} < ${before}`;
    await db.tx(() => db.execute(sql`DELETE FROM ${from} WHERE ${these}`));
    if (!last) return;
  }
}
