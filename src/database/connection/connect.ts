import type { DataSource, Logger } from 'typeorm';
import { BusinessClock } from '../../context/business-clock.js';
import type { Config } from '../../config/config.js';
import type { DatabaseAdapter } from '../adapter.js';
import { adapterOf } from '../adapter-of.js';
import { Db } from '../db.js';
import { migrations } from '../schema/migrations/index.js';
import { Tables } from '../schema/tables.module.js';
import { SilentLogger } from './silent.logger.js';
import { SlowQueries } from '../slow-queries.js';

/** A data source that is not yet connected. Its tables are those that the loaded modules state. */
export function createDataSource(adapter: DatabaseAdapter, logger?: Logger): DataSource {
  return adapter.createDataSource({
    entities: Tables.all(),
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
  /** To be closed, which closes the data source. */
  db: Db;
}

/** The database of the settings, outside the application. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const adapter = adapterOf(config);
  const dataSource = await createDataSource(adapter, new SilentLogger()).initialize();
  const db = new Db(dataSource, adapter, new BusinessClock(config.clock), new SlowQueries(config));
  return { adapter, dataSource, db };
}
