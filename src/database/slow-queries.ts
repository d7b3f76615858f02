import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { currentCall } from '../context/call-context.js';

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

  /** text: of the statement that the step waits for. */
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
