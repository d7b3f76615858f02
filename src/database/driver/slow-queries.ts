import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { currentCall, idsOf, type CallIds } from '../../context/call-context.js';

export interface SlowQuery extends CallIds {
  /** The first 2,000 characters of the statement, with `?` for each value. */
  sql: string;
  milliseconds: number;
  operation: string | undefined;
  /** Names of the query parameters, without their values. */
  filters: readonly string[] | undefined;
}

const longestText = 2000;

/** Reports statements that took SLOW_QUERY or longer. For a list, the time until its first rows counts. */
@Injectable()
export class SlowQueries {
  /** Unset on the command line, whose statements may take long. */
  listener?: (query: SlowQuery) => void;

  constructor(private readonly config: Config) {}

  /** `text` is the statement that the step runs. */
  async time<T>(text: string, step: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await step();
    } finally {
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      if (milliseconds >= this.config.slowQuery) this.report(text, milliseconds);
    }
  }

  private report(text: string, milliseconds: number): void {
    const call = currentCall();
    const sql = text.replaceAll(/\s+/g, ' ').slice(0, longestText);
    this.listener?.({ sql, milliseconds, operation: call?.operationName, filters: call?.filters, ...idsOf(call) });
  }
}
