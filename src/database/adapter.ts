import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { CallerLeft, DatabaseTimeout, LockTimeout, NoFreeConnection, QueryTooLong, type Dialect } from './dialect.js';
import { driverErrorOf, type DriverError, type Failure } from './failure.js';
import type { Ask, Finding } from './inspection/finding.js';
import type { Run, StoredColumns } from './sealed/key-check.js';

/** What a data source is told, whichever database it is of. */
export type SharedOptions = Pick<
  DataSourceOptions,
  'entities' | 'migrations' | 'migrationsTransactionMode' | 'synchronize' | 'logging' | 'logger'
>;

/** All that differs between the databases. An instance of the service has one, of the database of its settings. */
export abstract class DatabaseAdapter {
  /** deadline: milliseconds for a caller's whole wait; mostStreams: long lists that are read at once. */
  constructor(
    readonly deadline: number,
    readonly mostStreams: number,
  ) {}

  /** A data source that is not yet connected. */
  abstract createDataSource(shared: SharedOptions): DataSource;

  /** Whether somebody has the database open. To be asked before one opens it oneself. */
  abstract isInUse(): Promise<boolean>;

  /** How statements run on a connected data source. */
  abstract dialect(dataSource: DataSource): Dialect;

  /** Runs work that changes the schema, for one instance at a time, however many start together. */
  abstract migrate<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T>;

  /**
   * Mends what these tables got from another server with a dump that was restored here; what was done, in sentences.
   */
  abstract mend(dataSource: DataSource, tables: readonly string[]): Promise<string[]>;

  /** The columns of all tables, whoever made them. */
  abstract columns(run: Run): Promise<StoredColumns>;

  /** The names of all tables, whoever made them. */
  abstract tables(dataSource: DataSource): Promise<string[]>;

  /** What can be said about the file or the server. */
  abstract inspect(dataSource: DataSource, ask: Ask): Promise<Finding[]>;

  /** What an error means that a statement, or connecting, ended with. */
  classify(error: unknown): Failure {
    if (error instanceof LockTimeout) return { kind: 'contention' };
    if (error instanceof QueryTooLong) return { kind: 'tooLong' };
    if (error instanceof CallerLeft) return { kind: 'left' };
    if (error instanceof NoFreeConnection) return { kind: 'busy' };
    if (error instanceof DatabaseTimeout) return { kind: 'unavailable', undecided: true };
    const driverError = driverErrorOf(error);
    return driverError ? this.classifyDriverError(driverError) : { kind: 'other' };
  }

  protected abstract classifyDriverError(error: DriverError): Failure;
}
