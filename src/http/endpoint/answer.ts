/** Receives the whole record of the answer after each change, and a call at the end. */
export interface Listener {
  next(record: object): void;
  end(): void;
}

/** Subscribes a listener; call the returned function to unsubscribe. */
export type Follow = (listener: Listener) => Promise<() => void>;

interface Extras {
  /** Entries of ResponseStatus.Meta. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Response headers; the operation declares them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets clients that ask for events receive the record again after every change. */
  readonly changes?: Follow;
}

/** A handler's result that has more than the response record. */
export class Answer<T extends object = object> {
  readonly meta: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly changes: Follow | undefined;

  constructor(
    readonly record: T,
    { meta = {}, headers = {}, changes }: Extras = {},
  ) {
    this.meta = meta;
    this.headers = headers;
    this.changes = changes;
  }

  /** The result of a handler, which may be the record alone. */
  static of(result: object): Answer {
    return result instanceof Answer ? (result as Answer) : new Answer(result);
  }

  withHeaders(headers: Readonly<Record<string, string>>): Answer<T> {
    return new Answer(this.record, { ...this, headers: { ...this.headers, ...headers } });
  }
}
