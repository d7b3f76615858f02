import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import type { DatabaseAdapter } from '../adapter.js';

/** The names of the migrations that the schema still lacks. */
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
export async function migrate(dataSource: DataSource, adapter: DatabaseAdapter): Promise<string[]> {
  return (await pendingMigrations(dataSource)).length === 0 ? [] : adapter.migrate(dataSource);
}

/** Runs the pending migrations on the runner's connection; their names. The caller keeps all other instances out. */
export async function runPending(runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'none';
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}
