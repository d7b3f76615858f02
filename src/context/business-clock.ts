import { fromDate } from '../record/values/datetime.js';
import type { DateTime } from '../record/fields.js';

/** The business "now". Tokens, one-time codes and throttles take the real time instead. */
export class BusinessClock {
  /** frozen: the moment at which the clock stands still; undefined: time runs. */
  constructor(private readonly frozen?: DateTime) {}

  /** UTC, `yyyy-MM-ddTHH:mm:ss.fffffff`. */
  now(): DateTime {
    return this.frozen ?? fromDate(new Date());
  }

  /** The business day of a moment, `yyyy-MM-dd`. */
  dayOf(moment: DateTime): string {
    return moment.slice(0, 10);
  }
}
