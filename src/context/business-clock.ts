import { fromDate } from '../record/values/datetime.js';
import { dayOf, daysLater, endOfDay, startOfDay } from '../record/values/days.js';
import type { DateTime } from '../record/fields.js';

/** The business "now", which CLOCK can freeze. Tokens, one-time codes and throttles use SystemClock instead. */
export class BusinessClock {
  /** `frozen` is the moment that a frozen clock shows. `timeZone` is an IANA name. */
  constructor(
    private readonly frozen?: DateTime,
    readonly timeZone = 'UTC',
  ) {}

  /** The business time in UTC, in the form `yyyy-MM-ddTHH:mm:ss.fffffff`. */
  now(): DateTime {
    return this.frozen ?? fromDate(new Date());
  }

  /** Moves a moment by days in the time zone, to the same time of day. Returns undefined beyond the year 9999. */
  daysLater(moment: DateTime, days: number): DateTime | undefined {
    return daysLater(moment, days, this.timeZone);
  }

  /** The current business day, `yyyy-MM-dd`. */
  today(): string {
    return this.dayOf(this.now());
  }

  /** The first moment of a business day, which has the form `yyyy-MM-dd`. */
  startOfDay(day: string): DateTime {
    return startOfDay(day, this.timeZone);
  }

  /** The last moment of a business day, which has the form `yyyy-MM-dd`. */
  endOfDay(day: string): DateTime {
    return endOfDay(day, this.timeZone);
  }

  /** The business day of a moment, `yyyy-MM-dd`. */
  dayOf(moment: DateTime): string {
    return dayOf(moment, this.timeZone);
  }
}
