import type { SentRecords } from './request-context.js';

export interface Listener {
  /** Called after each change, with the whole response record. */
  next(record: object): void;
  /** Called when no more changes follow. */
  end(): void;
}

/** Subscribes a listener, and returns a function to unsubscribe it. */
export type Follow = (listener: Listener) => Promise<() => void>;

interface Extras {
  /** Entries of ResponseStatus.Meta. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Response headers. The operation must declare them in `headers`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Subscribes clients that ask for events to the changes of the record. */
  readonly changes?: Follow;
  /** The response is an export about this record, which the audit records whatever the number of records. */
  readonly exported?: SentRecords['about'];
}

/**
 * The result of a handler: the response record, with entries of Meta, response headers and a subscription to changes.
 */
export class HandlerResult<T extends object = object> {
  readonly meta: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly changes: Follow | undefined;
  readonly exported: SentRecords['about'];

  constructor(
    readonly record: T,
    { meta = {}, headers = {}, changes, exported }: Extras = {},
  ) {
    this.meta = meta;
    this.headers = headers;
    this.changes = changes;
    this.exported = exported;
  }

  /** Returns a HandlerResult unchanged, and wraps a record that a handler returned alone. */
  static of(result: object): HandlerResult {
    return result instanceof HandlerResult ? (result as HandlerResult) : new HandlerResult(result);
  }

  /** The same result with further entries of Meta and further headers. */
  with({ meta, headers }: Pick<Extras, 'meta' | 'headers'>): HandlerResult<T> {
    const extras = { ...this, meta: { ...this.meta, ...meta }, headers: { ...this.headers, ...headers } };
    return new HandlerResult(this.record, extras);
  }
}
