import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../../config/config.js';
import { TooManyRequests } from '../../errors/errors.js';

const minute = 60;

/**
 * How many requests a user, and an address, may make a minute on this instance, so that
 * no runaway client crowds out the others.
 */
@Injectable()
export class RequestBudgets {
  private readonly users: RateLimiterMemory | undefined;
  private readonly addresses: RateLimiterMemory | undefined;

  constructor({ requestsPerUser, requestsPerAddress }: Config) {
    this.users = budget('user', requestsPerUser);
    this.addresses = budget('address', requestsPerAddress);
  }

  /** Throws TooManyRequests. */
  ofUser(userId: string): Promise<void> {
    return spend(this.users, userId, 'You have');
  }

  /** Throws TooManyRequests. */
  ofAddress(address: string): Promise<void> {
    return spend(this.addresses, address, 'Your address has');
  }
}

/** points: requests a minute; 0: any number. */
function budget(keyPrefix: string, points: number): RateLimiterMemory | undefined {
  return points === 0 ? undefined : new RateLimiterMemory({ keyPrefix, points, duration: minute });
}

async function spend(limiter: RateLimiterMemory | undefined, key: string, who: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const wait = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new TooManyRequests(`${who} made more than ${limiter!.points} requests in a minute. Try again later.`, wait);
  }
}
