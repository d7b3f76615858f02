import { ChangeLog } from '../audit/change-log.js';
import type { Session } from '../driver/dialect.js';

/** One attempt at a transaction. The database transaction begins with the first statement. */
export class Transaction {
  readonly changes = new ChangeLog();
  readonly afterCommit: (() => void | Promise<void>)[] = [];
  /** The failure after which the transaction must not commit, even if the caller's code caught it. */
  failure: unknown;
  open = true;
  private opened?: Promise<Session>;

  constructor(private readonly begin: () => Promise<Session>) {}

  async session(): Promise<Session> {
    if (!this.open) throw new Error('The transaction has ended: await every statement inside db.tx.');
    if (this.failure !== undefined) throw this.failure as Error;
    this.opened ??= this.begin();
    return this.opened;
  }

  /**
   * Ends this attempt, which then rejects further statements. Returns the session to commit or roll back, or undefined
   * if no statement has opened one.
   */
  async end(): Promise<Session | undefined> {
    this.open = false;
    return this.opened?.catch(() => undefined);
  }
}

/** Wraps a failure after which the whole transaction can be retried. */
export class Retry extends Error {
  constructor(readonly error: unknown) {
    super('The transaction must be retried.');
  }
}
