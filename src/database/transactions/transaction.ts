import { ChangeLog } from '../audit/change-log.js';
import type { Session } from '../dialect.js';

/** One attempt at a transaction. The database's own begins with the first statement. */
export class Transaction {
  readonly changes = new ChangeLog();
  /** Its last writes, each once. */
  readonly beforeCommit = new Map<string, () => Promise<void>>();
  readonly afterCommit: (() => void | Promise<void>)[] = [];
  /** What ended the transaction on the server, whoever caught it since. */
  failure: unknown;
  open = true;
  private opened?: Promise<Session>;

  constructor(private readonly begin: () => Promise<Session>) {}

  async session(): Promise<Session> {
    if (!this.open) throw new Error('The transaction is over: every statement of it must be awaited inside db.tx.');
    if (this.failure !== undefined) throw this.failure as Error;
    this.opened ??= this.begin();
    return this.opened;
  }

  /** Closes the transaction to further statements and gives the session, if there is one. */
  async end(): Promise<Session | undefined> {
    this.open = false;
    return this.opened?.catch(() => undefined);
  }
}

/** Carries a failure after which the whole transaction may be tried again. */
export class Retry extends Error {
  constructor(readonly error: unknown) {
    super('The transaction must be tried again.');
  }
}
