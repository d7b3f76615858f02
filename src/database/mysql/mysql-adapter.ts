import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { createConnection, type Pool } from 'mysql2';
import type { DatabaseTarget } from '../../config/settings/database-url.js';
import {
  columnsByTable,
  DatabaseAdapter,
  type Need,
  type Run,
  type SharedOptions,
  type StoredColumns,
} from '../driver/adapter.js';
import { DatabaseTimeout, type Dialect } from '../driver/dialect.js';
import type { DriverError, Failure } from '../driver/failure.js';
import type { Ask, Finding } from '../driver/finding.js';
import { entitiesOf } from '../schema/schema.js';
import { collationsOf, mendCollations } from './collations.js';
import { withMigrationLock } from './migration-lock.js';
import { MysqlDialect } from './mysql-dialect.js';
import { classifyMysql, refusals } from './mysql-errors.js';
import { inspectMysql, inspectMysqlAtStart } from './mysql-inspection.js';
import { missingGrants } from './mysql-rights.js';
import { MysqlStopper } from './mysql-stopper.js';
import { isOfMariaDb, MysqlDataSource } from './mysql-sessions.js';

export class MysqlAdapter extends DatabaseAdapter {
  readonly undoesMigrations = false;

  constructor(
    private readonly target: Extract<DatabaseTarget, { kind: 'mysql' }>,
    deadline: number,
    mostStreams: number,
    readonly connections: number,
  ) {
    super(deadline, mostStreams);
  }

  createDataSource(shared: SharedOptions): DataSource {
    const { deadline, connections } = this;
    const { user, ...server } = this.server();
    return new MysqlDataSource(
      {
        ...shared,
        type: 'mysql',
        ...server,
        username: user,
        charset: 'utf8mb4',
        timezone: 'Z',
        // Return whole numbers beyond 2^53 as text, and all others as numbers.
        supportBigNumbers: true,
        bigNumberStrings: false,
        poolSize: connections,
        extra: { enableKeepAlive: true, stringifyObjects: true, maxIdle: connections },
      },
      deadline,
    );
  }

  private server() {
    const { host, port, user, password, database, tls } = this.target;
    return {
      host,
      port,
      user,
      password,
      database,
      // Certificates name hosts. If DATABASE_URL has a numeric address, check only the signature.
      ssl: tls && { ...tls, rejectUnauthorized: true, verifyIdentity: isIP(host) === 0 },
      // Less than half of the deadline leaves time for a second attempt.
      connectTimeout: Math.round(this.deadline * 0.4),
    };
  }

  /** Asks repeatedly, because the server may still list a connection that was closed a moment ago. */
  async isInUse(): Promise<boolean> {
    const dataSource = this.createDataSource({});
    try {
      await dataSource.initialize();
      for (let attempt = 1; attempt <= 10; attempt++) {
        const others: unknown[] = await dataSource.query(
          'SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()',
        );
        if (others.length === 0) return false;
        await sleep(100);
      }
      return true;
    } catch (error) {
      // No other instance uses a server that does not run.
      if (['lost', 'unavailable'].includes(this.classify(error).kind)) return false;
      throw error;
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
    }
  }

  dialect(dataSource: DataSource): Dialect {
    const driver = dataSource.driver as MysqlDriver;
    return new MysqlDialect({
      pool() {
        if (!dataSource.isInitialized) throw new DatabaseTimeout('no server yet');
        return driver.pool as Pool;
      },
      isMariaDb: () => isOfMariaDb(dataSource),
      stopper: new MysqlStopper(() => createConnection(this.server()), Math.round(this.deadline * 0.2)),
      deadline: this.deadline,
      connections: this.connections,
    });
  }

  /** DDL commits on this server, so migrations run outside a transaction, and each must be able to run again. */
  migrate<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    return withMigrationLock(dataSource, work);
  }

  mend(dataSource: DataSource, tables: readonly string[]): Promise<string[]> {
    return mendCollations(dataSource, tables);
  }

  async columns(run: Run): Promise<StoredColumns> {
    return columnsByTable(
      await run(
        `SELECT c.TABLE_NAME AS TableName, c.COLUMN_NAME AS ColumnName FROM information_schema.COLUMNS c
          WHERE c.TABLE_SCHEMA = DATABASE()`,
      ),
    );
  }

  missingGrants(run: Run, needs: readonly Need[]): Promise<string[]> {
    return missingGrants(run, needs);
  }

  async tables(dataSource: DataSource): Promise<string[]> {
    const found: { name: string }[] = await dataSource.query(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    return found.map(({ name }) => name);
  }

  async inspect(dataSource: DataSource, ask: Ask): Promise<Finding[]> {
    const collations = await collationsOf((text, values) => dataSource.query(text, values));
    return inspectMysql(ask, entitiesOf(dataSource), collations, this.target.host, this.connections);
  }

  inspectAtStart(ask: Ask): Promise<Finding[]> {
    return inspectMysqlAtStart(ask, this.connections);
  }

  protected isRefusal({ code }: DriverError): boolean {
    return refusals.has(code);
  }

  protected classifyDriverError(error: DriverError): Failure {
    return classifyMysql(error);
  }
}
