import { NestFactory } from '@nestjs/core';
import { DataSource, type Logger } from 'typeorm';
import type { Config } from '../../config/config.js';
import { ConfigModule } from '../../config/config.module.js';
import type { Class } from '../../record/field-types.js';
import { DatabaseAdapter, type SharedOptions } from '../driver/adapter.js';
import { adapterOf } from './adapter-of.js';
import { Db } from '../db.js';
import type { Migration } from '../schema/migrations/index.js';
import { dbProviders } from './db-providers.js';

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
  /** Returns one of `dbProviders`. */
  get: <T>(provider: abstract new (...given: never[]) => T) => T;
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
  class Opened {}
  const context = await NestFactory.createApplicationContext(
    {
      module: Opened,
      imports: [ConfigModule.forRoot(config)],
      providers: [
        ...dbProviders,
        { provide: DataSource, useValue: dataSource },
        { provide: DatabaseAdapter, useValue: adapter },
      ],
    },
    { logger: false, abortOnError: false },
  );
  return { adapter, dataSource, db: context.get(Db), get: (provider) => context.get(provider) };
}
