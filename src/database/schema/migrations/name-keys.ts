import type { QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './table-definition.js';

/** The names of a table for which a migration adds keys. */
export interface Names {
  readonly table: string;
  readonly key: string;
  /** The names and their longest keys. */
  readonly names: Readonly<Record<string, number>>;
  readonly indexes?: readonly (readonly string[])[];
  readonly oldIndexes?: readonly (readonly string[])[];
}

const atOnce = 500;
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);

/** The key of a name: lower case, without diacritics and apostrophes. */
function keyOf(name: string, length: number): string {
  const bare = name.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  const plain = bare.replaceAll(/[łøđðıßæœþ]/g, (letter) => letters.get(letter)!);
  return [...plain.replaceAll(/['`´ʹʻʼʽʾʿˈˊˋ‘’‛′‵ꞌ＇｀]/g, '')].slice(0, length).join('');
}

/** Adds and fills a column for the key of each name, and replaces the indexes. */
export async function addKeys(runner: QueryRunner, tables: readonly Names[]): Promise<void> {
  for (const { table, key, names, indexes = [], oldIndexes = [] } of tables) {
    for (const [name, length] of Object.entries(names)) {
      // Add the columns by SQL, because TypeORM would copy the whole table on SQLite.
      if (!(await runner.hasColumn(table, `${name}Key`)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name}Key varchar(${length})`);
      await fill(runner, table, key, name, length);
    }
    for (const columns of indexes) await addIndex(runner, table, columns);
    for (const columns of oldIndexes) await dropIndex(runner, table, columns);
  }
}

/** Undoes `addKeys`, but keeps the columns in `kept`. */
export async function dropKeys(runner: QueryRunner, tables: readonly Names[], kept: readonly string[] = []) {
  for (const { table, names, indexes = [], oldIndexes = [] } of tables) {
    for (const columns of oldIndexes) await addIndex(runner, table, columns);
    for (const columns of indexes) await dropIndex(runner, table, columns);
    for (const name of Object.keys(names).filter((each) => !kept.includes(`${table}.${each}`)))
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}Key`);
  }
}

/** Writes the keys of a name. One statement writes those of plain ASCII, of which the database makes the same key. */
async function fill(runner: QueryRunner, table: string, key: string, name: string, length: number): Promise<void> {
  const isAscii =
    runner.dataSource.options.type === 'better-sqlite3' ? `${name} NOT GLOB '*[^ -~]*'` : `${name} NOT REGEXP '[^ -~]'`;
  // The names of agents may have keys already, made by an older rule.
  if (table === 'agents') await runner.query(`UPDATE agents SET ${name}Key = NULL`);
  await runner.query(
    `UPDATE ${table} SET ${name}Key = LOWER(REPLACE(REPLACE(${name}, '''', ''), '\`', '')) WHERE ${isAscii}`,
  );
  const rest = `SELECT ${key} AS Id, ${name} AS Name FROM ${table} WHERE ${name}Key IS NULL AND ${name} IS NOT NULL`;
  for (let after: unknown; ;) {
    const rows = (await runner.query(
      `${rest}${after === undefined ? '' : ` AND ${key} > ?`} ORDER BY ${key} LIMIT ${atOnce}`,
      after === undefined ? [] : [after],
    )) as { Id: number | string; Name: string }[];
    if (rows.length === 0) return;
    const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
    const marks = rows.map(() => '?').join();
    await runner.query(`UPDATE ${table} SET ${name}Key = CASE ${key} ${cases} END WHERE ${key} IN (${marks})`, [
      ...rows.flatMap(({ Id, Name }) => [Id, keyOf(Name, length)]),
      ...rows.map(({ Id }) => Id),
    ]);
    after = rows[rows.length - 1].Id;
  }
}
