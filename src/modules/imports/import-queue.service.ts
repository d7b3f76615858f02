import { Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { TooManyRequests } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';

/** Number of imports that are received, wait or run at the same time. */
const mostOfUser = 8;
const mostOfAll = 20;
/** Number of seconds after which a client may repeat a call that found the queue full. */
const retryAfter = 10;

/**
 * The imports of this process. One at a time reads its file and is in memory. The others wait with their files on disk,
 * and a user has few places, so that no user keeps others out.
 */
@Injectable()
export class ImportQueueService {
  private readonly turn = new Mutex();
  /** The number of imports of each user. */
  private readonly places = new Map<Guid, number>();
  private taken = 0;

  /** Runs work that calls `alone`. Throws TooManyRequests if too many imports wait. */
  async enter<T>(userId: Guid, work: () => Promise<T>): Promise<T> {
    const own = this.places.get(userId) ?? 0;
    if (own >= mostOfUser)
      throw new TooManyRequests(`${mostOfUser} of your imports are running: wait until one has ended.`, retryAfter);
    if (this.taken >= mostOfAll)
      throw new TooManyRequests(`${mostOfAll} imports are running: wait until one has ended.`, retryAfter);
    this.places.set(userId, own + 1);
    this.taken++;
    try {
      return await work();
    } finally {
      this.taken--;
      const left = this.places.get(userId)! - 1;
      if (left > 0) this.places.set(userId, left);
      else this.places.delete(userId);
    }
  }

  /** Waits for its turn, and runs work that has a file in memory. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.runExclusive(work);
  }
}
