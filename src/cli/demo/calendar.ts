import { fromDate, toDate } from '../../record/values/datetime.js';
import type { DateTime } from '../../record/fields.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Dates around the moment at which the demo is filled. */
export class Calendar {
  private readonly midnight: number;

  constructor(readonly now: DateTime) {
    this.midnight = toDate(`${now.slice(0, 10)}T00:00:00.0000000`).getTime();
  }

  /** Midnight of a day before today; a day to come for a negative number. */
  daysAgo(days: number): DateTime {
    return fromDate(new Date(this.midnight - days * day));
  }

  /** A moment of that day; never later than now for a day that is not to come. */
  at(daysAgo: number, hour: number, minutes = 0): DateTime {
    const moment = fromDate(new Date(this.midnight - daysAgo * day + (hour * 60 + minutes) * minute));
    return daysAgo >= 0 && moment > this.now ? this.now : moment;
  }

  minutesAgo(minutes: number): DateTime {
    return fromDate(new Date(toDate(this.now).getTime() - minutes * minute));
  }

  /** That many minutes after a date-time. */
  after(dateTime: DateTime, minutes: number): DateTime {
    return fromDate(new Date(toDate(dateTime).getTime() + minutes * minute));
  }

  get year(): number {
    return Number(this.now.slice(0, 4));
  }
}
