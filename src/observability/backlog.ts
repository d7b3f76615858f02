import type { SystemClock } from '../context/system-clock.js';
import type { DateTime } from '../record/fields.js';
import { toDate } from '../record/values/datetime.js';
import type { Metrics } from './metrics.js';

/** Milliseconds between two checks of a backlog. */
export const backlogInterval = 15_000;

/** The number of rows that wait, and the time at which the oldest was made. */
export interface Found {
  Waiting: number;
  Oldest: DateTime | null;
}

/** Two gauges of a backlog in the database. A job updates them, so that a scrape runs no query. */
export class Backlog {
  private last: Found = { Waiting: 0, Oldest: null };

  /** what: noun for the waiting rows, in the plural. */
  constructor(metrics: Metrics, time: SystemClock, name: string, what: string) {
    metrics.gauge(`${name}_waiting`, `${what}, in the whole database.`, () => this.last.Waiting, 'max');
    metrics.gauge(
      `${name}_oldest_waiting_seconds`,
      'Age of the oldest waiting item; 0: nothing waits.',
      () => (this.last.Oldest === null ? 0 : Math.max(0, (time.now() - toDate(this.last.Oldest).getTime()) / 1000)),
      'max',
    );
  }

  found(found: Found): void {
    this.last = found;
  }
}
