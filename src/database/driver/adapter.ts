import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { CallerLeft, DatabaseTimeout, LockTimeout, NoFreeConnection, QueryTooLong, type Dialect } from './dialect.js';
import { driverErrorOf, type DriverError, type Failure } from './failure.js';
import type { Ask, Finding } from './finding.js';

/** Runs a statement with `?` for each value. */
export type Run = (text: string, values?: unknown[]) => Promise<unknown>;

export type StoredColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** `rows` is the database's own list of columns, with one row for each column. */
export function columnsByTable(rows: unknown): StoredColumns {
  const byTable = new Map<string, Set<string>>();
  for (const { TableName, ColumnName } of rows as { TableName: string; ColumnName: string }[]) {
    const columns = byTable.get(TableName);
    if (columns) columns.add(ColumnName);
    else byTable.set(TableName, new Set([ColumnName]));
  }
  return byTable;
}

/** Options of a data source for any database. */
export type SharedOptions = Pick<
  DataSourceOptions,
  'entities' | 'migrations' | 'migrationsTransactionMode' | 'synchronize' | 'logging' | 'logger'
>;

/** The differences between the databases. An instance of the service has one adapter, for its configured database. */
export abstract class DatabaseAdapter {
  /**
   * `deadline` is the number of milliseconds that a call may wait in total. `mostStreams` is the maximum number of long
   * lists that are open at the same time.
   */
  constructor(
    readonly deadline: number,
    readonly mostStreams: number,
  ) {}

  /** A data source that is not yet connected. */
  abstract createDataSource(shared: SharedOptions): DataSource;

  /** Whether another connection has the database open. Call it before you open one. */
  abstract isInUse(): Promise<boolean>;

  /** The dialect of a connected data source, which runs its statements. */
  abstract dialect(dataSource: DataSource): Dialect;

  /** Runs work that changes the schema. If several instances start together, only one runs it at a time. */
  abstract migrate<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T>;

  /**
   * Repairs tables that come from the dump of another server. Returns sentences that describe each repair, and each
   * repair that failed.
   */
  abstract mend(dataSource: DataSource, tables: readonly string[]): Promise<string[]>;

  /** The columns of all tables of the database. */
  abstract columns(run: Run): Promise<StoredColumns>;

  /** The names of all tables of the database. */
  abstract tables(dataSource: DataSource): Promise<string[]>;

  /** Checks the file or the server. */
  abstract inspect(dataSource: DataSource, ask: Ask): Promise<Finding[]>;

  /** Classifies the error of a statement or of a connection attempt. */
  classify(error: unknown): Failure {
    if (error instanceof LockTimeout) return { kind: 'contention' };
    if (error instanceof QueryTooLong) return { kind: 'tooLong' };
    if (error instanceof CallerLeft) return { kind: 'left' };
    if (error instanceof NoFreeConnection) return { kind: 'busy', ofUser: error.ofUser };
    if (error instanceof DatabaseTimeout) return { kind: 'unavailable', undecided: true };
    const driverError = driverErrorOf(error);
    return driverError ? this.classifyDriverError(driverError) : { kind: 'other' };
  }

  protected abstract classifyDriverError(error: DriverError): Failure;
}
