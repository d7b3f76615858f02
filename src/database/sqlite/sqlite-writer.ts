import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex, withTimeout } from 'async-mutex';
import { LockTimeout } from '../dialect.js';
import { isBusy } from './sqlite-database.js';

/** SQLite has one writer: the mutex orders this process's, `whenFree` waits for other processes. */
export class SqliteWriter {
  private readonly mutex = new Mutex();
  /** How many wait for the right to write. */
  waiting = 0;

  /** The right to write, as the function that gives it back. waitFor: milliseconds. */
  async acquire(waitFor: number): Promise<() => void> {
    this.waiting++;
    try {
      const { mutex } = this;
      if (!mutex.isLocked()) return await mutex.acquire();
      return await withTimeout(mutex, waitFor, new LockTimeout('another transaction is writing')).acquire();
    } finally {
      this.waiting--;
    }
  }
}

/**
 * Tries again while another process holds the file, for at most waitFor milliseconds, without stopping the event loop.
 */
export async function whenFree<T>(step: () => T | Promise<T>, waitFor: number): Promise<T> {
  const until = Date.now() + waitFor;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= until) throw error;
    }
    await sleep(2 + Math.random() * 20);
  }
}
