import type { DataSource } from 'typeorm';
import type { PoolConnection, RowDataPacket } from 'mysql2';
import { isMariaDb } from './mysql-version.js';

/** What tells servers apart behind one address. */
export const thisServer = "CONCAT(@@hostname, ':', @@port)";

const servers = new WeakMap<PoolConnection, string>();

/** The server at the other end, as thisServer names it. */
export function serverOf(connection: PoolConnection): string | undefined {
  return servers.get(connection);
}

/**
 * Every connection's first statements. A value that does not fit is an error and never cut. Row locks are waited for
 * less long than the deadline, so that a retry is possible. Nodes of a cluster show each other's committed rows.
 */
export function prepareSessions(dataSource: DataSource, deadline: number): void {
  const statement = [
    'TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO',
     SESSION net_write_timeout = 600, SESSION group_concat_max_len = 4194304,
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
        connection.query<RowDataPacket[]>(`SELECT ${thisServer} AS Server`, (error, rows) => {
          if (!error) servers.set(connection, String(rows[0].Server));
        });
      });
      return pool;
    },
  };
}

/** The two are one dialect here, but describe their columns in different words. */
export function tellMariaDb(dataSource: DataSource): void {
  const { driver } = dataSource;
  const connect = driver.connect.bind(driver);
  driver.connect = async () => {
    try {
      await connect();
      const runner = dataSource.createQueryRunner();
      const [{ version }] = (await runner.query('SELECT VERSION() AS version')) as { version: string }[];
      await runner.release();
      if (isMariaDb(version)) Object.assign(driver.options, { type: 'mariadb' });
    } catch (error) {
      // The next attempt makes a pool of its own.
      await driver.disconnect().catch(() => undefined);
      throw error;
    }
  };
}

/** What tellMariaDb found out. */
export function isOfMariaDb({ driver }: DataSource): boolean {
  return driver.options.type === 'mariadb';
}

interface MysqlPool {
  on(event: 'connection', listener: (connection: PoolConnection) => void): unknown;
}
