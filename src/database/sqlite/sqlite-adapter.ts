import { closeSync, existsSync, openSync } from 'node:fs';
import type { DataSource, QueryRunner } from 'typeorm';
import { makeDatabaseFolder } from '../../config/database-folder.js';
import {
  columnsByTable,
  DatabaseAdapter,
  type Run,
  type SharedOptions,
  type StoredColumns,
} from '../driver/adapter.js';
import type { Dialect } from '../driver/dialect.js';
import type { DriverError, Failure } from '../driver/failure.js';
import { type Finding, fail, ok } from '../driver/finding.js';
import { ExactDatabase, isInUse, openConnection, prepareConnection } from './sqlite-database.js';
import { SqliteDialect } from './sqlite-dialect.js';
import { classifySqlite } from './sqlite-errors.js';
import { SqliteDataSource } from './sqlite-runner.js';
import { SqliteWriter } from './sqlite-writer.js';

export class SqliteAdapter extends DatabaseAdapter {
  readonly undoesMigrations = true;
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
    return new SqliteDataSource(
      {
        ...shared,
        type: 'better-sqlite3',
        database: this.file,
        driver: ExactDatabase,
        prepareDatabase: prepareConnection,
      },
      this.writer,
      this.open,
    );
  }

  private readonly open = (): ExactDatabase => openConnection(this.file);

  async isInUse(): Promise<boolean> {
    return existsSync(this.file) && isInUse(this.file);
  }

  dialect(): Dialect {
    return new SqliteDialect(this.open, this.writer, this.deadline);
  }

  /**
   * Runs the work in one transaction, whose write lock excludes other instances. Foreign keys are off, because a
   * migration may rebuild a table that other tables refer to.
   */
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

  /**
   * Repairs nothing: SQLite sorts text in the same order on every machine, so the indexes of a copied file stay valid.
   */
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

  /** SQLite has no users: the rights of the file decide. */
  async missingGrants(): Promise<string[]> {
    return [];
  }

  inspect(dataSource: DataSource): Promise<Finding[]> {
    return inspectSqlite(dataSource);
  }

  async inspectAtStart(): Promise<Finding[]> {
    return [];
  }

  protected isRefusal(): boolean {
    return false;
  }

  protected classifyDriverError(error: DriverError): Failure {
    return classifySqlite(error);
  }

  /**
   * Creates the database file with the mode 0600, because SQLite would make it readable for all users. SQLite gives the
   * WAL file the same mode.
   */
  private makeFile(): void {
    makeDatabaseFolder(this.file);
    closeSync(openSync(this.file, 'a', 0o600));
  }
}

async function inspectSqlite(dataSource: DataSource): Promise<Finding[]> {
  const pragma = async (name: string): Promise<unknown> => {
    const rows: Record<string, unknown>[] = await dataSource.query(`PRAGMA ${name}`);
    return Object.values(rows[0])[0];
  };
  const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, encoding: 'UTF-8' };
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const found = await pragma(name);
    findings.push(
      found === value
        ? ok(`SQLite: ${name} is ${value}.`)
        : fail(`SQLite: ${name} is ${String(found)}, not ${value}.`, 'Put the file on a local disk that allows it.'),
    );
  }
  const checked = await pragma('quick_check(1)');
  findings.push(
    checked === 'ok'
      ? ok('SQLite: the file is not damaged.')
      : fail(`SQLite: ${String(checked)}.`, 'Restore a backup: `agency restore`.'),
  );
  return findings;
}
