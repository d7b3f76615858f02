import type { OpenedRows } from '../../record/lists/list-options.js';
import type { Exact } from '../../record/values/exact.js';

export type Row = Record<string, unknown>;

export interface Written {
  affected: number;
  /** The generated key of the first row; undefined if the database generates none. */
  insertId: Exact;
}

/** One connection with an open transaction. After `commit` or `rollback` it must not be used. */
export interface Session {
  all(text: string, values: readonly unknown[]): Promise<Row[]>;
  run(text: string, values: readonly unknown[]): Promise<Written>;
  /** Difference between two consecutive keys that the database generates for one INSERT. */
  keyStep(): Promise<number>;
  commit(): Promise<void>;
  /** Never fails: if the connection cannot roll back, it is closed, which rolls back. */
  rollback(): Promise<void>;
}

/** The load of the connections to the database now. */
export interface DatabaseLoad {
  /** Connections in use. */
  connections: number;
  /** Lists that are being read. */
  streams: number;
  /** Maximum number of lists that are read at the same time. */
  mostStreams: number;
  /** Calls that wait for a connection, for a slot of a long list, or for SQLite's write lock. */
  waiting: number;
}

/** A list of up to this many rows is short: it is read whole, and holds no connection while its client reads. */
export const shortList = 200;

/**
 * The SQL and the connections of one kind of database. Throws the driver's own errors, DatabaseTimeout, QueryTooLong
 * and CallerLeft.
 */
export interface Dialect {
  /** Whether queries run in this process. Such a query blocks all other calls. */
  readonly isInProcess: boolean;
  /** Number of milliseconds for which a transaction that failed because of a lock is repeated. */
  readonly retryTimeout: number;
  /** Whether a rollback also reverts changes of the schema. */
  readonly altersInTransactions: boolean;
  /** Appended to a SELECT: locks its rows until the end of the transaction. */
  readonly lockClause: string;
  /** Appended to a SELECT: takes a shared lock on its rows until the end of the transaction. */
  readonly holdClause: string;
  /** The SQL for the time of the database's own clock, in whole milliseconds since 1970. */
  readonly serverTime: string;
  /** Text to append to an INSERT, so that it updates the columns of rows whose keys exist. */
  upsertClause(key: readonly string[], columns: readonly string[]): string;
  /**
   * The operator and the pattern of the condition `<column> <operator> <pattern>`, which finds the text in any letter
   * case. With `atStart`, it finds the text only at the start of the column's text.
   */
  textMatch(text: string, atStart: boolean): { operator: string; pattern: string };
  /**
   * Reads committed rows outside a transaction. If `left` is aborted, the query is stopped in the database, and `all`
   * throws CallerLeft.
   */
  all(text: string, values: readonly unknown[], left?: AbortSignal): Promise<Row[]>;
  /**
   * Returns the rows of a short list at once, and further rows as fast as the reader takes them. If the reader leaves,
   * the query is stopped in the database.
   */
  open(text: string, values: readonly unknown[], left?: AbortSignal): Promise<OpenedRows<Row>>;
  begin(): Promise<Session>;
  /** Whether the server reports that it is read-only. */
  isReadOnly(): Promise<boolean>;
  load(): Pick<DatabaseLoad, 'connections' | 'waiting'>;
  /** Removes overwritten data from SQLite's log. Returns false if an open read still needs the data. */
  purge(): Promise<boolean>;
  close(): Promise<void>;
}

/** The database did not answer before the deadline. */
export class DatabaseTimeout extends Error {
  constructor(what: string) {
    super(`The database did not answer in time: ${what}.`);
    this.name = 'DatabaseTimeout';
  }
}

/** All connections of the service, or all that one user may hold, are in use. */
export class NoFreeConnection extends DatabaseTimeout {
  /** `ofUser` is the limit of one user, if that limit was reached. */
  constructor(readonly ofUser?: number) {
    super('no free connection');
  }
}

/** The statement took longer than a call may wait, and was stopped in the database. */
export class QueryTooLong extends Error {
  constructor() {
    super('The statement took too long and was stopped.');
    this.name = 'QueryTooLong';
  }
}

/** The client left before the rows came, so the query was stopped. */
export class CallerLeft extends Error {
  constructor() {
    super('The client disconnected.');
    this.name = 'CallerLeft';
  }
}

/** Another transaction held a lock for as long as a call may wait. */
export class LockTimeout extends DatabaseTimeout {}
