import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { DatabaseAdapter, type SharedOptions } from '../adapter.js';
import type { Dialect } from '../dialect.js';
import type { DriverError, Failure } from '../failure.js';
import type { Finding } from '../inspection/finding.js';
import { columnsByTable, type Run, type StoredColumns } from '../sealed/key-check.js';
import { ExactDatabase, isInUse, prepareConnection } from './sqlite-database.js';
import { SqliteDialect } from './sqlite-dialect.js';
import { classifySqlite } from './sqlite-errors.js';
import { inspectSqlite } from './sqlite-inspection.js';
import { isolateRunners } from './sqlite-runner.js';
import { SqliteWriter } from './sqlite-writer.js';

export class SqliteAdapter extends DatabaseAdapter {
  private readonly writer = new SqliteWriter();

  constructor(
    private readonly file: string,
    deadline: number,
    mostStreams: number,
  ) {
    super(deadline, mostStreams);
  }

  createDataSource(shared: SharedOptions): DataSource {
    this.makeFile();
    const dataSource = new DataSource({
      ...shared,
      type: 'better-sqlite3',
      database: this.file,
      driver: ExactDatabase,
      prepareDatabase: prepareConnection,
    });
    isolateRunners(dataSource.driver as BetterSqlite3Driver, this.writer);
    return dataSource;
  }

  async isInUse(): Promise<boolean> {
    return existsSync(this.file) && isInUse(this.file);
  }

  dialect(): Dialect {
    return new SqliteDialect(this.file, this.writer, this.deadline);
  }

  /** All in one transaction, whose write lock is the lock. A table may be rebuilt while others refer to it. */
  async migrate<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query('PRAGMA foreign_keys = OFF');
      await runner.startTransaction();
      const done = await work(runner);
      const broken = (await runner.query('PRAGMA foreign_key_check')) as unknown[];
      if (broken.length > 0) throw new Error(`The migrations leave ${broken.length} rows that refer to missing ones.`);
      await runner.commitTransaction();
      return done;
    } finally {
      await runner.release();
    }
  }

  async tables(dataSource: DataSource): Promise<string[]> {
    const found: { name: string }[] = await dataSource.query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    );
    return found.map(({ name }) => name);
  }

  /** Text has one order in SQLite, wherever the file comes from. */
  async mend(): Promise<string[]> {
    return [];
  }

  async columns(run: Run): Promise<StoredColumns> {
    return columnsByTable(
      await run(
        `SELECT m.name AS TableName, c.name AS ColumnName
          FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
      ),
    );
  }

  inspect(dataSource: DataSource): Promise<Finding[]> {
    return inspectSqlite(dataSource);
  }

  protected classifyDriverError(error: DriverError): Failure {
    return classifySqlite(error);
  }

  /** SQLite would let everybody read the file; what it puts beside the file follows it. */
  private makeFile(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    closeSync(openSync(this.file, 'a', 0o600));
  }
}
