import type { DataSource, DataSourceOptions, Logger } from 'typeorm';
import { BusinessClock } from '../../context/business-clock.js';
import type { Config } from '../../config/config.js';
import type { Class } from '../../record/field-types.js';
import type { DatabaseAdapter } from '../driver/adapter.js';
import { adapterOf } from './adapter-of.js';
import { Db } from '../db.js';
import { migrations } from '../schema/migrations/index.js';
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
  entities: DataSourceOptions['entities'],
  logger?: Logger,
): DataSource {
  return adapter.createDataSource({
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    ...(logger && { logger }),
  });
}

export interface OpenDatabase {
  adapter: DatabaseAdapter;
  dataSource: DataSource;
  /** Closing `db` also closes `dataSource`. */
  db: Db;
}

/** Connects to the configured database without starting the application. SQL alone needs no `entities`. */
export async function openDatabase(config: Config, entities: readonly Class[] = []): Promise<OpenDatabase> {
  const adapter = adapterOf(config);
  const dataSource = await createDataSource(adapter, [...entities], new SilentLogger()).initialize();
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
