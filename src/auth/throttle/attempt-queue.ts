import { Semaphore } from 'async-mutex';
import { Unavailable } from '../../errors/errors.js';

/** The seconds in the Retry-After header of the response to a call that finds the queue full. */
const comeAgain = 2;

export class TooManyAttempts extends Unavailable {
  constructor() {
    super('Too many sign-ins at once. Try again.', { retryAfter: comeAgain });
  }
}

/**
 * The password attempts that one instance processes: a few run at once, the others wait. Attempts from addresses that
 * are known for the account go first. A full queue refuses further attempts before they cost anything. Attempts from
 * known addresses and attempts from unknown addresses have a queue each, so that strangers cannot lock the owner of an
 * account out.
 */
export class AttemptQueue {
  private readonly slots: Semaphore;
  private readonly present = { known: 0, unknown: 0 };

  constructor(
    private readonly parallel: number,
    private readonly longest: number,
  ) {
    this.slots = new Semaphore(parallel);
  }

  get waiting(): number {
    return Math.max(0, this.present.known + this.present.unknown - this.parallel);
  }

  /**
   * Runs `work`, which calls `turn` once or several times: each `turn` waits for a free slot and then runs its `part`.
   * Throws Unavailable if the queue is full.
   */
  async join<T>(isKnown: boolean, work: (turn: <R>(part: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> {
    const line = isKnown ? 'known' : 'unknown';
    if (this.present[line] >= this.parallel + this.longest) throw new TooManyAttempts();
    this.present[line]++;
    try {
      return await work((part) => this.slots.runExclusive(part, 1, isKnown ? 1 : 0));
    } finally {
      this.present[line]--;
    }
  }
}
