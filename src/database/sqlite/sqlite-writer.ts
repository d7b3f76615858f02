import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import { acquireWithin } from '../driver/acquire-within.js';
import { LockTimeout } from '../driver/dialect.js';
import { isBusy } from './sqlite-database.js';

/**
 * SQLite permits one writer at a time: the lock queues the writers of this process, and `whenFree` waits for other
 * processes.
 */
export class SqliteWriter {
  private readonly lock = new Semaphore(1);
  waiting = 0;

  /** Returns the function that releases the write lock. `waitFor` is in milliseconds. */
  async acquire(waitFor: number): Promise<() => void> {
    this.waiting++;
    try {
      return await acquireWithin(this.lock, waitFor, () => new LockTimeout('another transaction is writing'));
    } finally {
      this.waiting--;
    }
  }
}

/** Repeats the step while another process has locked the file, at most `waitFor` milliseconds, without blocking. */
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
