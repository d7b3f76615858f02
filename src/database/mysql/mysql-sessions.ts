import type { Pool, PoolConnection, PoolOptions, RowDataPacket } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { isMariaDb } from './mysql-version.js';

/** An SQL expression that identifies a server, because several servers may share one address. */
export const thisServer = "CONCAT(@@hostname, ':', @@port)";

const servers = new WeakMap<PoolConnection, string>();

/** Returns the value of `thisServer` on a connection, or undefined if it is not known yet. */
export function serverOf(connection: PoolConnection): string | undefined {
  return servers.get(connection);
}

/**
 * A data source that sets the session variables of each connection. When it connects, it detects whether the server is
 * MariaDB or MySQL.
 */
export class MysqlDataSource extends DataSource {
  constructor(options: DataSourceOptions & { type: 'mysql' }, deadline: number) {
    super(options);
    this.driver = new PreparedDriver(this, deadline);
  }
}

class PreparedDriver extends MysqlDriver {
  constructor(
    private readonly source: DataSource,
    private readonly deadline: number,
  ) {
    super(source);
  }

  /** Detects whether the server is MariaDB, because MySQL and MariaDB describe their columns differently. */
  override async connect(): Promise<void> {
    try {
      await super.connect();
      const runner = this.source.createQueryRunner();
      const [{ version }] = (await runner.query('SELECT VERSION() AS version')) as { version: string }[];
      await runner.release();
      if (isMariaDb(version)) Object.assign(this.options, { type: 'mariadb' });
    } catch (error) {
      // Close the pool, because the next attempt to connect creates a new one.
      await this.disconnect().catch(() => undefined);
      throw error;
    }
  }

  /** Rejects if no connection can be opened, like TypeORM's own method. */
  protected override createPool(options: PoolOptions): Promise<Pool> {
    const pool = (this.mysql as { createPool: (options: PoolOptions) => Pool }).createPool(options);
    pool.on('connection', (connection) => prepare(connection, this.deadline));
    return new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) {
          pool.end(() => reject(error));
          return;
        }
        connection.release();
        resolve(pool);
      });
    });
  }
}

/**
 * Sets the session variables of a connection. The SQL mode is strict: the server refuses a value that does not fit its
 * column instead of truncating it. The wait for a row lock is shorter than the deadline and leaves time for a retry. In
 * a Galera cluster, a read waits until the node has the rows that other nodes have committed.
 */
function prepare(connection: PoolConnection, deadline: number): void {
  const orClose = (error: Error | null): void => {
    if (error) connection.destroy();
  };
  connection.on('error', () => undefined);
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', orClose);
  connection.query(
    `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO',
     SESSION net_write_timeout = 600, SESSION group_concat_max_len = 4194304,
     SESSION innodb_lock_wait_timeout = ${Math.max(1, Math.floor(deadline / 2500))}`,
    orClose,
  );
  // Ignore the error of MySQL, because only MariaDB has this variable.
  connection.query('SET SESSION wsrep_sync_wait = 1', () => undefined);
  connection.query<RowDataPacket[]>(`SELECT ${thisServer} AS Server`, (error, rows) => {
    if (!error) servers.set(connection, String(rows[0].Server));
  });
}

/** Whether the server is MariaDB. Call this function only after the data source is connected. */
export function isOfMariaDb({ driver }: DataSource): boolean {
  return driver.options.type === 'mariadb';
}
