import { Semaphore, withTimeout } from 'async-mutex';

/** Limits what one user holds of something that all calls share, so that the calls of others find some of it free. */
export class UserShares {
  /** Number of calls that wait because their user has reached the limit. */
  waiting = 0;
  private readonly byUser = new Map<string, Semaphore>();

  /** size: uses by one user at the same time. */
  constructor(readonly size: number) {}

  isFull(user: string): boolean {
    return this.byUser.get(user)?.isLocked() === true;
  }

  /**
   * Waits until the user is below the limit, and returns the function that ends the use. waitFor: milliseconds, after
   * which it throws the failure.
   */
  async acquire(user: string, waitFor: number, failure: () => Error): Promise<() => void> {
    let share = this.byUser.get(user);
    if (!share) this.byUser.set(user, (share = new Semaphore(this.size)));
    const held = share;
    this.waiting++;
    try {
      const [, release] = await (held.isLocked() ? withTimeout(held, waitFor, failure()) : held).acquire();
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
