import { fromDate, toDate } from '../../record/values/datetime.js';
import type { DateTime } from '../../record/fields.js';
import type { Random } from './random.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A working day of the Mountain states, in UTC. */
const opening = 14 * hour;
const workingSeconds = (9 * hour) / second;

/** Dates around the moment at which the demo is filled. */
export class Calendar {
  private readonly midnight: number;

  constructor(readonly now: DateTime) {
    this.midnight = millisecondsOf(`${now.slice(0, 10)}T00:00:00.0000000`);
  }

  /** Midnight of a day before today; a day to come for a negative number. */
  daysAgo(days: number): DateTime {
    return momentOf(this.midnight - days * day);
  }

  /** Whole days since that day; negative for one to come. */
  daysSince(dateTime: DateTime): number {
    return Math.floor((this.midnight - millisecondsOf(dateTime)) / day) + 1;
  }

  /** Some second of that working day, of the Friday before a weekend; of today one that is over. */
  moment(random: Random, daysAgo: number): DateTime {
    const midnight = this.midnight - daysAgo * day;
    const weekday = new Date(midnight).getUTCDay();
    const sinceFriday = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
    if (daysAgo === 0 && sinceFriday === 0) return this.today(random.int(0, workingSeconds) / workingSeconds, 8 * 60);
    return momentOf(midnight - sinceFriday * day + opening + random.int(0, workingSeconds - 1) * second);
  }

  /** A moment of today's last minutes: 0 for the first of them, 1 for now. */
  today(part: number, minutes: number): DateTime {
    const now = millisecondsOf(this.now);
    const first = Math.max(this.midnight, now - minutes * minute);
    return momentOf(first + Math.floor(part * (now - first)));
  }

  /** Some second between two date-times, never later than now. */
  between(random: Random, from: DateTime, until: DateTime): DateTime {
    const first = millisecondsOf(from);
    const seconds = Math.floor((millisecondsOf(until < this.now ? until : this.now) - first) / second);
    return momentOf(first + random.int(0, Math.max(0, seconds)) * second);
  }

  /** That many minutes after a date-time; before it for a negative number. */
  after(dateTime: DateTime, minutes: number): DateTime {
    return momentOf(millisecondsOf(dateTime) + minutes * minute);
  }
}

/** The later of two date-times. */
export function later(one: DateTime, other: DateTime): DateTime {
  return one > other ? one : other;
}

function momentOf(milliseconds: number): DateTime {
  return fromDate(new Date(milliseconds));
}

function millisecondsOf(dateTime: DateTime): number {
  return toDate(dateTime).getTime();
}
