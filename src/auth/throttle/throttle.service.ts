import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { TooManyRequests } from '../../errors/errors.js';
import { Metrics } from '../../observability/metrics.js';
import { toDate } from '../../record/values/datetime.js';
import type { DateTime, Int64 } from '../../record/fields.js';
import { callerAddress } from '../../http/server/address.js';
import { SecurityLogService, type FailureReason, type SecurityEvent } from '../accounts/security-log.service.js';
import { AttemptQueue, TooManyAttempts } from './attempt-queue.js';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { CodeNeeded, SignInRefused } from './refusals.js';
import { sha256 } from '../accounts/secrets.js';
import { SignInAttempt, lockCount } from './sign-in-attempt.entity.js';
import { accountRule, addressRule, knownFor, waitAfter, type WindowRule } from './throttle.rules.js';
import { userNameKey } from '../accounts/user.entity.js';

/** Milliseconds after which a pending attempt counts as failed, because its process has died. */
const longestAttempt = 30_000;
/** Milliseconds between two checks whether the other, pending attempts have an outcome. */
const pollInterval = 25;
/** Twice the number of passwords that are hashed at the same time, because some attempts use the database meanwhile. */
const attemptsAtOnce = 4;
/**
 * The number of attempts from known addresses that may wait, and also the number of attempts from other addresses.
 * Further attempts are refused.
 */
export const longestQueue = 64;

interface Attempt {
  /** SHA-256 of the `userNameKey` of the user name. */
  account: string;
  address: string;
}

interface Counted {
  Failed: number;
  Pending: number;
  LastFailure: DateTime | null;
}

export type Checked<T> = { passed: T } | { failed: FailureReason };

/**
 * Why an attempt must wait: too many failures, after which the next attempt is allowed at `until` (milliseconds since
 * 1970), or other attempts without an outcome ('undecided').
 */
type Obstacle = { until: number } | 'undecided';

/**
 * Counts the password attempts in the database, and refuses attempts after too many failures. It stores an attempt as
 * pending before the password is checked. While an attempt is pending, other attempts wait if its failure would make
 * the throttle refuse them. So parallel attempts, on any number of instances, get no more tries than sequential
 * attempts.
 */
@Injectable()
export class ThrottleService {
  private readonly queue = new AttemptQueue(attemptsAtOnce, longestQueue);

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    private readonly metrics: Metrics,
    private readonly security: SecurityLogService,
  ) {
    metrics.gauge('sign_ins_waiting', 'Attempts to sign in that wait in the queue.', () => this.queue.waiting);
  }

  /**
   * Runs `check`, which checks a password, a one-time code or a sign-in with the provider. Returns undefined if `check`
   * returns `failed`. If `check` throws, the attempt counts neither as failure nor as success. Throws TooManyRequests
   * and Unavailable without running `check`.
   */
  async attempt<T>(
    userName: string,
    ip: string,
    check: () => Promise<Checked<T>>,
    event: SecurityEvent['event'] = 'password attempt',
  ): Promise<T | undefined> {
    const attempt: Attempt = { account: sha256(userNameKey(userName)), address: callerAddress(ip) };
    try {
      const isKnown = await this.isKnown(attempt.account, attempt.address);
      const checked = await this.queue.join(isKnown, async (turn) => {
        for (;;) {
          const done = await turn(() => this.attemptOnce(attempt, check));
          if (done) return done;
          await sleep(pollInterval);
        }
      });
      if ('passed' in checked) {
        this.security.record({
          event,
          outcome: 'succeeded',
          ...attempt,
          user: currentCall()?.userId ?? undefined,
        });
        return checked.passed;
      }
      this.metrics.signInFailed('wrong');
      this.logFailure(event, attempt, checked.failed);
      return undefined;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason) this.logFailure(event, attempt, reason);
      throw error;
    }
  }

  /** Deletes, within a transaction, all failed attempts of the account, from any address. Returns their number. */
  async forgive(userName: string): Promise<number> {
    return this.db.execute(sql`DELETE FROM sign_in_attempts
      WHERE Account = ${sha256(userNameKey(userName))} AND Outcome = 'failed'`);
  }

  /**
   * Returns a function from the name of a throttled user to the time of the next allowed attempt, which is at most an
   * hour away.
   */
  async waiting(): Promise<(userName: string) => DateTime | undefined> {
    const failing = await this.db.all<{ Account: string; Address: string }>(sql`SELECT DISTINCT a.Account, a.Address
      FROM sign_in_attempts a WHERE a.Outcome = 'failed' AND a.AttemptedAt > ${this.time.at(-accountRule.window)}`);
    const until = new Map<string, number>();
    for (const { Account, Address } of failing)
      for (const obstacle of [
        await this.inARow(Account, Address),
        await this.inWindow(sql`a.Account = ${Account}`, accountRule),
      ])
        if (typeof obstacle === 'object') until.set(Account, Math.max(until.get(Account) ?? 0, obstacle.until));
    return (userName) => {
      const end = until.get(sha256(userNameKey(userName)));
      return end === undefined ? undefined : this.time.at(end - this.time.now());
    };
  }

  private logFailure(event: SecurityEvent['event'], attempt: Attempt, reason: FailureReason): void {
    this.security.record({ event, outcome: 'failed', reason, ...attempt });
  }

  /**
   * Returns undefined, without running `check`, if this method must be called again later, because other attempts are
   * pending. Throws TooManyRequests.
   */
  private async attemptOnce<T>(attempt: Attempt, check: () => Promise<Checked<T>>): Promise<Checked<T> | undefined> {
    const { attemptId, obstacle } = await this.db.tx(() => this.enter(attempt));
    if (attemptId === undefined) {
      if (obstacle === 'undecided') return undefined;
      this.metrics.signInFailed('throttled');
      const seconds = Math.max(1, Math.ceil((obstacle!.until - this.time.now()) / 1000));
      throw new TooManyRequests(`Too many failed sign-ins. Try again in ${seconds} s.`, seconds);
    }
    let checked: Checked<T> | undefined;
    try {
      return (checked = await check());
    } finally {
      await this.settle(attemptId, attempt, checked);
    }
  }

  /** Stores the attempt as pending, unless an obstacle makes it wait. */
  private async enter({ account, address }: Attempt): Promise<{ attemptId?: Int64; obstacle?: Obstacle }> {
    await this.db.execute(sql`UPDATE sign_in_gates SET Turns = Turns + 1
      WHERE Gate IN (${lockOf(account)}, ${lockOf(address)})`);
    const obstacle = await this.obstacle(account, address);
    if (obstacle) return { obstacle };
    const { AttemptId } = await this.db.insert(SignInAttempt, {
      Account: account,
      Address: address,
      AttemptedAt: this.time.at(),
      Outcome: 'pending',
    });
    return { attemptId: AttemptId };
  }

  private async settle(attemptId: Int64, { account, address }: Attempt, checked?: Checked<unknown>): Promise<void> {
    const reason = checked && 'failed' in checked ? checked.failed : undefined;
    await this.db.tx(async () => {
      await this.db.execute(
        checked
          ? sql`UPDATE sign_in_attempts
              SET Outcome = ${reason ? 'failed' : 'succeeded'}, AttemptedAt = ${this.time.at()}
              WHERE AttemptId = ${attemptId}`
          : sql`DELETE FROM sign_in_attempts WHERE AttemptId = ${attemptId}`,
      );
      if (reason)
        this.db.audited({
          Record: 'SignInAttempt',
          Id: String(attemptId),
          Action: 'Fail',
          After: { Account: account, Address: address, Reason: reason },
        });
    });
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

  /**
   * Counts only the failures of this account from this address since the last success of the account from the address.
   */
  private async inARow(account: string, address: string): Promise<Obstacle | undefined> {
    const pair = sql`a.Account = ${account} AND a.Address = ${address}`;
    const { Failed, Pending, LastFailure } = await this.count(sql`${pair} AND a.AttemptId >
      (SELECT COALESCE(MAX(a.AttemptId), 0) FROM sign_in_attempts a WHERE ${pair} AND a.Outcome = 'succeeded')`);
    const now = this.time.now();
    // Use no future time, because the instance that stored the failure may have a fast clock.
    const last = LastFailure === null ? 0 : Math.min(toDate(LastFailure).getTime(), now);
    const until = last + waitAfter(Failed);
    if (until > now) return { until };
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

  private isKnown(account: string, address: string): Promise<boolean> {
    return this.db.exists(sql`sign_in_attempts WHERE Account = ${account} AND Address = ${address}
      AND Outcome = 'succeeded' AND AttemptedAt > ${this.time.at(-knownFor)}`);
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

/** The reason to log for an attempt that ended with an error; undefined for errors unrelated to the account. */
function reasonOf(error: unknown): FailureReason | undefined {
  if (error instanceof TooManyRequests) return 'throttled';
  if (error instanceof TooManyAttempts) return 'too many at once';
  if (error instanceof SignInRefused) return error.reason;
  return error instanceof CodeNeeded ? 'code missing' : undefined;
}

function lockOf(key: string): number {
  return parseInt(sha256(key).slice(0, 8), 16) % lockCount;
}
