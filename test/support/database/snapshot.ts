import Database from 'better-sqlite3';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { rmSync } from 'node:fs';
import { JobsService } from '../../../src/jobs/jobs.service.js';
import type { TestApp } from '../app/app.js';

export interface Snapshot {
  restore: () => void;
  /** The tables that were written to since the last `restore`. */
  written: () => string[];
  drop: () => void;
}

/** The table in which triggers store the name of each changed table. */
const noted = 'written_tables';

/**
 * Copies a SQLite database, so that a test can restore its rows any number of times while the service runs on it.
 * `restore` restores only the changed tables. The jobs of the service stop for good, because they would write too.
 */
export async function snapshotOf(app: TestApp): Promise<Snapshot> {
  await app.get(JobsService).onModuleDestroy();
  const file = app.database.slice('sqlite:'.length);
  const copy = `${file}.snapshot`;
  const db = new Database(file);
  db.prepare('VACUUM INTO ?').run(copy);
  db.prepare('ATTACH ? AS kept').run(copy);
  db.pragma('foreign_keys = OFF');
  const all = db.prepare("SELECT name FROM kept.sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const tables = all.filter((table) => !table.startsWith('sqlite_'));
  const actions = ['INSERT', 'UPDATE', 'DELETE'];
  const triggers = tables.flatMap((table) => actions.map((action) => [table, action, `${noted}_${table}_${action}`]));
  const note = (table: string): string =>
    `INSERT INTO ${noted} SELECT '${table}' WHERE NOT EXISTS (SELECT 1 FROM ${noted} n WHERE n.name = '${table}')`;
  const create = triggers.map(
    ([table, action, name]) => `CREATE TRIGGER "${name}" AFTER ${action} ON "${table}" BEGIN ${note(table)}; END`,
  );
  db.transaction(() => db.exec([`CREATE TABLE ${noted} (name TEXT)`, ...create].join(';'))).immediate();
  const names = db.prepare(`SELECT name FROM ${noted}`).pluck();
  const written = (): string[] => names.all() as string[];
  const putBack = db.transaction(() => {
    for (const table of [...written(), ...all.filter((table) => table === 'sqlite_sequence')])
      db.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM kept."${table}"`);
    db.exec(`DELETE FROM ${noted}`);
  });
  const forget = db.transaction(() =>
    db.exec([...triggers.map(([, , name]) => `DROP TRIGGER "${name}"`), `DROP TABLE ${noted}`].join(';')),
  );
  return {
    restore: () => putBack.immediate(),
    written,
    drop() {
      forget.immediate();
      db.close();
      rmSync(copy);
    },
  };
}

/** Like `snapshotOf`, for a database on a server. Only changed tables are restored, because each takes time. */
export async function serverSnapshotOf(
  app: TestApp,
): Promise<{ restore: () => Promise<void>; drop: () => Promise<void> }> {
  await app.get(JobsService).onModuleDestroy();
  const db = await createConnection(app.database);
  const kept = `${new URL(app.database).pathname.slice(1)}_kept`;
  const column = async (statement: string, name: string): Promise<unknown[]> =>
    (await db.query<RowDataPacket[]>(statement))[0].map((row) => (name === '' ? Object.values(row)[0] : row[name]));
  const tables = (await column('SHOW TABLES', '')) as string[];
  const sums = (): Promise<unknown[]> => column(`CHECKSUM TABLE ${tables.join(', ')}`, 'Checksum');
  await db.query('SET foreign_key_checks = 0');
  await db.query(`CREATE DATABASE ${kept}`);
  for (const table of tables) {
    await db.query(`CREATE TABLE ${kept}.${table} LIKE ${table}`);
    await db.query(`INSERT INTO ${kept}.${table} SELECT * FROM ${table}`);
  }
  const before = await sums();
  return {
    async restore() {
      const now = await sums();
      await db.beginTransaction();
      for (const table of tables.filter((_, index) => now[index] !== before[index])) {
        await db.query(`DELETE FROM ${table}`);
        await db.query(`INSERT INTO ${table} SELECT * FROM ${kept}.${table}`);
      }
      await db.commit();
    },
    async drop() {
      await db.query(`DROP DATABASE ${kept}`);
      await db.end();
    },
  };
}
