import { Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { setTimeout as sleep } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { TooManyRequests } from '../../errors/errors.js';
import { Metrics } from '../../http/operations/metrics.js';
import { toDate } from '../../record/values/datetime.js';
import type { DateTime, Int64 } from '../../record/fields.js';
import { callerAddress } from '../../http/server/address.js';
import { SystemClock } from '../../context/system-clock.js';
import { sha256 } from '../sessions/secret-token.js';
import { SignInAttempt } from './sign-in-attempt.entity.js';
import { lockCount } from './sign-in-lock.entity.js';
import { accountRule, addressRule, knownFor, waitAfter, type WindowRule } from './throttle.rules.js';
import { userNameKey } from '../users/user-name.js';

/** An attempt that has not come to an end by then died with its process, and counts as a failure. */
const longestAttempt = 30_000;
/** How long an attempt that depends on another one's outcome waits before it looks again. */
const pollInterval = 25;
/** Attempts of one account that one instance works on at once; further ones wait in memory instead of polling. */
const parallelAttempts = 4;
/** Nothing older decides anything. */
const keptFor = knownFor + 24 * 3_600_000;

interface Attempt {
  /** SHA-256 of the user name's compared form. */
  account: string;
  address: string;
}

interface Counted {
  Failed: number;
  Pending: number;
  LastFailure: DateTime | null;
}

/** What blocks an attempt: failures (until then, milliseconds since 1970), or the outcome of others. */
type Obstacle = { until: number } | 'undecided';

/**
 * Counts the attempts at passwords in the database and refuses those that come too fast. An attempt is written down before
 * its password is looked at; while its outcome is open, attempts that would be refused if it failed wait for it. So any
 * number of attempts at once, on any number of instances, get no more tries than one after the other.
 */
@Injectable()
export class Throttle {
  private readonly queues = new Map<string, Semaphore>();

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Runs the check of a password. `check` gives undefined for a failure; when it throws, the attempt counts neither as
   * failure nor as success. Throws TooManyRequests, without running the check.
   */
  async attempt<T>(userName: string, ip: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const attempt: Attempt = { account: sha256(userNameKey(userName)), address: callerAddress(ip) };
    return this.locked(attempt.account, async () => {
      const attemptId = await this.begin(attempt);
      let outcome: 'failed' | 'succeeded' | undefined;
      try {
        const result = await check();
        outcome = result === undefined ? 'failed' : 'succeeded';
        if (outcome === 'failed') this.metrics.signInFailed('wrong');
        return result;
      } finally {
        await this.settle(attemptId, outcome);
      }
    });
  }

  private async locked<T>(account: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(account) ?? new Semaphore(parallelAttempts);
    this.queues.set(account, queue);
    try {
      return await queue.runExclusive(work);
    } finally {
      if (queue.getValue() === parallelAttempts) this.queues.delete(account);
    }
  }

  /** The AttemptId of the attempt, once nothing blocks it. */
  private async begin(attempt: Attempt): Promise<Int64> {
    for (;;) {
      const { attemptId, obstacle } = await this.db.tx(() => this.enter(attempt));
      if (attemptId !== undefined) return attemptId;
      if (typeof obstacle === 'object') {
        this.metrics.signInFailed('throttled');
        const seconds = Math.max(1, Math.ceil((obstacle.until - this.time.now()) / 1000));
        throw new TooManyRequests(`Too many failed sign-ins. Try again in ${seconds} s.`, seconds);
      }
      await sleep(pollInterval);
    }
  }

  /** Writes the attempt down unless something blocks it. */
  private async enter({ account, address }: Attempt): Promise<{ attemptId?: Int64; obstacle?: Obstacle }> {
    await this.db.execute(sql`UPDATE sign_in_gates SET Turns = Turns + 1
      WHERE Gate IN (${lockOf(account)}, ${lockOf(address)})`);
    const obstacle = await this.obstacle(account, address);
    if (obstacle) return { obstacle };
    await this.db.execute(
      sql`DELETE FROM sign_in_attempts WHERE Address = ${address} AND AttemptedAt < ${this.time.at(-keptFor)}`,
    );
    const { AttemptId } = await this.db.insert(SignInAttempt, {
      Account: account,
      Address: address,
      AttemptedAt: this.time.at(),
      Outcome: 'pending',
    });
    return { attemptId: AttemptId };
  }

  private async settle(attemptId: Int64, outcome: 'failed' | 'succeeded' | undefined): Promise<void> {
    await this.db.tx(() =>
      this.db.execute(
        outcome
          ? sql`UPDATE sign_in_attempts SET Outcome = ${outcome}, AttemptedAt = ${this.time.at()} WHERE AttemptId = ${attemptId}`
          : sql`DELETE FROM sign_in_attempts WHERE AttemptId = ${attemptId}`,
      ),
    );
  }

  private async obstacle(account: string, address: string): Promise<Obstacle | undefined> {
    const obstacles = [
      await this.inARow(account, address),
      await this.inWindow(sql`a.Address = ${address}`, addressRule),
      (await this.isKnown(account, address))
        ? undefined
        : await this.inWindow(sql`a.Account = ${account}`, accountRule),
    ];
    const ends = obstacles.flatMap((obstacle) => (typeof obstacle === 'object' ? obstacle.until : []));
    if (ends.length > 0) return { until: Math.max(...ends) };
    return obstacles.includes('undecided') ? 'undecided' : undefined;
  }

  /** Failures since the last success, of that account from that address. */
  private async inARow(account: string, address: string): Promise<Obstacle | undefined> {
    const pair = sql`a.Account = ${account} AND a.Address = ${address}`;
    const { Failed, Pending, LastFailure } = await this.count(sql`${pair} AND a.AttemptId >
      (SELECT COALESCE(MAX(a.AttemptId), 0) FROM sign_in_attempts a WHERE ${pair} AND a.Outcome = 'succeeded')`);
    const until = LastFailure === null ? 0 : toDate(LastFailure).getTime() + waitAfter(Failed);
    if (until > this.time.now()) return { until };
    return Pending > 0 && waitAfter(Failed + Pending) > 0 ? 'undecided' : undefined;
  }

  private async inWindow(where: Sql, { failures, window }: WindowRule): Promise<Obstacle | undefined> {
    const within = sql`${where} AND a.AttemptedAt > ${this.time.at(-window)}`;
    const { Failed, Pending } = await this.count(within);
    if (Failed + Pending < failures) return undefined;
    if (Failed < failures) return 'undecided';
    const oldest = await this.db.one<{ At: DateTime }>(sql`SELECT a.AttemptedAt AS At FROM sign_in_attempts a
      WHERE ${within} AND ${this.failed()} ORDER BY a.AttemptedAt DESC LIMIT 1 OFFSET ${failures - 1}`);
    return { until: toDate(oldest!.At).getTime() + window };
  }

  private async isKnown(account: string, address: string): Promise<boolean> {
    const found = await this.db.one(sql`SELECT a.AttemptId AS AttemptId FROM sign_in_attempts a
      WHERE a.Account = ${account} AND a.Address = ${address} AND a.Outcome = 'succeeded'
      AND a.AttemptedAt > ${this.time.at(-knownFor)} LIMIT 1`);
    return found !== undefined;
  }

  private async count(where: Sql): Promise<Counted> {
    const counted = await this.db.one<Counted>(sql`SELECT COUNT(CASE WHEN ${this.failed()} THEN 1 END) AS Failed,
      COUNT(CASE WHEN a.Outcome = 'pending' AND NOT ${this.failed()} THEN 1 END) AS Pending,
      MAX(CASE WHEN ${this.failed()} THEN a.AttemptedAt END) AS LastFailure FROM sign_in_attempts a WHERE ${where}`);
    return counted!;
  }

  private failed(): Sql {
    return sql`(a.Outcome = 'failed' OR (a.Outcome = 'pending' AND a.AttemptedAt < ${this.time.at(-longestAttempt)}))`;
  }
}

function lockOf(key: string): number {
  return parseInt(sha256(key).slice(0, 8), 16) % lockCount;
}
