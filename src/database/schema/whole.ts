import type { DataSource } from 'typeorm';
import type { Run, StoredColumns } from '../sealed/key-check.js';

/** The tables that a migration which was cut off may have filled. */
const filledByMigrations = ['migrations', 'migration_lock', 'service_meta', 'roles', 'sign_in_gates', 'gantt_turns'];

/** The tables and columns that the service needs and the database lacks, in sentences. */
export function missingParts({ entityMetadatas }: DataSource, stored: StoredColumns): string[] {
  const tables: string[] = [];
  const sentences: string[] = [];
  for (const { tableName, columns } of entityMetadatas) {
    const found = stored.get(tableName);
    const missing = columns.map(({ databaseName }) => databaseName).filter((name) => !found?.has(name));
    if (!found) tables.push(tableName);
    else if (missing.length > 0) sentences.push(`The table ${tableName} lacks ${counted('the column', missing)}`);
  }
  return tables.length === 0 ? sentences : [`The database lacks ${counted('the table', tables)}`, ...sentences];
}

/**
 * The tables with records of a database in which no migration has run: a backup of which only a part was restored. A
 * migration that was cut off leaves tables without records.
 */
export async function remains(run: Run, { entityMetadatas }: DataSource, stored: StoredColumns): Promise<string[]> {
  const found: string[] = [];
  for (const { tableName } of entityMetadatas) {
    if (!stored.has(tableName) || filledByMigrations.includes(tableName)) continue;
    const rows = (await run(`SELECT 1 AS One FROM ${tableName} LIMIT 1`)) as unknown[];
    if (rows.length > 0) found.push(tableName);
  }
  return found.sort();
}

function counted(what: string, names: readonly string[]): string {
  return `${what}${names.length === 1 ? '' : 's'} ${[...names].sort().join(', ')}`;
}
