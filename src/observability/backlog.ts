import type { SystemClock } from '../context/system-clock.js';
import type { DateTime } from '../record/fields.js';
import { toDate } from '../record/values/datetime.js';
import type { Metrics } from './metrics.js';

/** Milliseconds between two checks of a backlog. */
export const backlogInterval = 15_000;

/** The number of waiting rows, and the time at which the oldest of them was created. */
export interface Found {
  Waiting: number;
  Oldest: DateTime | null;
}

/** Two gauges for the rows that wait for a job. The job updates them, so that a scrape runs no query. */
export class Backlog {
  private last: Found = { Waiting: 0, Oldest: null };

  /** `what` is the plural noun for the waiting rows. */
  constructor(metrics: Metrics, time: SystemClock, name: string, what: string) {
    metrics.gauge(`${name}_waiting`, `${what}, in the whole database.`, () => this.last.Waiting);
    metrics.gauge(`${name}_oldest_waiting_seconds`, 'Age of the oldest waiting item, or 0 if nothing waits.', () =>
      this.last.Oldest === null ? 0 : Math.max(0, (time.now() - toDate(this.last.Oldest).getTime()) / 1000),
    );
  }

  found(found: Found): void {
    this.last = found;
  }
}
