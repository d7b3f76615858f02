import { MigrationExecutor, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { DatabaseAdapter, Run, StoredColumns } from '../driver/adapter.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import { migrations } from '../schema/migrations/index.js';
import { entitiesOf } from '../schema/schema.js';
import { encryptedColumnsOf } from '../schema/table.js';
import { keyProblem } from '../encryption/key-check.js';

/** How the migrations of the database differ from those of this version of the service. */
export interface Migrations {
  /** Names of the migrations that the database lacks. */
  pending: string[];
  /** Names of the migrations that only the database has, because a newer version of the service ran them. */
  unknown: string[];
}

export async function migrationsOf(dataSource: DataSource): Promise<Migrations> {
  const runner = dataSource.createQueryRunner();
  try {
    return apart(dataSource, await ranIn(runner));
  } finally {
    await runner.release();
  }
}

/** The name by which TypeORM records a migration: that of its class, as in the documentation of TypeORM. */
export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

export async function ranIn(runner: QueryRunner): Promise<string[]> {
  const ran = await new MigrationExecutor(runner.dataSource, runner).getExecutedMigrations();
  return ran.map(({ name }) => name);
}

/** Compares the migrations of this version with `ran`, the names of the migrations that the database has run. */
export function apart({ migrations }: DataSource, ran: readonly string[]): Migrations {
  const known = migrations.map(nameOf);
  return {
    pending: known.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !known.includes(name)),
  };
}

/** How a database differs from what this version of the service and its keys expect. */
export interface Fit extends Migrations {
  /** Tables and columns that are missing although every migration has run, as sentences. */
  missing: string[];
  /** The problem with FIELD_KEY, if there is one. */
  key?: string;
}

export const misfit = 'The service cannot use its database';

export async function fitOf(dataSource: DataSource, adapter: DatabaseAdapter, cipher: FieldCipher): Promise<Fit> {
  const run: Run = (text, values) => dataSource.query(text, values);
  const migrations = await migrationsOf(dataSource);
  const columns = await adapter.columns(run);
  const isUpToDate = migrations.pending.length + migrations.unknown.length === 0;
  return {
    ...migrations,
    missing: isUpToDate ? missingParts(dataSource, columns) : [],
    key: await keyProblem(run, columns, cipher, encryptedColumnsOf(entitiesOf(dataSource))),
  };
}

/** The reasons, except pending migrations, why the service must not use the database. */
export function problemsOf({ unknown, missing, key }: Fit): string[] {
  return [
    ...(unknown.length > 0 ? [newer(unknown)] : []),
    ...missing.map((sentence) => `${sentence}: restore a whole backup into an empty database`),
    ...(key === undefined ? [] : [key]),
  ];
}

const timeOf = (migration: string): number => Number(/\d+$/.exec(migration)?.[0]);
const newest = Math.max(...migrations.map(({ name }) => timeOf(name)));

/**
 * Describes a database that is newer than this version, or of a build from before a release or with other extras.
 * `unknown` has the names of the migrations that only it has.
 */
export function newer(unknown: readonly string[]): string {
  const names = unknown.join(', ');
  return unknown.some((name) => timeOf(name) > newest)
    ? `The database is newer than this version of the service, which does not know ${names}: ` +
        'run the newer version, or restore the backup from before the upgrade'
    : `A build from before a release, or with other extras, made the database: this build does not know ${names}. ` +
        'Use that build, or export its record sets with it and import them into a new database';
}

/** Tables into which an interrupted migration may have inserted rows. */
const filledByMigrations = ['migrations', 'migration_lock', 'service_meta', 'roles', 'sign_in_gates', 'gantt_turns'];

/** Tables and columns that the service needs and the database lacks, as sentences. */
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
 * Tables that have records although no migration has run, because somebody restored only a part of a backup. An
 * interrupted migration inserts records only into filledByMigrations.
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
