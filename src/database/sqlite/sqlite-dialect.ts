import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { nextTurn } from '../../context/turns.js';
import {
  ClientDisconnected,
  LockTimeout,
  QueryTooLong,
  shortList,
  type DatabaseLoad,
  type Dialect,
  type Row,
  type Session,
  type Written,
} from '../driver/dialect.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { isBusy, type ExactDatabase } from './sqlite-database.js';
import { whenFree, type SqliteWriter } from './sqlite-writer.js';
import { casesOf } from '../../record/lists/list-filters.js';
import { quote } from '../sql/quoted.js';

/** Milliseconds of work after which a list or a transaction gives up its turn of the event loop. */
const slice = 4;
/** Largest number of rows that a stream reads in one turn after the first ones. */
const batch = 50;
const mostIdle = 4;
/** Number of pages in the log (WAL) after which a COMMIT copies them into the database: the default of SQLite. */
const longestLog = 1000;
/** Milliseconds that purge() waits for readers. */
const purgeTimeout = 1000;

/** SQLite in this process: one connection for writes, one for short reads, and one for each open stream. */
export class SqliteDialect implements Dialect {
  readonly isInProcess = true;
  readonly altersInTransactions = true;
  readonly lockClause = '';
  readonly holdClause = '';
  /** Julian day 2440587.5 is the start of the year 1970. */
  readonly serverTime = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
  readonly retryTimeout: number;
  private readonly idle: ExactDatabase[] = [];
  /** The connections of streams, each with a function that stops its query and closes it. */
  private readonly busy = new Map<ExactDatabase, () => void>();
  private reader?: ExactDatabase;
  private writing?: ExactDatabase;

  /** `waitFor` is the number of milliseconds to wait for a locked file. */
  constructor(
    private readonly openConnection: () => ExactDatabase,
    private readonly writer: SqliteWriter,
    private readonly waitFor: number,
  ) {
    this.retryTimeout = waitFor / 2;
  }

  daysAfter(column: string, days: number): string {
    return `strftime('%Y-%m-%dT%H:%M:%S', SUBSTR(${column}, 1, 19), '+${days} days') || SUBSTR(${column}, 20)`;
  }

  upsertClause(key: readonly string[], columns: readonly string[]): string {
    const sets = columns.map((name) => `${quote(name)} = ${quote(name, 'excluded')}`);
    return `ON CONFLICT (${key.map((name) => quote(name)).join(', ')}) DO UPDATE SET ${sets.join(', ')}`;
  }

  /** GLOB is SQLite's only operator that distinguishes letter cases and has sets of characters. */
  textMatch(text: string, atStart: boolean): { operator: string; pattern: string } {
    const sets = [...text].map((character) => {
      const cases = casesOf(character);
      return cases.length > 1 || '*?['.includes(character) ? `[${cases.join('')}]` : character;
    });
    return { operator: 'GLOB', pattern: `${atStart ? '' : '*'}${sets.join('')}*` };
  }

  all(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<Row[]> {
    return whenFree(() => {
      if (disconnect?.aborted) throw new ClientDisconnected();
      this.reader ??= this.openReader();
      return rowsOf(this.reader, text, values);
    }, this.waitFor);
  }

  /**
   * SQLite blocks this process until it has found a row, so the deadline is checked only between rows, and `disconnect`
   * only between batches.
   */
  async open(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<OpenedRows<Row>> {
    const connection = this.idle.pop() ?? (await whenFree(() => this.openReader(), this.waitFor));
    let closed = false;
    const isClosed = (): boolean => closed;
    let tellEnded: (() => void) | undefined;
    let rows: Iterator<Row> | undefined;
    this.busy.set(connection, () => {
      // SQLite closes no connection whose query still runs. Without its iterator, the next read is an error.
      rows?.return?.();
      rows = undefined;
      connection.close();
    });
    const close = (): void => {
      if (closed) return;
      closed = true;
      rows?.return?.();
      this.giveBack(connection);
      tellEnded?.();
    };
    /** Milliseconds that SQLite may still work on this part of the list. Waits for a turn do not count. */
    let left = this.waitFor;
    const first: Row[] = [];
    // Reads at most `most` rows, within one turn. Gives the connection back as soon as the last row is in memory.
    const some = (most: number): Row[] => {
      const began = Date.now();
      try {
        if (disconnect?.aborted) throw new ClientDisconnected();
        const taken = take((rows ??= connection.cached(text).iterate(...bound(values))), most, began + left);
        if (taken.done) close();
        return taken.rows;
      } catch (error) {
        // A query that has returned no rows yet can start again.
        if (isBusy(error) && first.length === 0) rows = undefined;
        else close();
        throw error;
      } finally {
        left -= Date.now() - began;
      }
    };
    // Read one row more than a short list has, to see whether the list is longer.
    while (!isClosed() && first.length <= shortList) {
      if (first.length > 0) await nextTurn();
      const wanted = shortList + 1 - first.length;
      const more = await whenFree(() => some(wanted), this.waitFor).catch((error: unknown) => {
        close();
        throw error;
      });
      first.push(...more);
    }
    const next = async (): Promise<Row[] | undefined> => {
      if (isClosed()) return undefined;
      await nextTurn();
      left = this.waitFor;
      return isClosed() ? undefined : some(batch);
    };
    if (isClosed()) return { first };
    return { first, rest: { next, close, ended: new Promise((resolve) => (tellEnded = resolve)) } };
  }

  async begin(): Promise<Session> {
    const free = await this.writer.acquire(this.waitFor);
    try {
      const connection = (this.writing ??= this.openWriter());
      await whenFree(() => connection.cached('BEGIN IMMEDIATE').run(), this.waitFor);
      return new SqliteSession(connection, free, () => {
        this.writing = undefined;
        connection.close();
      });
    } catch (error) {
      free();
      throw isBusy(error) ? new LockTimeout('another process is writing') : error;
    }
  }

  /** Returns false, because SQLite reports a read-only file only when a write fails. */
  async isReadOnly(): Promise<boolean> {
    return false;
  }

  load(): Pick<DatabaseLoad, 'connections' | 'waiting'> {
    const connections = this.busy.size + (this.reader ? 1 : 0) + (this.writing ? 1 : 0);
    return { connections, waiting: this.writer.waiting };
  }

  async purge(): Promise<boolean> {
    const until = Date.now() + purgeTimeout;
    for (;;) {
      const [{ busy }] = await this.all('PRAGMA wal_checkpoint(TRUNCATE)', []);
      if (busy === 0 || Date.now() >= until) return busy === 0;
      await sleep(100);
    }
  }

  /** Lists that are still read fail with their next rows. */
  async close(): Promise<void> {
    const free = await this.writer.acquire(this.waitFor).catch(() => () => undefined);
    for (const stop of this.busy.values()) stop();
    for (const connection of [this.reader, this.writing, ...this.idle]) connection?.close();
    this.idle.length = 0;
    this.reader = this.writing = undefined;
    free();
  }

  /** SQLite's own wait for a lock blocks the process. `whenFree` waits instead, and other calls read meanwhile. */
  private openWriter(): ExactDatabase {
    const connection = this.openConnection();
    connection.pragma('busy_timeout = 1');
    // The commit writes the changed pages of the cache in one turn of the event loop; pages that do not fit are written
    // before. With the default of better-sqlite3, 16 MB, which readers have, a change of 500 long names took a turn of
    // 52 ms; now 28 ms.
    connection.pragma('cache_size = -4096');
    return connection;
  }

  private openReader(): ExactDatabase {
    const connection = this.openConnection();
    connection.pragma('query_only = ON');
    return connection;
  }

  private giveBack(connection: ExactDatabase): void {
    this.busy.delete(connection);
    if (this.idle.length < mostIdle && connection.open) this.idle.push(connection);
    else connection.close();
  }
}

/**
 * A transaction. SQLite runs each statement in this process, and no other call runs between statements by itself. So
 * the session gives up its turn of the event loop between statements: other calls read from other connections
 * meanwhile, and other writers wait for the write lock. Because they wait, a transaction does not queue for its next
 * turn (`nextTurn`) as long reads do.
 */
class SqliteSession implements Session {
  private began = performance.now();
  private isLong = false;

  /** `free` releases the write lock. `discard` closes the connection, whatever state its transaction is in. */
  constructor(
    private readonly connection: ExactDatabase,
    private readonly free: () => void,
    private readonly discard: () => void,
  ) {}

  async all(text: string, values: readonly unknown[]): Promise<Row[]> {
    await this.giveTurn();
    return rowsOf(this.connection, text, values);
  }

  async run(text: string, values: readonly unknown[]): Promise<Written> {
    await this.giveTurn();
    const statement = this.connection.cached(text);
    const { changes, lastInsertRowid } = statement.run(...bound(values));
    // SQLite has one writer, so the keys that one INSERT generates are consecutive. Compute the first key from the last
    // one.
    const last = lastInsertRowid;
    return { affected: changes, insertId: typeof last === 'number' ? last - Math.max(changes, 1) + 1 : last };
  }

  private async giveTurn(): Promise<void> {
    if (performance.now() - this.began <= slice) return;
    await turn();
    this.isLong = true;
    this.began = performance.now();
  }

  async keyStep(): Promise<number> {
    return 1;
  }

  async commit(): Promise<void> {
    await this.giveTurn();
    const commit = (): Promise<unknown> => whenFree(() => this.connection.cached('COMMIT').run(), 1000);
    await (this.isLong ? this.withCheckpointApart(commit) : commit());
    this.free();
  }

  /**
   * Commits, and runs the checkpoint, which copies the write-ahead log into the database, in a later turn. SQLite would
   * run it within the COMMIT, which took twice as long after a change of 500 long names.
   */
  private async withCheckpointApart(commit: () => Promise<unknown>): Promise<void> {
    const { connection } = this;
    connection.pragma('wal_autocheckpoint = 0');
    await commit().finally(() => connection.pragma(`wal_autocheckpoint = ${longestLog}`));
    await turn();
    try {
      connection.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // The transaction is committed in the log. A later commit copies it.
    }
  }

  async rollback(): Promise<void> {
    try {
      if (this.connection.inTransaction) this.connection.cached('ROLLBACK').run();
    } catch {
      this.discard();
    } finally {
      this.free();
    }
  }
}

function rowsOf(connection: ExactDatabase, text: string, values: readonly unknown[]): Row[] {
  const statement = connection.cached(text);
  if (statement.reader) return statement.all(...bound(values));
  statement.run(...bound(values));
  return [];
}

/**
 * Converts whole numbers and booleans to BigInt, because the driver binds every number as floating point and rejects
 * booleans.
 */
function bound(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
    return value === undefined ? null : value;
  });
}

/**
 * Takes rows until their turn is over: at least one row, if there is one, and at most `most`. Throws QueryTooLong after
 * the time `until`, in milliseconds since 1970.
 */
function take(rows: Iterator<Row>, most: number, until: number): { rows: Row[]; done: boolean } {
  const taken: Row[] = [];
  const began = performance.now();
  while (taken.length < most) {
    const next = rows.next();
    if (next.done) return { rows: taken, done: true };
    taken.push(next.value);
    if (Date.now() > until) throw new QueryTooLong();
    if (performance.now() - began > slice) break;
  }
  return { rows: taken, done: false };
}
