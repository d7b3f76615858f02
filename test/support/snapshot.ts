import Database from 'better-sqlite3';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { rmSync } from 'node:fs';
import { Jobs } from '../../src/jobs/jobs.service.js';
import type { TestApp } from './app.js';

/**
 * The content of a SQLite database, which you can restore any number of times while the service runs on it. Stops the
 * jobs of the service for good, because they would write meanwhile.
 */
export async function snapshotOf(app: TestApp): Promise<{ restore: () => void; drop: () => void }> {
  await app.get(Jobs).onModuleDestroy();
  const file = app.database.slice('sqlite:'.length);
  const copy = `${file}.snapshot`;
  const db = new Database(file);
  db.prepare('VACUUM INTO ?').run(copy);
  db.prepare('ATTACH ? AS kept').run(copy);
  db.pragma('foreign_keys = OFF');
  const tables = db.prepare("SELECT name FROM kept.sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const putBack = db.transaction(() => {
    for (const table of tables)
      db.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM kept."${table}"`);
  });
  return {
    restore: () => putBack.immediate(),
    drop() {
      db.close();
      rmSync(copy);
    },
  };
}

/**
 * A snapshot, as `snapshotOf`, of a database on a server. Restores only the changed tables, because each table takes
 * time there.
 */
export async function serverSnapshotOf(
  app: TestApp,
): Promise<{ restore: () => Promise<void>; drop: () => Promise<void> }> {
  await app.get(Jobs).onModuleDestroy();
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
