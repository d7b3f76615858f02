import type { DataSource, Logger } from 'typeorm';
import { BusinessClock } from '../../context/business-clock.js';
import type { Config } from '../../config/config.js';
import type { Class } from '../../record/field-types.js';
import type { DatabaseAdapter, SharedOptions } from '../driver/adapter.js';
import { adapterOf } from './adapter-of.js';
import { Db } from '../db.js';
import type { Migration } from '../schema/migrations/index.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { SlowQueries } from '../driver/slow-queries.js';

/** Logs nothing: callers receive the errors, and lines of TypeORM would mix with the output of a command. */
export class SilentLogger implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

export function createDataSource(
  adapter: DatabaseAdapter,
  given: Pick<SharedOptions, 'entities' | 'migrations' | 'logger'>,
): DataSource {
  return adapter.createDataSource({
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    ...given,
  });
}

export interface OpenDatabase {
  adapter: DatabaseAdapter;
  dataSource: DataSource;
  /** Closing `db` also closes `dataSource`. */
  db: Db;
}

/**
 * Connects to the configured database without starting the application. SQL alone needs no `entities`, and only what
 * migrates or compares the database with the `migrations` needs these.
 */
export async function openDatabase(
  config: Config,
  entities: readonly Class[] = [],
  migrations: readonly Migration[] = [],
): Promise<OpenDatabase> {
  const adapter = adapterOf(config);
  const given = { entities: [...entities], migrations: [...migrations], logger: new SilentLogger() };
  const dataSource = await createDataSource(adapter, given).initialize();
  const db = new Db(
    dataSource,
    adapter,
    new BusinessClock(config.clock),
    new SlowQueries(config),
    new FieldCipher(config),
    config,
  );
  return { adapter, dataSource, db };
}
