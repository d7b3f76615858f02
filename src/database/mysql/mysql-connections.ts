import type { Socket } from 'node:net';
import { Semaphore, withTimeout } from 'async-mutex';
import type { Pool, PoolConnection } from 'mysql2';
import { CallerLeft, DatabaseTimeout, NoFreeConnection } from '../dialect.js';
import { serverOf } from './mysql-sessions.js';
import type { MysqlStopper } from './mysql-stopper.js';

/** Milliseconds without which no statement is begun after a wait. */
const shortest = 50;

/** A connection in use; it ends with exactly one of the three. */
export interface Lease {
  readonly connection: PoolConnection;
  giveBack(): void;
  /** Closes the connection. */
  abandon(): void;
  /**
   * Closes the connection, ends its statement in the database, and only then makes room for another connection.
   * Whether the database was at it.
   */
  stop(): Promise<boolean>;
}

/**
 * The pool with an end to every wait. Who gave up waiting takes no connection: otherwise a server that comes back would
 * first have to serve all who left.
 */
export class MysqlConnections {
  /** How many wait for a connection. */
  waiting = 0;
  private readonly slots: Semaphore;

  constructor(
    /** Throws as long as there is none. */
    private readonly pool: () => Pool,
    private readonly size: number,
    private readonly stopper: MysqlStopper,
  ) {
    this.slots = new Semaphore(size);
  }

  get inUse(): number {
    return this.size - this.slots.getValue();
  }

  /** until: the time, in milliseconds, at which DatabaseTimeout is due. Throws CallerLeft once left is aborted. */
  async lease(until: number, left?: AbortSignal): Promise<Lease> {
    this.waiting++;
    try {
      const lease = await this.wait(until);
      if (!left?.aborted) return lease;
      lease.giveBack();
      throw new CallerLeft();
    } finally {
      this.waiting--;
    }
  }

  private async wait(until: number): Promise<Lease> {
    const pool = this.pool();
    for (;;) {
      const release = await this.slot(until);
      try {
        return await this.connect(pool, until, release);
      } catch (error) {
        // The attempt may have begun while the server was away.
        if (error instanceof DatabaseTimeout || (error as { code?: unknown }).code !== 'ETIMEDOUT' || left(until) < 100)
          throw error;
      }
    }
  }

  /** Who does not have to wait needs neither a timer nor an error for its end. */
  private async slot(until: number): Promise<() => void> {
    const free = !this.slots.isLocked();
    if (free) return (await this.slots.acquire())[1];
    const tooMany = new NoFreeConnection('no free connection');
    const [, release] = await withTimeout(this.slots, left(until), tooMany).acquire();
    if (left(until) > shortest) return release;
    release();
    throw tooMany;
  }

  private connect(pool: Pool, until: number, free: () => void): Promise<Lease> {
    return new Promise((resolve, reject) => {
      let waiting = true;
      const timer = setTimeout(() => {
        waiting = false;
        reject(new DatabaseTimeout('no connection'));
      }, left(until));
      pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) {
          free();
          reject(error);
          return;
        }
        const lease = leaseOf(connection, this.stopper, free);
        if (waiting) resolve(lease);
        else lease.giveBack();
      });
    });
  }
}

function leaseOf(connection: PoolConnection, stopper: MysqlStopper, free: () => void): Lease {
  let over = false;
  const once = (end: () => void) => (): void => {
    if (over) return;
    over = true;
    end();
    free();
  };
  const close = (): void => {
    connection.destroy();
    // A polite goodbye would leave the server writing to nobody.
    (connection as unknown as { stream: Socket }).stream.destroy();
  };
  return {
    connection,
    giveBack: once(() => connection.release()),
    abandon: once(close),
    async stop() {
      if (over) return false;
      over = true;
      close();
      return stopper.stop(connection.threadId, serverOf(connection)).finally(free);
    },
  };
}

/** Milliseconds until then. */
export function left(until: number): number {
  return Math.max(until - Date.now(), 1);
}
