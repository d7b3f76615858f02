import { DataSource, type DataSourceOptions, type QueryResult } from 'typeorm';
import { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { ExactDatabase } from './sqlite-database.js';
import { whenFree, type SqliteWriter } from './sqlite-writer.js';

const reads = /^\s*(select|pragma|explain)\b/i;
/** Milliseconds to wait for a lock: long, because no client waits for migrations and commands. */
const writerTimeout = 60_000;

/**
 * A query runner with a connection of its own. TypeORM's runners share one connection, so a rollback of one would also
 * roll back acknowledged writes of another.
 */
class IsolatedRunner extends BetterSqlite3QueryRunner {
  private own?: ExactDatabase;
  private free?: () => void;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly writer: SqliteWriter,
    private readonly openConnection: () => ExactDatabase,
  ) {
    super(driver);
  }

  override connect(): Promise<ExactDatabase> {
    this.own ??= this.openConnection();
    return Promise.resolve(this.own);
  }

  override async query(text: string, values?: unknown[], structured?: boolean): Promise<QueryResult> {
    const statement = text === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : text;
    const run = () => whenFree(() => this.unwrapped(statement, values, structured), writerTimeout);
    if (this.free || reads.test(text)) return run();
    const free = await this.writer.acquire(writerTimeout);
    try {
      return await run();
    } finally {
      free();
    }
  }

  private async unwrapped(text: string, values?: unknown[], structured?: boolean): Promise<QueryResult> {
    try {
      return (await super.query(text, values, structured)) as QueryResult;
    } catch (error) {
      throw (error as { driverError?: unknown }).driverError ?? error;
    }
  }

  override async startTransaction(): Promise<void> {
    if (this.transactionDepth === 0) this.free = await this.writer.acquire(writerTimeout);
    try {
      await super.startTransaction();
    } catch (error) {
      this.isTransactionActive = false;
      this.endTransaction();
      throw error;
    }
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    this.endTransaction();
  }

  override async rollbackTransaction(): Promise<void> {
    try {
      await super.rollbackTransaction();
    } finally {
      this.endTransaction();
    }
  }

  private endTransaction(): void {
    if (this.isTransactionActive) return;
    this.free?.();
    this.free = undefined;
  }

  override async release(): Promise<void> {
    if (this.isReleased) return;
    if (this.isTransactionActive) await this.rollbackTransaction().catch(() => undefined);
    this.isReleased = true;
    this.own?.close();
    this.own = undefined;
    this.endTransaction();
  }
}

/** A data source whose query runners have one connection each and share the process's write lock. */
export class SqliteDataSource extends DataSource {
  constructor(
    options: DataSourceOptions & { type: 'better-sqlite3' },
    writer: SqliteWriter,
    openConnection: () => ExactDatabase,
  ) {
    super(options);
    this.driver = new IsolatedDriver(this, writer, openConnection);
  }
}

class IsolatedDriver extends BetterSqlite3Driver {
  constructor(
    source: DataSource,
    private readonly writer: SqliteWriter,
    private readonly openConnection: () => ExactDatabase,
  ) {
    super(source);
    this.supportedDataTypes.push('mediumtext');
  }

  override createQueryRunner(): IsolatedRunner {
    return new IsolatedRunner(this, this.writer, this.openConnection);
  }

  /** SQLite generates keys only for columns of the type integer, not bigint. */
  override normalizeType(column: Parameters<BetterSqlite3Driver['normalizeType']>[0]): string {
    const { type, isGenerated } = column as Partial<ColumnMetadata>;
    return isGenerated && type === 'bigint' ? 'integer' : super.normalizeType(column);
  }
}
