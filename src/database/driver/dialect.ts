import type { OpenedRows } from '../../record/lists/list-options.js';
import type { Exact } from '../../record/values/exact.js';

export type Row = Record<string, unknown>;

export interface Written {
  affected: number;
  /** The generated key of the first row. */
  insertId: Exact;
}

/** One connection with an open transaction, until `commit` or `rollback`. */
export interface Session {
  all(text: string, values: readonly unknown[]): Promise<Row[]>;
  run(text: string, values: readonly unknown[]): Promise<Written>;
  /** The step between the keys that the database generates for one INSERT. */
  keyStep(): Promise<number>;
  commit(): Promise<void>;
  /** Never fails: a connection that cannot roll back is closed, which rolls back. */
  rollback(): Promise<void>;
}

export interface DatabaseLoad {
  /** Number of connections in use. */
  connections: number;
  /** Number of long lists that are being read. `mostStreams` is its maximum. */
  streams: number;
  mostStreams: number;
  /** Calls that wait for a connection, for a slot of a long list, or for SQLite's write lock. */
  waiting: number;
}

/** A list of up to this many rows is read whole, and holds no connection while its client reads. */
export const shortList = 200;

/**
 * The SQL and the connections of a database. Throws the driver's errors, DatabaseTimeout, QueryTooLong,
 * ClientDisconnected.
 */
export abstract class Dialect {
  /** Queries run in this process and block all its other calls. */
  abstract readonly isInProcess: boolean;
  /** Milliseconds for which a transaction that failed because of a lock is repeated. */
  abstract readonly retryTimeout: number;
  abstract readonly altersInTransactions: boolean;
  /** Ends a SELECT that locks its rows until the end of the transaction. */
  abstract readonly lockClause: string;
  /** Ends a SELECT that takes a shared lock on its rows. */
  abstract readonly holdClause: string;
  /** SQL for the database's own clock, in whole milliseconds since 1970. */
  abstract readonly serverTime: string;
  /** SQL for the moment that is `days` days after the moment in `column`. */
  abstract daysAfter(column: string, days: number): string;
  /** Ends an INSERT that updates the columns of rows whose keys exist. */
  abstract upsertClause(key: readonly string[], columns: readonly string[]): string;
  /** `<column> <operator> <pattern>` finds the text in any letter case, with `atStart` only at the start. */
  abstract textMatch(text: string, atStart: boolean): { operator: string; pattern: string };
  /**
   * Reads committed rows. Aborting `disconnect` stops the query in the database, and `all` throws ClientDisconnected.
   */
  abstract all(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<Row[]>;
  /** Reads a short list at once, a longer one as its reader takes it. Stops the query if the reader closes the rows. */
  abstract open(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<OpenedRows<Row>>;
  abstract begin(): Promise<Session>;
  abstract isReadOnly(): Promise<boolean>;
  abstract load(): Pick<DatabaseLoad, 'connections' | 'waiting'>;
  /** Removes overwritten data from SQLite's log. Returns false if an open read still needs the data. */
  abstract purge(): Promise<boolean>;
  abstract close(): Promise<void>;
}

export class DatabaseTimeout extends Error {
  constructor(what: string) {
    super(`The database did not respond in time: ${what}.`);
    this.name = 'DatabaseTimeout';
  }
}

/** All connections of the service, or all that one user may hold, are in use. */
export class NoFreeConnection extends DatabaseTimeout {
  /** `ofUser` is the limit of connections for one user, if that limit was reached. */
  constructor(readonly ofUser?: number) {
    super('no free connection');
  }
}

/** The statement was stopped in the database. */
export class QueryTooLong extends Error {
  constructor() {
    super('The statement took too long and was stopped.');
    this.name = 'QueryTooLong';
  }
}

/** The client disconnected before the rows came, so the query was stopped. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected.');
    this.name = 'ClientDisconnected';
  }
}

/** Another transaction held a lock for as long as a call may wait. */
export class LockTimeout extends DatabaseTimeout {}
