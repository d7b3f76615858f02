import { fromDate } from '../record/values/datetime.js';
import { dayOf, daysLater } from '../record/values/days.js';
import type { DateTime } from '../record/fields.js';

/** The business "now". Tokens, one-time codes and throttles take the real time instead. */
export class BusinessClock {
  /** frozen: the moment at which the clock stands still; undefined: time runs. timeZone: an IANA name. */
  constructor(
    private readonly frozen?: DateTime,
    private readonly timeZone = 'UTC',
  ) {}

  /** UTC, `yyyy-MM-ddTHH:mm:ss.fffffff`. */
  now(): DateTime {
    return this.frozen ?? fromDate(new Date());
  }

  /** The moment so many business days later, as long after its day began; undefined beyond the year 9999. */
  daysLater(moment: DateTime, days: number): DateTime | undefined {
    return daysLater(moment, days, this.timeZone);
  }

  /** The business day of a moment, `yyyy-MM-dd`. */
  dayOf(moment: DateTime): string {
    return dayOf(moment, this.timeZone);
  }
}
