import { MigrationExecutor, type DataSource } from 'typeorm';
import { withMigrationLock } from './migration-lock.js';

/** What brings the schema up to date is still missing: the names of those migrations. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const pending = await new MigrationExecutor(dataSource, runner).getPendingMigrations();
    return pending.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/**
 * Brings the schema up to date and gives the names of the migrations that it ran. Instances that start together migrate
 * once; a migration that was killed is run again from its beginning.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if ((await pendingMigrations(dataSource)).length === 0) return [];
  return dataSource.options.type === 'better-sqlite3' ? migrateSqlite(dataSource) : migrateMysql(dataSource);
}

/** DDL commits by itself here: every migration can be run again, and the lock is a row. */
async function migrateMysql(dataSource: DataSource): Promise<string[]> {
  return withMigrationLock(dataSource, async (runner) => {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    return (await executor.executePendingMigrations()).map(({ name }) => name);
  });
}

/** All in one transaction, whose write lock is the lock. A table may be rebuilt while others refer to it. */
async function migrateSqlite(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('PRAGMA foreign_keys = OFF');
    await runner.startTransaction();
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const done = await executor.executePendingMigrations();
    const broken = (await runner.query('PRAGMA foreign_key_check')) as unknown[];
    if (broken.length > 0) throw new Error(`The migrations leave ${broken.length} rows that refer to missing ones.`);
    await runner.commitTransaction();
    return done.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/** What TypeORM's schema builder would still change: nothing, when the migrations and the entities agree. */
export async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const log = await dataSource.driver.createSchemaBuilder().log();
  return log.upQueries.map(({ query }) => query);
}
