import { Semaphore, withTimeout } from 'async-mutex';
import { Unavailable } from '../../errors/errors.js';
import { shortList } from '../driver/dialect.js';

const mostPerUser = 4;
const advice = `Try again, or take at most ${shortList} rows.`;

/**
 * Limits the long lists that are read at once, in total and by one user, because each holds a connection until its
 * reader is done.
 */
export class StreamSlots {
  /** Number of lists that wait for a slot. */
  waiting = 0;
  private readonly slots: Semaphore;
  private readonly byUser = new Map<string, Semaphore>();

  /** waitFor: milliseconds. */
  constructor(
    readonly size: number,
    private readonly waitFor: number,
  ) {
    this.slots = new Semaphore(size);
  }

  get inUse(): number {
    return this.size - this.slots.getValue();
  }

  /** Whether a list of that user would have to wait. */
  isFull(user: string | undefined): boolean {
    return this.slots.isLocked() || (user !== undefined && this.byUser.get(user)?.isLocked() === true);
  }

  /**
   * Takes a slot and returns the function that releases it. Throws Unavailable, with the limit that was reached, if no
   * slot becomes free in time.
   */
  async acquire(user: string | undefined): Promise<() => void> {
    this.waiting++;
    const until = Date.now() + this.waitFor;
    try {
      const own = user === undefined ? () => undefined : await this.ofUser(user);
      try {
        const all = await take(
          this.slots,
          until,
          `The service is reading ${this.size} long lists, which is its limit.`,
        );
        return once(() => {
          all();
          own();
        });
      } catch (error) {
        own();
        throw error;
      }
    } finally {
      this.waiting--;
    }
  }

  private async ofUser(user: string): Promise<() => void> {
    let slots = this.byUser.get(user);
    if (!slots) this.byUser.set(user, (slots = new Semaphore(mostPerUser)));
    const held = slots;
    const release = await take(held, Date.now() + this.waitFor, `You already have ${mostPerUser} long lists open.`);
    return () => {
      release();
      if (held.getValue() === mostPerUser) this.byUser.delete(user);
    };
  }
}

async function take(slots: Semaphore, until: number, full: string): Promise<() => void> {
  const [, release] = await (slots.isLocked() ? waiting(slots, until, full) : slots).acquire();
  return release;
}

function waiting(slots: Semaphore, until: number, full: string): Pick<Semaphore, 'acquire'> {
  const failure = new Unavailable(`${full} ${advice}`, { retryAfter: 2 });
  return withTimeout(slots, Math.max(1, until - Date.now()), failure);
}

function once(release: () => void): () => void {
  let held = true;
  return () => {
    if (held) release();
    held = false;
  };
}
