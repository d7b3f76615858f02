import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { PoolConnection } from 'mysql2';
import type { Config } from '../config/config.js';
import { migrations } from './schema/migrations/index.js';
import { ExactDatabase, prepareConnection } from './sqlite/sqlite-database.js';
import { isolateRunners } from './sqlite/sqlite-runner.js';
import { SqliteWriter } from './sqlite/sqlite-writer.js';
import { Tables } from './schema/tables.module.js';

type DatabaseConfig = Pick<Config, 'database' | 'databaseDeadline' | 'databasePool'>;

/** A caller's whole wait for the database: less than the deadline that is promised, so that the answer is out in time. */
export function waitLimit({ databaseDeadline }: Pick<Config, 'databaseDeadline'>): number {
  return Math.round(databaseDeadline * 0.8);
}

/** The data source's options for the application, its command line and the tests. Its tables are those that the loaded modules state. */
export function dataSourceOptions(config: DatabaseConfig): DataSourceOptions {
  const shared = {
    entities: Tables.all(),
    migrations,
    migrationsTransactionMode: 'each' as const,
    synchronize: false,
    logging: false,
  };
  const target = config.database;
  if (target.kind === 'sqlite')
    return {
      ...shared,
      type: 'better-sqlite3',
      database: target.file,
      driver: ExactDatabase,
      prepareDatabase: prepareConnection,
    };
  return {
    ...shared,
    type: 'mysql',
    host: target.host,
    port: target.port,
    username: target.user,
    password: target.password,
    database: target.database,
    charset: 'utf8mb4',
    timezone: 'Z',
    // Whole numbers beyond 2^53 come as text, all others as numbers.
    supportBigNumbers: true,
    bigNumberStrings: false,
    // Short of the whole wait, so that an attempt that met a server that was away leaves time for another.
    connectTimeout: Math.round(waitLimit(config) * 0.4),
    poolSize: config.databasePool,
    extra: { enableKeepAlive: true, stringifyObjects: true, maxIdle: config.databasePool },
  };
}

const writers = new WeakMap<DataSource, SqliteWriter>();

/** The right to write a data source's SQLite file. */
export function writerOf(dataSource: DataSource): SqliteWriter {
  let writer = writers.get(dataSource);
  if (!writer) writers.set(dataSource, (writer = new SqliteWriter()));
  return writer;
}

/** A data source that is not yet connected. */
export function createDataSource(config: DatabaseConfig, logger?: Logger): DataSource {
  const dataSource = new DataSource({ ...dataSourceOptions(config), ...(logger && { logger }) });
  if (config.database.kind === 'sqlite') isolateRunners(dataSource.driver as BetterSqlite3Driver, writerOf(dataSource));
  else {
    prepareSessions(dataSource, waitLimit(config));
    tellMariaDb(dataSource);
  }
  return dataSource;
}

/**
 * Every connection's first statements. A value that does not fit is an error and never cut. Row locks are waited for less
 * long than the deadline, so that a retry is possible. Nodes of a cluster show each other's committed rows.
 */
function prepareSessions(dataSource: DataSource, deadline: number): void {
  const statement = [
    'TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO', SESSION net_write_timeout = 600, SESSION group_concat_max_len = 4194304,
     SESSION innodb_lock_wait_timeout = ${Math.max(1, Math.floor(deadline / 2500))}`,
    'SESSION wsrep_sync_wait = 1',
  ];
  const driver = dataSource.driver as unknown as { mysql: { createPool: (options: object) => MysqlPool } };
  const mysql = driver.mysql;
  driver.mysql = {
    ...mysql,
    createPool(options) {
      const pool = mysql.createPool(options);
      pool.on('connection', (connection) => {
        connection.on('error', () => undefined);
        connection.query(`SET SESSION ${statement[0]}`, (error) => error && connection.destroy());
        connection.query(`SET ${statement[1]}`, (error) => error && connection.destroy());
        // Unknown outside MariaDB, and then not needed.
        connection.query(`SET ${statement[2]}`, () => undefined);
      });
      return pool;
    },
  };
}

/** The two are one dialect here, but describe their columns in different words. */
function tellMariaDb(dataSource: DataSource): void {
  const { driver } = dataSource;
  const connect = driver.connect.bind(driver);
  driver.connect = async () => {
    await connect();
    const runner = dataSource.createQueryRunner();
    const [{ version }] = (await runner.query('SELECT VERSION() AS version')) as { version: string }[];
    await runner.release();
    if (/mariadb/i.test(version)) Object.assign(driver.options, { type: 'mariadb' });
  };
}

interface MysqlPool {
  on(event: 'connection', listener: (connection: PoolConnection) => void): unknown;
}
