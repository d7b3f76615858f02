import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../../config/config.js';
import { TooManyRequests } from '../../errors/errors.js';
import { RequestLog } from './request-log.js';
import { hear, tell, type Spent } from '../workers/channel.js';
import { isWorker, primary } from '../workers/worker.js';

const minute = 60;

/** Milliseconds between two accounts to the other workers. */
const accountEvery = 1000;

/**
 * How many requests a user, and an address, may make a minute on this instance, so that no runaway client crowds out
 * the others. Workers tell each other every second what was asked of them.
 */
@Injectable()
export class RequestBudgets implements OnModuleDestroy {
  private readonly users: Budget | undefined;
  private readonly addresses: Budget | undefined;
  private readonly timer?: NodeJS.Timeout;

  constructor({ requestsPerUser, requestsPerAddress }: Config, log: RequestLog) {
    this.users = budget(requestsPerUser, 'You have');
    this.addresses = budget(requestsPerAddress, 'Your address has', (address) =>
      log.logger.warn({ address, most: requestsPerAddress }, 'address refused: too many requests in a minute'),
    );
    if (!isWorker) return;
    hear(primary, 'spent', ({ users, addresses }) => {
      this.users?.spentElsewhere(users);
      this.addresses?.spentElsewhere(addresses);
    });
    this.timer = setInterval(() => this.account(), accountEvery).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Throws TooManyRequests. */
  async ofUser(userId: string): Promise<void> {
    await this.users?.spend(userId);
  }

  /** Throws TooManyRequests. */
  async ofAddress(address: string): Promise<void> {
    await this.addresses?.spend(address);
  }

  private account(): void {
    const [users, addresses] = [this.users, this.addresses].map((budget) => budget?.account() ?? []);
    if (users.length + addresses.length > 0) tell(primary, { kind: 'spent', users, addresses });
  }
}

/** points: requests a minute; 0: any number. */
function budget(points: number, who: string, refused?: (key: string) => void): Budget | undefined {
  return points === 0 ? undefined : new Budget(points, who, refused);
}

class Budget {
  private readonly limiter: RateLimiterMemory;
  /** What the other workers have not been told of. */
  private spent = new Map<string, number>();
  /** Those whose refusal was told, and until when that will do, milliseconds since 1970. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly points: number,
    private readonly who: string,
    /** Told of each that is refused, once a minute. */
    private readonly refused: (key: string) => void = () => undefined,
  ) {
    this.limiter = new RateLimiterMemory({ points, duration: minute });
  }

  /** Throws TooManyRequests. */
  async spend(key: string): Promise<void> {
    if (isWorker) this.spent.set(key, (this.spent.get(key) ?? 0) + 1);
    try {
      await this.limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.tell(key);
      const wait = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new TooManyRequests(
        `${this.who} made more than ${this.points} requests in a minute. Try again later.`,
        wait,
      );
    }
  }

  private tell(key: string): void {
    const now = Date.now();
    if ((this.told.get(key) ?? 0) > now) return;
    for (const [other, until] of this.told) if (until <= now) this.told.delete(other);
    this.told.set(key, now + minute * 1000);
    this.refused(key);
  }

  /** What was spent since the last account. */
  account(): Spent {
    const { spent } = this;
    this.spent = new Map();
    return [...spent];
  }

  spentElsewhere(spent: Spent): void {
    for (const [key, requests] of spent) void this.limiter.penalty(key, requests);
  }
}
