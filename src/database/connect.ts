import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { BusinessClock } from '../context/business-clock.js';
import type { Config } from '../config/config.js';
import { Db } from './db.js';
import { classify } from './db-errors.js';
import type { Dialect } from './dialect.js';
import { MysqlDialect } from './mysql/mysql-dialect.js';
import { createDataSource, waitLimit, writerOf } from './options.js';
import { SilentLogger } from './silent.logger.js';
import { SlowQueries } from './slow-queries.js';
import { SqliteDialect } from './sqlite/sqlite-dialect.js';

/**
 * A connected data source. patience: milliseconds to wait for a server that is not there yet.
 */
export async function connect(config: Config, timeout = 0): Promise<DataSource> {
  const until = Date.now() + timeout;
  if (config.database.kind === 'sqlite') makeFile(config.database.file);
  for (;;) {
    const dataSource = createDataSource(config, new SilentLogger());
    try {
      return await dataSource.initialize();
    } catch (error) {
      const { kind } = classify(error);
      if ((kind !== 'lost' && kind !== 'unavailable') || Date.now() >= until) throw error;
    }
    await sleep(500);
  }
}

/** SQLite would let everybody read the file; what it puts beside the file follows it. */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
}

/** Db over a connected data source. */
export function openDb(
  dataSource: DataSource,
  config: Config,
  clock: BusinessClock,
  slowQueries = new SlowQueries(config),
): Db {
  return new Db(dataSource, slowQueries.watch(dialectOf(dataSource, config)), clock);
}

function dialectOf(dataSource: DataSource, config: Config): Dialect {
  if (config.database.kind === 'sqlite')
    return new SqliteDialect(config.database.file, writerOf(dataSource), waitLimit(config));
  const { pool } = dataSource.driver as unknown as { pool: Pool };
  return new MysqlDialect(pool, {
    deadline: waitLimit(config),
    connections: config.databasePool,
    streams: config.databaseStreams,
  });
}
