import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LiveCallersService } from '../../../auth/guards/live-callers.service.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { ServiceError, TooManyRequests, Unavailable } from '../../../errors/errors.js';
import type { Follow, Listener } from '../../../http/endpoint/handler-result.js';
import { Registry } from '../../../http/endpoint/registry.js';
import { Health } from '../../../observability/health.js';
import { Job } from '../../../jobs/job.decorator.js';
import type { Guid } from '../../../record/fields.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { QueueEntry } from './queue.records.js';
import { QueueService } from './queue.service.js';

/** Milliseconds between two reads of the followed queues. */
const readInterval = 1000;
/** Maximum number of queues that a user can follow at the same time on this instance. */
const mostFollowed = 20;
/** Value of Retry-After, in seconds, for a user who follows too many queues. */
const retryAfter = 5;

interface Follower {
  caller: Principal;
  listener: Listener;
  locationId: Guid;
  /** The queue that the listener last received, as JSON. */
  known: string;
}

/** Sends changed queues to their followers. Once a second, a job reads all followed queues with two queries. */
@Injectable()
export class LiveQueueService implements OnApplicationShutdown {
  private readonly followers = new Set<Follower>();

  constructor(
    private readonly queue: QueueService,
    private readonly locations: LocationsService,
    private readonly callers: LiveCallersService,
    private readonly registry: Registry,
    private readonly health: Health,
  ) {}

  /**
   * Returns a function that adds a follower of the queue. `entries` is the queue that the follower has already
   * received. That function throws TooManyRequests if the user already follows 20 queues, and Unavailable if this
   * instance is stopping.
   */
  follow(caller: Principal, locationId: Guid, entries: readonly QueueEntry[]): Follow {
    return async (listener) => {
      if (this.health.stopping) throw new Unavailable('This instance is stopping: connect again.');
      const ofCaller = [...this.followers].filter((follower) => follower.caller.UserId === caller.UserId).length;
      if (ofCaller >= mostFollowed)
        throw new TooManyRequests(`You already follow ${mostFollowed} queues: close one of them first.`, retryAfter);
      const follower = { caller, listener, locationId, known: JSON.stringify(entries) };
      this.followers.add(follower);
      return () => void this.followers.delete(follower);
    };
  }

  onApplicationShutdown(): void {
    this.followers.clear();
  }

  /**
   * Sends each changed queue to its followers. If the database does not respond, the next run of the job sends the
   * changes.
   */
  @Job({ name: 'queue followers', every: readInterval, everywhere: true })
  async read(): Promise<void> {
    if (this.followers.size === 0) return;
    try {
      if (this.health.stopping) {
        this.end(this.followers);
      } else {
        await this.endWithoutAccess();
        await this.sendChanged();
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  /**
   * Ends the streams of followers who are signed out, or who have lost the permission for the operation or the access
   * to the location.
   */
  private async endWithoutAccess(): Promise<void> {
    // The check covers these alone: it does not know the callers of streams that begin while it runs.
    const present = [...this.followers];
    const operation = this.registry.operations.find(({ name }) => name === 'listQueue');
    const live = operation
      ? await this.callers.among(new Set(present.map(({ caller }) => caller)), operation)
      : new Set();
    const inScope = await this.locations.among(present);
    this.end(present.filter((follower) => !live.has(follower.caller) || !inScope.has(follower)));
  }

  private async sendChanged(): Promise<void> {
    if (this.followers.size === 0) return;
    const present = [...this.followers];
    const queues = await this.queue.of([...new Set(present.map(({ locationId }) => locationId))]);
    const answers = new Map([...queues].map(([id, Queue]) => [id, { answer: { Queue }, text: JSON.stringify(Queue) }]));
    for (const follower of present) {
      const { answer, text } = answers.get(follower.locationId)!;
      if (follower.known === text || !this.followers.has(follower)) continue;
      follower.known = text;
      follower.listener.next(answer);
    }
  }

  private end(followers: Iterable<Follower>): void {
    for (const follower of [...followers]) {
      this.followers.delete(follower);
      follower.listener.end();
    }
  }
}
