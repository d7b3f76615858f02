import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import {
  ClientDisconnected,
  DatabaseTimeout,
  LockTimeout,
  NoFreeConnection,
  QueryTooLong,
  type Dialect,
} from './dialect.js';
import { driverErrorOf, type DriverError, type Failure } from './failure.js';
import type { Ask, Finding } from './finding.js';

/** Runs the statement `text`, which has a `?` for each of the `values`. */
export type Run = (text: string, values?: unknown[]) => Promise<unknown>;

export type StoredColumns = ReadonlyMap<string, ReadonlySet<string>>;

export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** The rights that the service needs on a table. `column` is one of the columns of the table. */
export interface Need {
  readonly table: string;
  readonly column: string;
  readonly rights: readonly Right[];
}

/** `rows` has one row for each column of the database. */
export function columnsByTable(rows: unknown): StoredColumns {
  const byTable = new Map<string, Set<string>>();
  for (const { TableName, ColumnName } of rows as { TableName: string; ColumnName: string }[]) {
    const columns = byTable.get(TableName);
    if (columns) columns.add(ColumnName);
    else byTable.set(TableName, new Set([ColumnName]));
  }
  return byTable;
}

export type SharedOptions = Pick<
  DataSourceOptions,
  'entities' | 'migrations' | 'migrationsTransactionMode' | 'synchronize' | 'logging' | 'logger'
>;

/** What differs between SQLite and the servers MySQL and MariaDB. An instance of the service has one adapter. */
export abstract class DatabaseAdapter {
  /**
   * `deadline` is the milliseconds that a call may wait for the database in total. `mostStreams` is the most long lists
   * that may be open at once.
   */
  constructor(
    readonly deadline: number,
    readonly mostStreams: number,
  ) {}

  /** Whether the changes of a failed migration are undone. */
  abstract readonly undoesMigrations: boolean;

  abstract createDataSource(shared: SharedOptions): DataSource;

  /** Whether another connection has the database open. Call it before you open one. */
  abstract isInUse(): Promise<boolean>;

  abstract dialect(dataSource: DataSource): Dialect;

  /** Runs work that changes the schema. Of several instances, only one runs it at a time. */
  abstract migrate<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T>;

  /** Repairs tables that come from the dump of another server. Returns sentences about each repair, done or failed. */
  abstract mend(dataSource: DataSource, tables: readonly string[]): Promise<string[]>;

  abstract columns(run: Run): Promise<StoredColumns>;

  abstract tables(dataSource: DataSource): Promise<string[]>;

  /** The statements that grant the user of the connection the rights of `needs` that it lacks. */
  abstract missingGrants(run: Run, needs: readonly Need[]): Promise<string[]>;

  /** Checks the file or the server. */
  abstract inspect(dataSource: DataSource, ask: Ask): Promise<Finding[]>;

  /** Makes the few checks that each start of the service makes. */
  abstract inspectAtStart(ask: Ask): Promise<Finding[]>;

  /** Whether the server refuses to connect for a reason that does not pass by itself, such as a wrong password. */
  refuses(error: unknown): boolean {
    const driverError = driverErrorOf(error);
    return driverError !== undefined && this.isRefusal(driverError);
  }

  classify(error: unknown): Failure {
    if (error instanceof LockTimeout) return { kind: 'contention' };
    if (error instanceof QueryTooLong) return { kind: 'tooLong' };
    if (error instanceof ClientDisconnected) return { kind: 'disconnected' };
    if (error instanceof NoFreeConnection) return { kind: 'busy', ofUser: error.ofUser };
    if (error instanceof DatabaseTimeout) return { kind: 'unavailable', undecided: true };
    const driverError = driverErrorOf(error);
    return driverError ? this.classifyDriverError(driverError) : { kind: 'other' };
  }

  protected abstract isRefusal(error: DriverError): boolean;

  protected abstract classifyDriverError(error: DriverError): Failure;
}
