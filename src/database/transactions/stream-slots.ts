import { Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { TooManyRequests, Unavailable } from '../../errors/errors.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import { shortList } from '../driver/dialect.js';
import { acquireWithin } from '../driver/acquire-within.js';
import { UserShares } from '../driver/user-shares.js';

const mostPerUser = 4;
const advice = `Try again, or take at most ${shortList} rows.`;

/**
 * Limits how many long lists are open at the same time, because each holds a database connection until its client has
 * read the whole list.
 */
@Injectable()
export class StreamSlots {
  waiting = 0;
  /** Number of slots. */
  readonly size: number;
  /** Milliseconds that a list waits for a slot at most. */
  private readonly waitFor: number;
  private readonly slots: Semaphore;
  private readonly shares = new UserShares(mostPerUser);

  constructor({ mostStreams, deadline }: DatabaseAdapter) {
    this.size = mostStreams;
    this.waitFor = deadline;
    this.slots = new Semaphore(mostStreams);
  }

  get inUse(): number {
    return this.size - this.slots.getValue();
  }

  /** Like `acquire`, but returns undefined if `user` would have to wait for a slot. */
  acquireFree(user: string | undefined): Promise<() => void> | undefined {
    if (this.slots.isLocked() || (user !== undefined && this.shares.isFull(user))) return undefined;
    return this.take(this.shareOf(user), this.waitFor);
  }

  /**
   * Returns the function that releases the slot. If no slot becomes free in time, throws TooManyRequests if the user
   * has reached the limit for one user, and Unavailable if the service has reached its limit.
   */
  async acquire(user: string | undefined): Promise<() => void> {
    this.waiting++;
    const until = Date.now() + this.waitFor;
    try {
      const own = await this.shareOf(user);
      return await this.take(own, Math.max(1, until - Date.now()));
    } finally {
      this.waiting--;
    }
  }

  private async shareOf(user: string | undefined): Promise<() => void> {
    return user === undefined ? () => undefined : this.shares.acquire(user, this.waitFor, tooManyOwn);
  }

  private async take(share: (() => void) | Promise<() => void>, waitFor: number): Promise<() => void> {
    // Take the slot in this turn, in which acquireFree knows it to be free.
    const slot = acquireWithin(this.slots, waitFor, () => this.tooMany());
    const own = await share;
    try {
      const all = await slot;
      return () => {
        all();
        own();
      };
    } catch (error) {
      own();
      throw error;
    }
  }

  private tooMany(): Error {
    const full = `The service is reading ${this.size} long lists, which is its limit. ${advice}`;
    return new Unavailable(full, { retryAfter: 2 });
  }
}

function tooManyOwn(): Error {
  return new TooManyRequests(`You already have ${mostPerUser} long lists open. ${advice}`, 2);
}
