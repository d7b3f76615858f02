import type { Socket } from 'node:net';
import { Semaphore } from 'async-mutex';
import type { Pool, PoolConnection } from 'mysql2';
import { currentCall } from '../../context/call-context.js';
import { acquireWithin } from '../driver/acquire-within.js';
import { ClientDisconnected, DatabaseTimeout, NoFreeConnection } from '../driver/dialect.js';
import { UserShares } from '../driver/user-shares.js';
import { serverOf } from './mysql-sessions.js';
import type { MysqlStopper } from './mysql-stopper.js';

/** One user may hold 1/userPart of the connections. */
const userPart = 4;

/** A statement starts only if this many milliseconds of the deadline are left. */
const shortest = 50;

/** A connection in use. Call `giveBack`, `abandon` or `stop` when you are done with it. */
export interface Lease {
  readonly connection: PoolConnection;
  giveBack(): void;
  abandon(): void;
  /**
   * Closes the connection and ends its statement in the database. The connection counts as in use until then. Returns
   * whether the database was still running the statement.
   */
  stop(): Promise<boolean>;
  /**
   * Stops counting the connection towards its user's limit. It is for a long list, which StreamSlots counts instead.
   */
  leaveShare(): void;
}

/**
 * The connection pool with a limit for every wait. A call that gives up leaves the queue. Otherwise a server that
 * recovers would first serve all calls whose clients have disconnected.
 */
export class MysqlConnections {
  waiting = 0;
  private readonly slots: Semaphore;
  private readonly shares: UserShares;

  constructor(
    /** Throws until the data source is connected. */
    private readonly pool: () => Pool,
    private readonly size: number,
    private readonly stopper: MysqlStopper,
  ) {
    this.slots = new Semaphore(size);
    this.shares = new UserShares(Math.ceil(size / userPart));
  }

  get inUse(): number {
    return this.size - this.slots.getValue();
  }

  /**
   * Returns a connection for the current call. Waits if the calls of its user hold too many connections, or if all are
   * in use. Throws DatabaseTimeout at the time `until`, in milliseconds since 1970, and ClientDisconnected once
   * `disconnect` is aborted.
   */
  async lease(until: number, disconnect?: AbortSignal): Promise<Lease> {
    this.waiting++;
    try {
      const leaveShare = await this.share(until);
      try {
        const lease = await this.wait(until, leaveShare);
        if (!disconnect?.aborted) return lease;
        lease.giveBack();
        throw new ClientDisconnected();
      } catch (error) {
        leaveShare();
        throw error;
      }
    } finally {
      this.waiting--;
    }
  }

  /** Takes a connection of the user's share, if the caller is a user. Leaves half of the time to the statement. */
  private async share(until: number): Promise<() => void> {
    const user = currentCall()?.userId;
    if (!user) return () => undefined;
    const { size } = this.shares;
    return this.shares.acquire(user, timeLeft(until) / 2, () => new NoFreeConnection(size));
  }

  private async wait(until: number, leaveShare: () => void): Promise<Lease> {
    const pool = this.pool();
    for (;;) {
      const release = await this.slot(until);
      try {
        return await this.connect(pool, until, release, leaveShare);
      } catch (error) {
        // Connect again, because the first attempt may have begun while the server was down.
        if (
          error instanceof DatabaseTimeout ||
          (error as { code?: unknown }).code !== 'ETIMEDOUT' ||
          timeLeft(until) < 100
        )
          throw error;
      }
    }
  }

  private async slot(until: number): Promise<() => void> {
    const isFree = !this.slots.isLocked();
    const release = await acquireWithin(this.slots, timeLeft(until), () => new NoFreeConnection());
    if (isFree || timeLeft(until) > shortest) return release;
    release();
    throw new NoFreeConnection();
  }

  private connect(pool: Pool, until: number, release: () => void, leaveShare: () => void): Promise<Lease> {
    return new Promise((resolve, reject) => {
      let waiting = true;
      const timer = setTimeout(() => {
        waiting = false;
        reject(new DatabaseTimeout('no connection'));
      }, timeLeft(until));
      pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) {
          release();
          reject(error);
          return;
        }
        const lease = leaseOf(connection, this.stopper, release, leaveShare);
        if (waiting) resolve(lease);
        else lease.giveBack();
      });
    });
  }
}

function leaseOf(
  connection: PoolConnection,
  stopper: MysqlStopper,
  release: () => void,
  leaveShare: () => void,
): Lease {
  let over = false;
  const free = (): void => {
    release();
    leaveShare();
  };
  const once = (end: () => void) => (): void => {
    if (over) return;
    over = true;
    end();
    free();
  };
  const close = (): void => {
    connection.destroy();
    // Destroy the socket too: otherwise the server would send its whole result before it reads the driver's COM_QUIT.
    // The driver's types lack the socket.
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
    leaveShare,
  };
}

/** Returns the milliseconds that remain until the time `until`, at least 1. */
export function timeLeft(until: number): number {
  return Math.max(until - Date.now(), 1);
}
