import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { ConfigError, type Config } from '../../config/config.js';
import type { DatabaseAdapter, Run } from '../driver/adapter.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import { entitiesOf } from '../schema/schema.js';
import { encryptedColumnsOf } from '../schema/table.js';
import { hasKeyCheck, keepKeyCheck, keyProblem } from '../encryption/key-check.js';
import { lacking } from './lineage.js';
import { forgetFailure, migrationFailed } from './migration-failure.js';
import { apart, misfit, missingParts, newer, ranIn, remains } from './fit.js';

/**
 * Runs the pending migrations and returns their names. If instances start together, only one migrates. An interrupted
 * migration runs again from its beginning. A database without a check value of FIELD_KEY gets that of `cipher`. Throws
 * ConfigError, before it changes anything, if the database has another key or is newer than this version, and also
 * throws it if the database is incomplete. Throws MigrationFailed if a migration fails.
 */
export async function migrate(
  dataSource: DataSource,
  adapter: DatabaseAdapter,
  cipher: FieldCipher,
  { country }: Pick<Config, 'country'>,
): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    if (await isReady(runner, adapter, cipher)) return [];
    await mustBeOfRelease(runner, adapter, country);
  } finally {
    await runner.release();
  }
  return adapter.migrate(dataSource, async (alone) => {
    // Check again: another instance may have migrated with another key before this one got the lock.
    if (await isReady(alone, adapter, cipher)) return [];
    // A migration reads from `data` what it needs of the settings.
    alone.data = { country };
    const done = await runPending(alone, adapter);
    await keepKeyCheck(runOn(alone), cipher);
    await forgetFailure(runOn(alone));
    mustBeWhole(missingParts(dataSource, await adapter.columns(runOn(alone))));
    return done;
  });
}

/**
 * Whether the schema is up to date and the database has a check value of FIELD_KEY. Throws ConfigError if the database
 * must not be migrated.
 */
async function isReady(runner: QueryRunner, adapter: DatabaseAdapter, cipher: FieldCipher): Promise<boolean> {
  const { dataSource } = runner;
  const run = runOn(runner);
  const columns = await adapter.columns(run);
  const ran = await ranIn(runner);
  const { pending, unknown } = apart(dataSource, ran);
  if (unknown.length > 0) throw new ConfigError([newer(unknown)], misfit);
  const key = await keyProblem(run, columns, cipher, encryptedColumnsOf(entitiesOf(dataSource)));
  if (key !== undefined) throw new ConfigError([key], misfit);
  const records = ran.length === 0 ? await remains(run, dataSource, columns) : [];
  if (records.length > 0) mustBeWhole([`There are records in ${records.join(', ')}, and no migration has run`]);
  if (pending.length > 0) return false;
  mustBeWhole(missingParts(dataSource, columns));
  return hasKeyCheck(run, columns);
}

/** Throws ConfigError if the pending migrations would fail halfway, because another build made the database. */
async function mustBeOfRelease(
  runner: QueryRunner,
  adapter: DatabaseAdapter,
  country: Config['country'],
): Promise<void> {
  const ran = await ranIn(runner);
  if (ran.length === 0 || apart(runner.dataSource, ran).pending.length === 0) return;
  const missing = await lacking(runner.dataSource, ran, await adapter.columns(runOn(runner)), { country });
  if (missing.length === 0) return;
  throw new ConfigError(
    [
      `The database lacks ${missing.join(', ')}, which the migrations that it has run create: it is incomplete, or a ` +
        'build from before a release made it. Nothing was changed',
      'Restore a whole backup, or export its record sets with the other build and import them into a new database',
    ],
    misfit,
  );
}

/**
 * Returns the names of the migrations that ran. Throws MigrationFailed. The caller must exclude other instances.
 */
async function runPending(runner: QueryRunner, adapter: DatabaseAdapter): Promise<string[]> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  const pending = await executor.getPendingMigrations();
  const wasEmpty = (await ranIn(runner)).length === 0;
  for (const migration of pending) {
    const before = wasEmpty ? undefined : await adapter.columns(runOn(runner));
    try {
      await executor.executeMigration(migration);
    } catch (error) {
      if (['lost', 'unavailable'].includes(adapter.classify(error).kind)) throw error;
      throw await migrationFailed(runner, adapter, migration.name, error, before);
    }
  }
  return pending.map(({ name }) => name);
}

function mustBeWhole(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new ConfigError(
    [
      ...missing,
      'Restore a whole backup into an empty database',
      'If you have added a table or a column to the code, add its migration (docs/add-an-endpoint.md)',
    ],
    'The database is incomplete',
  );
}

function runOn(runner: QueryRunner): Run {
  return (text, values) => runner.query(text, values);
}
