import { Semaphore } from 'async-mutex';
import { Unavailable } from '../../errors/errors.js';

/** Seconds after which an attempt that found the line full may come again. */
const comeAgain = 2;

/** 503: the line is full. */
export class TooManyAttempts extends Unavailable {
  constructor() {
    super('Too many sign-ins at once. Try again.', { retryAfter: comeAgain });
  }
}

/**
 * The attempts at passwords that one instance works on: a few at once, the others in line, and those from addresses
 * that are known for their account before all others. A full line turns further ones away before they cost anything;
 * the two kinds have a line each, so that strangers cannot keep the owner of an account out.
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

  /** Does the work, which may take several turns, while there is room. Throws Unavailable. */
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
