import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LiveCallers } from '../../../auth/guards/live-callers.service.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { runCall } from '../../../context/call-context.js';
import { Db } from '../../../database/db.js';
import { ServiceError, TooManyRequests, Unavailable } from '../../../errors/errors.js';
import type { Follow, Listener } from '../../../http/endpoint/endpoint.js';
import { Registry } from '../../../http/endpoint/registry.js';
import { Health } from '../../../http/operations/health.js';
import type { Guid } from '../../../record/fields.js';
import { LocationsService } from '../../lines/locations.service.js';
import { QueueChanges } from './queue-changes.service.js';
import type { QueueEntry } from './queue.records.js';
import { QueueService } from './queue.service.js';

/** Milliseconds between two looks at what changed. */
const lookInterval = 1000;
/** Milliseconds after which a queue is read whether it is known to have changed or not. */
const readInterval = 15_000;
/** Queues that one caller may follow at once on this instance, apart from the long lists. */
const mostFollowed = 20;
/** Seconds after which a caller who follows too many may try again. */
const followedAgain = 5;
/** The operation whose answers are followed. */
const followed = 'listQueue';

interface Follower {
  caller: Principal;
  listener: Listener;
  /** The queue as the listener has it. */
  known: string;
}

/** A location that somebody follows. */
interface Place {
  followers: Set<Follower>;
  /** Of what was read last: the business day, the count of changes and what surrounds the visits. */
  mark: string;
  readAt: number;
}

/**
 * Tells those who follow a queue of its changes, whichever instance made them. One look a second at the counts and the
 * surroundings of all queues that are followed, and none while nobody follows; a queue that changed is read once for
 * all its followers.
 */
@Injectable()
export class LiveQueue implements OnApplicationShutdown {
  private readonly places = new Map<Guid, Place>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly queue: QueueService,
    private readonly changes: QueueChanges,
    private readonly locations: LocationsService,
    private readonly callers: LiveCallers,
    private readonly registry: Registry,
    private readonly health: Health,
  ) {}

  /** entries: the queue as it was just read. Throws TooManyRequests for a caller who follows too many. */
  follow(caller: Principal, locationId: Guid, entries: readonly QueueEntry[]): Follow {
    return async (listener) => {
      if (this.health.stopping) throw new Unavailable('This instance is stopping.');
      const ofCaller = this.followers().filter((follower) => follower.caller.UserId === caller.UserId).length;
      if (ofCaller >= mostFollowed)
        throw new TooManyRequests(`You follow ${mostFollowed} queues already: end one of them first.`, followedAgain);
      const follower = { caller, listener, known: JSON.stringify(entries) };
      const place = this.places.get(locationId) ?? { followers: new Set(), mark: '', readAt: Date.now() };
      this.places.set(locationId, place);
      place.followers.add(follower);
      // It may have changed since it was read.
      place.mark = '';
      this.lookSoon();
      return () => this.leave(follower);
    };
  }

  onApplicationShutdown(): void {
    this.places.clear();
    clearTimeout(this.timer);
  }

  private leave(follower: Follower): void {
    for (const [id, { followers }] of this.places)
      if (followers.delete(follower) && followers.size === 0) this.places.delete(id);
  }

  private lookSoon(): void {
    this.timer ??= setTimeout(() => {
      void runCall({ userId: null, operation: 'followQueue', requestId: '' }, () => this.look()).finally(() => {
        this.timer = undefined;
        if (this.places.size > 0) this.lookSoon();
      });
    }, lookInterval);
  }

  /** A database that does not answer ends nothing: the next look tells what was missed. */
  private async look(): Promise<void> {
    try {
      if (this.health.stopping) {
        this.end(this.followers());
      } else {
        await this.endStrangers();
        await this.readChanged();
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  private followers(): Follower[] {
    return [...this.places.values()].flatMap(({ followers }) => [...followers]);
  }

  private async endStrangers(): Promise<void> {
    const followers = this.followers();
    const callers = new Set(followers.map(({ caller }) => caller));
    const operation = this.registry.operations.find(({ name }) => name === followed);
    const live = operation ? await this.callers.among(callers, operation) : new Set();
    this.end(followers.filter(({ caller }) => !live.has(caller)));
    const present = [...this.places].flatMap(([locationId, place]) =>
      [...place.followers].map((follower) => ({ follower, caller: follower.caller, locationId })),
    );
    const inScope = await this.locations.among(present);
    this.end(present.filter((one) => !inScope.has(one)).map(({ follower }) => follower));
  }

  private async readChanged(): Promise<void> {
    if (this.places.size === 0) return;
    const ids = [...this.places.keys()];
    const counts = await this.changes.of(ids);
    // Those who change a name, a line or a station know nothing of queues.
    const surroundings = await this.queue.surroundings(ids);
    const day = this.queue.today();
    for (const [id, place] of this.places) {
      const mark = `${day} ${counts.get(id) ?? ''} ${surroundings.get(id) ?? ''}`;
      const isOld = Date.now() - place.readAt >= readInterval;
      if (place.mark === mark && !isOld) continue;
      // Whoever comes while it is read takes the mark away again.
      place.mark = mark;
      try {
        await this.tell(id, place);
      } catch (error) {
        place.mark = '';
        throw error;
      }
      if (isOld) place.readAt = Date.now();
    }
  }

  private async tell(id: Guid, { followers }: Place): Promise<void> {
    const present = [...followers];
    const Queue = await this.queue.at(id);
    const text = JSON.stringify(Queue);
    const answer = { Queue };
    for (const follower of present) {
      if (follower.known === text) continue;
      follower.known = text;
      follower.listener.next(answer);
    }
  }

  private end(followers: readonly Follower[]): void {
    for (const follower of followers) {
      this.leave(follower);
      follower.listener.end();
    }
  }
}
