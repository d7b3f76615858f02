import { Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { TooManyRequests } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';

/** Number of imports of a user that are received, wait or run at the same time. */
const mostOfUser = 8;
/** Number of imports of all users that wait or run at the same time. */
const mostOfAll = 20;
/** Number of seconds after which a client may repeat a call that found the queue full. */
const retryAfter = 10;

/**
 * The imports of this process. One at a time reads its file and is in memory. The others wait with their files on disk.
 * A user has few places, and the users take turns, so that no user keeps others out.
 */
@Injectable()
export class ImportQueueService {
  private readonly turn = new Mutex();
  /** The users who have imports: their number, and the turn among them. */
  private readonly users = new Map<Guid, { places: number; readonly turn: Mutex }>();
  private waiting = 0;

  /** Runs work that calls `alone`. Throws TooManyRequests if the user has too many imports. */
  async enter<T>(userId: Guid, work: () => Promise<T>): Promise<T> {
    const user = this.users.get(userId) ?? { places: 0, turn: new Mutex() };
    if (user.places >= mostOfUser)
      throw new TooManyRequests(`${mostOfUser} of your imports are running: wait until one has ended.`, retryAfter);
    this.users.set(userId, user);
    user.places++;
    try {
      return await work();
    } finally {
      if (--user.places === 0) this.users.delete(userId);
    }
  }

  /**
   * Waits for the turn of the user, and runs work that has a file in memory. Must be called within `enter`, once the
   * file is on disk: an upload that is still being received takes no place of other users. Throws TooManyRequests if
   * too many imports wait.
   */
  async alone<T>(userId: Guid, work: () => Promise<T>): Promise<T> {
    if (this.waiting >= mostOfAll)
      throw new TooManyRequests(`${mostOfAll} imports are running: wait until one has ended.`, retryAfter);
    this.waiting++;
    try {
      // Only one import of each user waits in the common queue, so the next import of a user joins it behind all
      // others.
      return await this.users.get(userId)!.turn.runExclusive(() => this.turn.runExclusive(work));
    } finally {
      this.waiting--;
    }
  }
}
