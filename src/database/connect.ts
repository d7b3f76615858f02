import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, Logger } from 'typeorm';
import { BusinessClock } from '../context/business-clock.js';
import type { Config } from '../config/config.js';
import type { DatabaseAdapter } from './adapter.js';
import { adapterOf } from './adapter-of.js';
import { Db } from './db.js';
import { migrations } from './schema/migrations/index.js';
import { Tables } from './schema/tables.module.js';
import { SilentLogger } from './silent.logger.js';
import { SlowQueries } from './slow-queries.js';

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

/** A connected data source. timeout: milliseconds to wait for a server that is not there yet. */
export async function connect(adapter: DatabaseAdapter, timeout = 0): Promise<DataSource> {
  const until = Date.now() + timeout;
  for (;;) {
    const dataSource = createDataSource(adapter, new SilentLogger());
    try {
      return await dataSource.initialize();
    } catch (error) {
      const { kind } = adapter.classify(error);
      if ((kind !== 'lost' && kind !== 'unavailable') || Date.now() >= until) throw error;
    }
    await sleep(500);
  }
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
  const dataSource = await connect(adapter);
  const db = new Db(dataSource, adapter, new BusinessClock(config.clock), new SlowQueries(config));
  return { adapter, dataSource, db };
}
