import type { Run } from '../driver/adapter.js';

/** `version` is the result of `SELECT VERSION()`. */
export function isMariaDb(version: string): boolean {
  return /mariadb/i.test(version);
}

/** The collation that sorts and compares text by code point, trailing spaces included. */
export function collationOf(version: string): string {
  return isMariaDb(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

/**
 * Returns the collation that new tables of the database get (`database`), and the one that the service wants
 * (`wanted`).
 */
export async function databaseCollation(run: Run): Promise<{ wanted: string; database: string }> {
  const [{ Version, Collation }] = (await run('SELECT VERSION() AS Version, @@collation_database AS Collation')) as {
    Version: string;
    Collation: string;
  }[];
  return { wanted: collationOf(Version), database: Collation };
}
