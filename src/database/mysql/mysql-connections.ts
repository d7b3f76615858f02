import type { Socket } from 'node:net';
import { Semaphore, withTimeout } from 'async-mutex';
import type { Pool, PoolConnection } from 'mysql2';
import { DatabaseTimeout } from '../dialect.js';

/** A connection in use; it ends with exactly one of the two. */
export interface Lease {
  readonly connection: PoolConnection;
  giveBack(): void;
  /** Ends the connection with whatever runs on it. */
  abandon(): void;
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
  ) {
    this.slots = new Semaphore(size);
  }

  get inUse(): number {
    return this.size - this.slots.getValue();
  }

  /** until: the time, in milliseconds, at which DatabaseTimeout is due. */
  async lease(until: number): Promise<Lease> {
    this.waiting++;
    try {
      return await this.wait(until);
    } finally {
      this.waiting--;
    }
  }

  private async wait(until: number): Promise<Lease> {
    const pool = this.pool();
    for (;;) {
      const release = await this.slot(until);
      try {
        return await connectFrom(pool, until, release);
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
    const slots = free ? this.slots : withTimeout(this.slots, left(until), new DatabaseTimeout('no connection'));
    const [, release] = await slots.acquire();
    return release;
  }
}

function connectFrom(pool: Pool, until: number, free: () => void): Promise<Lease> {
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
      const lease = leaseOf(connection, free);
      if (waiting) resolve(lease);
      else lease.giveBack();
    });
  });
}

function leaseOf(connection: PoolConnection, free: () => void): Lease {
  let over = false;
  const once = (end: () => void) => (): void => {
    if (over) return;
    over = true;
    end();
    free();
  };
  return {
    connection,
    giveBack: once(() => connection.release()),
    abandon: once(() => {
      connection.destroy();
      // A polite goodbye would leave the server writing to nobody.
      (connection as unknown as { stream: Socket }).stream.destroy();
    }),
  };
}

/** Milliseconds until then. */
export function left(until: number): number {
  return Math.max(until - Date.now(), 1);
}
