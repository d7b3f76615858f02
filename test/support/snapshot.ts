import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';

/** What a SQLite database holds now, to be put back as often as one likes while the service runs on it. */
export function snapshotOf(url: string): { restore: () => void; drop: () => void } {
  const file = url.slice('sqlite:'.length);
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
