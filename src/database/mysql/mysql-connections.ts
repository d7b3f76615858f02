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

  /** until: the time, in milliseconds, at which DatabaseTimeout is due. ended: called at the lease's end. */
  async lease(until: number, ended?: () => void): Promise<Lease> {
    this.waiting++;
    try {
      return await this.wait(until, ended);
    } finally {
      this.waiting--;
    }
  }

  private async wait(until: number, ended?: () => void): Promise<Lease> {
    const pool = this.pool();
    const timeout = new DatabaseTimeout('no connection');
    for (;;) {
      const [, release] = await withTimeout(this.slots, left(until), timeout).acquire();
      try {
        return await connectFrom(pool, until, timeout, {
          failed: release,
          ended: () => {
            release();
            ended?.();
          },
        });
      } catch (error) {
        // The attempt may have begun while the server was away.
        if (error === timeout || (error as { code?: unknown }).code !== 'ETIMEDOUT' || left(until) < 100) throw error;
      }
    }
  }
}

function connectFrom(
  pool: Pool,
  until: number,
  timeout: Error,
  free: { failed: () => void; ended: () => void },
): Promise<Lease> {
  return new Promise((resolve, reject) => {
    let waiting = true;
    const timer = setTimeout(() => {
      waiting = false;
      reject(timeout);
    }, left(until));
    pool.getConnection((error, connection) => {
      clearTimeout(timer);
      if (error) {
        free.failed();
        reject(error);
        return;
      }
      const lease = leaseOf(connection, free.ended);
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
