import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unwritable } from '../../errors/errors.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import { serviceError, unknownOutcome } from '../driver/db-errors.js';
import { Dialect } from '../driver/dialect.js';
import { SlowQueries } from '../driver/slow-queries.js';
import { Retry, Transaction } from './transaction.js';

const mostAttempts = 8;

/** Runs work in transactions and retries it. AsyncLocalStorage passes the open transaction to the statements. */
@Injectable()
export class Transactions {
  /** The last write failed because the database is read-only or full. */
  refusesWrites = false;
  private readonly storage = new AsyncLocalStorage<Transaction>();

  constructor(
    private readonly adapter: DatabaseAdapter,
    private readonly dialect: Dialect,
    private readonly slowQueries: SlowQueries,
  ) {}

  current(): Transaction | undefined {
    const transaction = this.storage.getStore();
    return transaction?.open ? transaction : undefined;
  }

  /** Throws if the caller has no open transaction. */
  required(): Transaction {
    const transaction = this.current();
    if (!transaction) throw new Error('A write outside db.tx.');
    return transaction;
  }

  /**
   * Runs `work` in the open transaction, or else in a new one. `beforeCommit` runs before the COMMIT of a new
   * transaction, and may write more rows.
   */
  async run<T>(work: () => Promise<T>, beforeCommit: (transaction: Transaction) => Promise<void>): Promise<T> {
    if (this.current()) return work();
    const until = Date.now() + this.dialect.retryTimeout;
    for (let attempt = 1; ; attempt++) {
      const transaction = new Transaction(() => this.slowQueries.time('BEGIN', () => this.dialect.begin()));
      try {
        const answer = await this.attempt(transaction, work, beforeCommit);
        for (const hook of transaction.afterCommit) await hook();
        return answer;
      } catch (error) {
        const cause = transaction.failure ?? error;
        if (!(cause instanceof Retry) || attempt === mostAttempts || Date.now() >= until) {
          const failure = cause instanceof Retry ? cause.error : cause;
          if (failure instanceof Unwritable) this.refusesWrites = true;
          throw failure;
        }
      }
      await sleep(Math.random() * Math.min(10 * 2 ** attempt, 500));
    }
  }

  private async attempt<T>(
    transaction: Transaction,
    work: () => Promise<T>,
    beforeCommit: (transaction: Transaction) => Promise<void>,
  ): Promise<T> {
    let answer: T;
    try {
      answer = await this.storage.run(transaction, async () => {
        const result = await work();
        if (transaction.failure !== undefined) throw transaction.failure as Error;
        await beforeCommit(transaction);
        return result;
      });
    } catch (error) {
      await (await transaction.end())?.rollback();
      throw error;
    }
    const session = await transaction.end();
    try {
      if (session) await this.slowQueries.time('COMMIT', () => session.commit());
    } catch (error) {
      await session?.rollback();
      const failure = this.adapter.classify(error);
      const failed = serviceError(error, failure, 'COMMIT');
      if (failure.kind === 'contention') throw new Retry(failed);
      // Without a response, the COMMIT may have succeeded.
      const undecided = failure.kind === 'lost' || (failure.kind === 'unavailable' && failure.undecided);
      throw undecided ? unknownOutcome(failed) : failed;
    }
    return answer;
  }
}
