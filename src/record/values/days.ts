import { fromDate, shift, toDate, unsetDateTime } from './datetime.js';

const day = 86_400_000;
const lastMoment = '9999-12-31T23:59:59.9999999';
const formats = new Map<string, Intl.DateTimeFormat>();

export function dayAt(date: string): string {
  return `${date}T00:00:00.0000000`;
}

/** The day, `yyyy-MM-dd`, of a moment in a time zone (an IANA name). */
export function dayOf(moment: string, timeZone: string): string {
  if (timeZone === 'UTC') return moment.slice(0, 10);
  const parts = formatOf(timeZone).formatToParts(toDate(moment));
  const part = (type: string): string => parts.find((found) => found.type === type)!.value;
  // Near the years 1 and 9999, the formatter may give a year that no date-time can have.
  if (part('era') !== 'AD') return '0001-01-01';
  if (part('year').length > 4) return '9999-12-31';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The first moment of a day (`yyyy-MM-dd`): midnight, or the end of the gap if the clocks skip midnight. */
export function startOfDay(date: string, timeZone: string): string {
  const midnight = dayAt(date);
  if (timeZone === 'UTC') return midnight;
  // Search a day before and after, because no time zone is more than 15 hours from UTC. If clocks go back at midnight,
  // a day begins twice, and the first beginning counts.
  let before = toDate(midnight).getTime() - day;
  let after = before + 2 * day;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(momentAt(middle), timeZone) < date) before = middle;
    else after = middle;
  }
  return momentAt(after);
}

export function endOfDay(date: string, timeZone: string): string {
  const next = shift(dayAt(date), day);
  if (timeZone === 'UTC' || next === undefined) return `${date}T23:59:59.9999999`;
  const end = shift(startOfDay(next.slice(0, 10), timeZone), -1);
  return end === undefined ? lastMoment : `${end.slice(0, 23)}9999`;
}

/**
 * The moment on the day that is `days` days later, as long after the start of that day as `moment` is after the start
 * of its own day. Returns undefined beyond the year 9999.
 */
export function daysLater(moment: string, days: number, timeZone: string): string | undefined {
  const today = dayOf(moment, timeZone);
  const later = shift(dayAt(today), days * day)?.slice(0, 10);
  if (later === undefined) return undefined;
  const [from, to] = [today, later].map((date) => toDate(startOfDay(date, timeZone)).getTime());
  return shift(moment, to - from);
}

function momentAt(milliseconds: number): string {
  const [least, most] = [toDate(unsetDateTime).getTime(), toDate(lastMoment).getTime()];
  return fromDate(new Date(Math.min(Math.max(milliseconds, least), most)));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}
