import type { QueryRunner } from 'typeorm';

/** Text sorts and compares by code point, trailing spaces included, in every table made from now on. SQLite does so by itself. */
export async function setDefaultCollation(runner: QueryRunner): Promise<void> {
  if (runner.dataSource.options.type === 'better-sqlite3') return;
  const [{ version, current }] = (await runner.query(
    'SELECT VERSION() AS version, @@collation_database AS current',
  )) as { version: string; current: string }[];
  const collation = /mariadb/i.test(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  if (current !== collation) await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${collation}`);
}
