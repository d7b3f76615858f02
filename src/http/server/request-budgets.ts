import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../../config/config.js';
import { TooManyRequests } from '../../errors/errors.js';
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

  constructor({ requestsPerUser, requestsPerAddress }: Config) {
    this.users = budget(requestsPerUser, 'You have');
    this.addresses = budget(requestsPerAddress, 'Your address has');
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
function budget(points: number, who: string): Budget | undefined {
  return points === 0 ? undefined : new Budget(points, who);
}

class Budget {
  private readonly limiter: RateLimiterMemory;
  /** What the other workers have not been told of. */
  private spent = new Map<string, number>();

  constructor(
    private readonly points: number,
    private readonly who: string,
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
      const wait = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new TooManyRequests(
        `${this.who} made more than ${this.points} requests in a minute. Try again later.`,
        wait,
      );
    }
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
