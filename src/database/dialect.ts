import type { OpenedRows } from '../record/lists/list-options.js';
import type { Exact } from '../record/values/exact.js';

export type Row = Record<string, unknown>;

export interface Written {
  affected: number;
  /** The generated key of the (first) row, where there is one. */
  insertId: Exact;
}

/** One connection with an open transaction. After `commit` or `rollback` it must not be used. */
export interface Session {
  all(text: string, values: readonly unknown[]): Promise<Row[]>;
  run(text: string, values: readonly unknown[]): Promise<Written>;
  /** How far apart the generated keys of one statement are. */
  keyStep(): Promise<number>;
  commit(): Promise<void>;
  /** Never fails: a connection that cannot roll back is closed, which does. */
  rollback(): Promise<void>;
}

/** How busy the way to the database is at the moment. */
export interface DatabaseLoad {
  /** Connections in use. */
  connections: number;
  /** Lists being read. */
  streams: number;
  /** Calls that wait for a connection, for their turn to read a list, or for SQLite's right to write. */
  waiting: number;
}

/** Rows up to which a list is read whole. */
export const shortList = 200;

/**
 * What differs between the databases. Failures are the driver's own errors, a DatabaseTimeout, QueryTooLong or
 * CallerLeft.
 */
export interface Dialect {
  /** Milliseconds for which a transaction that met another's lock is tried again. */
  readonly retryTimeout: number;
  /** Behind a SELECT that locks its rows until the end of the transaction. */
  readonly lockClause: string;
  /** Behind a SELECT: its rows stay as they are until the end of the transaction. */
  readonly holdClause: string;
  /** Behind an INSERT whose keys are all there: it updates the columns instead. */
  upsertClause(key: readonly string[], columns: readonly string[]): string;
  /**
   * Finds text in any letter case, at its start or anywhere: what stands between the
   * column and the pattern, and the pattern.
   */
  textMatch(text: string, atStart: boolean): { operator: string; pattern: string };
  /**
   * Reads outside a transaction: what is committed now. left: once it is aborted, the query is stopped in the database
   * and fails with CallerLeft.
   */
  all(text: string, values: readonly unknown[], left?: AbortSignal): Promise<Row[]>;
  /**
   * As many rows as a list may have that is read whole, and the others in step with the
   * reader. A reader who leaves ends the query in the database.
   */
  open(text: string, values: readonly unknown[], left?: AbortSignal): Promise<OpenedRows<Row>>;
  begin(): Promise<Session>;
  /** Whether the server says that it takes no changes. */
  isReadOnly(): Promise<boolean>;
  load(): Omit<DatabaseLoad, 'streams'>;
  /** Takes what was overwritten out of the database's own log as well; false: somebody reads an older state in it. */
  purge(): Promise<boolean>;
  close(): Promise<void>;
}

/** The database did not answer in time. */
export class DatabaseTimeout extends Error {
  constructor(what: string) {
    super(`The database did not answer in time: ${what}.`);
    this.name = 'DatabaseTimeout';
  }
}

/** All connections that the service may have are in use. */
export class NoFreeConnection extends DatabaseTimeout {}

/** The database answers, but this statement took longer than a call may wait: it was stopped there. */
export class QueryTooLong extends Error {
  constructor() {
    super('The statement took too long and was stopped.');
    this.name = 'QueryTooLong';
  }
}

/** The caller left before the rows were there: the query was stopped. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller left.');
    this.name = 'CallerLeft';
  }
}

/** Another transaction held a lock for as long as one may wait. */
export class LockTimeout extends DatabaseTimeout {}
