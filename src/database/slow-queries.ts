import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { currentCall } from '../context/call-context.js';
import type { DatabaseLoad, Dialect, Row, Session, Written } from './dialect.js';

export interface SlowQuery {
  /** The statement with `?` for each value, cut to its first 2,000 characters. */
  sql: string;
  milliseconds: number;
  operation: string | undefined;
  requestId: string | undefined;
}

const longestText = 2000;

/** Tells of statements that took SLOW_QUERY or longer; of a list, until its first rows. */
@Injectable()
export class SlowQueries {
  /** Nobody listens on the command line, whose work may take its time. */
  listener?: (query: SlowQuery) => void;

  constructor(private readonly config: Config) {}

  watch(dialect: Dialect): Dialect {
    return new WatchedDialect(dialect, this);
  }

  async time<T>(text: string, step: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await step();
    } finally {
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      if (milliseconds >= this.config.slowQuery) this.tell(text, milliseconds);
    }
  }

  private tell(text: string, milliseconds: number): void {
    const call = currentCall();
    const sql = text.replaceAll(/\s+/g, ' ').slice(0, longestText);
    this.listener?.({ sql, milliseconds, operation: call?.operation, requestId: call?.requestId });
  }
}

class WatchedDialect implements Dialect {
  readonly retryTimeout: number;
  readonly lockClause: string;

  constructor(
    private readonly dialect: Dialect,
    private readonly slow: SlowQueries,
  ) {
    this.retryTimeout = dialect.retryTimeout;
    this.lockClause = dialect.lockClause;
  }

  upsertClause(key: readonly string[], columns: readonly string[]): string {
    return this.dialect.upsertClause(key, columns);
  }

  all(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.slow.time(text, () => this.dialect.all(text, values));
  }

  stream(text: string, values: readonly unknown[]): AsyncIterable<Row> {
    return {
      [Symbol.asyncIterator]: () => {
        const rows = this.dialect.stream(text, values)[Symbol.asyncIterator]();
        let next = (): Promise<IteratorResult<Row>> => {
          next = () => rows.next();
          return this.slow.time(text, next);
        };
        return {
          next: () => next(),
          return: async (value: unknown) => (await rows.return?.(value)) ?? { done: true, value },
        };
      },
    };
  }

  async begin(): Promise<Session> {
    return new WatchedSession(await this.slow.time('BEGIN', () => this.dialect.begin()), this.slow);
  }

  load(): DatabaseLoad {
    return this.dialect.load();
  }

  close(): Promise<void> {
    return this.dialect.close();
  }
}

class WatchedSession implements Session {
  constructor(
    private readonly session: Session,
    private readonly slow: SlowQueries,
  ) {}

  all(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.slow.time(text, () => this.session.all(text, values));
  }

  run(text: string, values: readonly unknown[]): Promise<Written> {
    return this.slow.time(text, () => this.session.run(text, values));
  }

  keyStep(): Promise<number> {
    return this.session.keyStep();
  }

  commit(): Promise<void> {
    return this.slow.time('COMMIT', () => this.session.commit());
  }

  rollback(): Promise<void> {
    return this.session.rollback();
  }
}
