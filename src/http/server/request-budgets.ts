import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../../config/config.js';
import { TooManyRequests } from '../../errors/errors.js';
import { RequestLog } from '../../observability/request-log.js';

const minute = 60;
const hour = 3600;
/** Searches by digits that a user may make in an hour. With many more, a user could find each customer's number. */
const digitSearches = 600;
/** Tries in ten minutes to arrive with a code or a number that no booking has. */
const refusedArrivals = 10;
/** Times that an address may choose in an hour on the page on which customers book. */
const holds = 5;

/**
 * Limits the requests per minute of each user and each address on this instance, and the forms of each address, so that
 * a runaway client does not slow down the other clients.
 */
@Injectable()
export class RequestBudgets {
  private readonly users: Budget | undefined;
  private readonly addresses: Budget | undefined;
  private readonly forms: Budget | undefined;
  private readonly searches = new Budget(
    digitSearches,
    hour,
    `You have made more than ${digitSearches} searches by digits in an hour`,
  );

  private readonly arrivals = new Budget(
    refusedArrivals,
    10 * minute,
    `More than ${refusedArrivals} tries in ten minutes found no booking`,
  );

  private readonly holds = new Budget(holds, hour, `Your address has chosen more than ${holds} times in an hour`);

  constructor({ requestsPerUser, requestsPerAddress, formsPerAddress }: Config, log: RequestLog) {
    this.users = budget(requestsPerUser, 'requests', 'You have made');
    this.addresses = budget(requestsPerAddress, 'requests', 'Your address has made', (address) =>
      log.logger.warn({ address, most: requestsPerAddress }, 'address refused: too many requests in a minute'),
    );
    this.forms = budget(formsPerAddress, 'forms', 'Your address has sent');
  }

  /** Counts one request of the user. Throws TooManyRequests if the user exceeds the limit. */
  async ofUser(userId: string): Promise<void> {
    await this.users?.spend(userId);
  }

  /** Counts one request from the address. Throws TooManyRequests if the address exceeds the limit. */
  async ofAddress(address: string): Promise<void> {
    await this.addresses?.spend(address);
  }

  /** Counts one form that the address sent without signing in. Throws TooManyRequests if it exceeds the limit. */
  async ofForms(address: string): Promise<void> {
    await this.forms?.spend(address);
  }

  /**
   * Runs `work`, which looks for the booking of a customer who arrives. Counts it for an address or a kiosk's key if it
   * throws an error that `isRefusal`. Throws TooManyRequests if too many were counted.
   */
  ofArrivals<T>(key: string, isRefusal: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    return this.arrivals.attempt(key, isRefusal, work);
  }

  /** Counts one time that a customer chose from the address. Throws TooManyRequests if it exceeds the limit. */
  async ofHolds(address: string): Promise<void> {
    await this.holds.spend(address);
  }

  /** Counts one search of the user by digits. Throws TooManyRequests if the user exceeds the limit. */
  async ofDigits(userId: string): Promise<void> {
    await this.searches.spend(userId);
  }
}

/** The budget of `points` per minute; undefined (no limit) if `points` is 0. */
function budget(points: number, what: string, limited: string, refused?: Budget['refused']): Budget | undefined {
  const told = `${limited} more than ${points} ${what} in a minute`;
  return points === 0 ? undefined : new Budget(points, minute, told, refused);
}

class Budget {
  private readonly limiter: RateLimiterMemory;
  /** For each key whose refusal was logged, the time from which it is logged again, in milliseconds since 1970. */
  private readonly logAgainAt = new Map<string, number>();

  constructor(
    private readonly points: number,
    duration: number,
    private readonly limited: string,
    /** Called with each refused key, at most once a minute per key. */
    readonly refused: (key: string) => void = () => undefined,
  ) {
    this.limiter = new RateLimiterMemory({ points, duration });
  }

  /** Counts one request of the key. Throws TooManyRequests if the key exceeds the limit. */
  async spend(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? this.refusal(key, refused) : refused;
    }
  }

  /**
   * Runs `work`, and counts it if it throws an error that `counts`. Throws TooManyRequests beyond the limit. While it
   * runs, it counts too: many tries at once get no further than one after the other.
   */
  async attempt<T>(key: string, counts: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    await this.spend(key);
    let isCounted = false;
    try {
      return await work();
    } catch (error) {
      isCounted = counts(error);
      throw error;
    } finally {
      if (!isCounted) await this.limiter.reward(key);
    }
  }

  private refusal(key: string, { msBeforeNext }: RateLimiterRes): TooManyRequests {
    this.logRefusal(key);
    return new TooManyRequests(`${this.limited}. Try again later.`, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  }

  private logRefusal(key: string): void {
    const now = Date.now();
    if ((this.logAgainAt.get(key) ?? 0) > now) return;
    for (const [other, until] of this.logAgainAt) if (until <= now) this.logAgainAt.delete(other);
    this.logAgainAt.set(key, now + minute * 1000);
    this.refused(key);
  }
}
