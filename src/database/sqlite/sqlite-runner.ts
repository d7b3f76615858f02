import type { QueryResult } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { openConnection, type ExactDatabase } from './sqlite-database.js';
import { whenFree, type SqliteWriter } from './sqlite-writer.js';

const reads = /^\s*(select|pragma|explain)\b/i;
/** Migrations and command-line tools have time. */
const writerTimeout = 60_000;

/**
 * TypeORM's runner with a connection of its own. The driver's runners share one, so that a write would be rolled back
 * with another runner's transaction after it was acknowledged.
 */
class IsolatedRunner extends BetterSqlite3QueryRunner {
  private own?: ExactDatabase;
  private free?: () => void;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly writer: SqliteWriter,
  ) {
    super(driver);
  }

  override connect(): Promise<ExactDatabase> {
    this.own ??= openConnection(this.driver.options.database);
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

/** Gives each of the driver's query runners a connection of its own and the process's one right to write. */
export function isolateRunners(driver: BetterSqlite3Driver, writer: SqliteWriter): void {
  driver.createQueryRunner = () => new IsolatedRunner(driver, writer);
  // The stored forms that SQLite lacks a name for: any text type is text, and only an integer can be generated.
  driver.supportedDataTypes.push('mediumtext');
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const { type, isGenerated } = column as Partial<ColumnMetadata>;
    return isGenerated && type === 'bigint' ? 'integer' : normalizeType(column);
  };
}
