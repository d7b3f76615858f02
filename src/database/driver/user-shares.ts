import { Semaphore } from 'async-mutex';
import { acquireWithin } from './acquire-within.js';

/** Limits the units of a shared resource (connections, slots) that the calls of one user hold at the same time. */
export class UserShares {
  /** Number of calls that wait for their user's limit. */
  waiting = 0;
  private readonly byUser = new Map<string, Semaphore>();

  /** `size` is the number of units that one user may hold. */
  constructor(readonly size: number) {}

  isFull(user: string): boolean {
    return this.byUser.get(user)?.isLocked() === true;
  }

  /**
   * Waits until the user is below the limit, takes a unit, and returns a function that releases it. Throws the error of
   * `failure` after `waitFor` milliseconds.
   */
  async acquire(user: string, waitFor: number, failure: () => Error): Promise<() => void> {
    let share = this.byUser.get(user);
    if (!share) this.byUser.set(user, (share = new Semaphore(this.size)));
    const held = share;
    this.waiting++;
    try {
      const release = await acquireWithin(held, waitFor, failure);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        release();
        if (held.getValue() === this.size) this.byUser.delete(user);
      };
    } finally {
      this.waiting--;
    }
  }
}
