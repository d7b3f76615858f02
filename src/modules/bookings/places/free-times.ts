import type { DateTime } from '../../../record/fields.js';
import { fromDate, shift, toDate } from '../../../record/values/datetime.js';
import { dayAt, dayOf, endOfDay, startOfDay } from '../../../record/values/days.js';
import { localTime, momentOf } from '../../../record/values/local-time.js';
import { minutesOf, type Hours } from '../../lines/hours.js';

export const quarter = 15 * 60_000;
const day = 86_400_000;
/** Minutes of the longest booking. */
const mostMinutes = 240;

/** Opening hours on certain days instead of the weekly ones; From and To are '' if the location is closed. */
export interface SpecialHours {
  /** Unset: the day is not stored. */
  readonly SpecialDayId?: number;
  /** Unset: all locations. */
  readonly LocationId: string | null;
  readonly FirstDay: string;
  readonly LastDay: string;
  readonly From: string;
  readonly To: string;
}

export interface Schedule {
  /** The weekly opening hours of the location. */
  readonly opening: readonly Hours[];
  /** Special days of the location and of all locations. */
  readonly special: readonly SpecialHours[];
  /** The hours of the line with their places; empty: the opening hours with `places`. */
  readonly hours: readonly (Hours & { readonly Places: number })[];
  readonly places: number;
  /** Places of all lines of the location together; 0: no limit. */
  readonly locationPlaces: number;
}

/** A time that is taken, by a booking or by a hold. */
export interface Taken {
  readonly StartDate: DateTime;
  readonly EndDate: DateTime;
}

export interface FreeStart {
  readonly StartDate: DateTime;
  readonly EndDate: DateTime;
  readonly Places: number;
}

/** Minutes of a booking: the service's duration up to the next quarter-hour, from 15 to 240. */
export function lengthOf(serviceMinutes: number): number {
  return Math.min(mostMinutes, Math.max(1, Math.ceil(serviceMinutes / 15)) * 15);
}

/** The end of a booking, in real minutes after its start, whatever the clocks do meanwhile. */
export function endOf(StartDate: DateTime, minutes: number): DateTime {
  return shift(StartDate, minutes * 60_000) ?? StartDate;
}

/** Whether a moment is a quarter-hour of the clock of the time zone. */
export function isQuarterHour(moment: DateTime, timeZone: string): boolean {
  const local = localTime(moment, timeZone) ?? '';
  return /T\d\d:(?:00|15|30|45):00\.0000000$/.test(local);
}

/** Whether the clock shows the time of the moment for the first time: clocks that go back show an hour twice. */
function isFirst(moment: DateTime, timeZone: string): boolean {
  const local = localTime(moment, timeZone);
  return local !== undefined && momentOf(local, timeZone) === moment;
}

/** The days `yyyy-MM-dd` from `first` to `last`. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at: string | undefined = first; at !== undefined && at <= last; at = dayLater(at, 1)) days.push(at);
  return days;
}

export function dayLater(date: string, days: number): string | undefined {
  return shift(dayAt(date), days * day)?.slice(0, 10);
}

/** Whether a text is a day of the calendar, `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(text) && dayLater(text, 0) === text;
}

function weekdayOf(date: string): number {
  return toDate(dayAt(date)).getUTCDay() || 7;
}

/** The opening hours of a day: of a special day of the location, else of one of all, else the weekly ones. */
export function openingOf(date: string, { opening, special }: Pick<Schedule, 'opening' | 'special'>): Hours[] {
  const Weekday = weekdayOf(date);
  const ofDay = special.filter(
    ({ FirstDay, LastDay }) => FirstDay.slice(0, 10) <= date && date <= LastDay.slice(0, 10),
  );
  const found = ofDay.find(({ LocationId }) => LocationId !== null) ?? ofDay.at(0);
  if (!found) return opening.filter((hours) => hours.Weekday === Weekday);
  return found.From === '' ? [] : [{ Weekday, From: found.From, To: found.To }];
}

/**
 * The places of each quarter-hour at which the line can be booked, by its moment in milliseconds since 1970. A
 * quarter-hour that the clock skips is none; one that it repeats is two.
 */
export function openQuarters(schedule: Schedule, days: readonly string[], timeZone: string): Map<number, number> {
  const quarters = new Map<number, number>();
  for (const date of days) {
    const opening = openingOf(date, schedule).map(minutesIn);
    if (opening.length === 0) continue;
    const Weekday = weekdayOf(date);
    const own = schedule.hours
      .filter((hours) => hours.Weekday === Weekday)
      .map((hours) => ({ ...minutesIn(hours), places: hours.Places }));
    const [first, last] = [startOfDay(date, timeZone), endOfDay(date, timeZone)].map((at) => toDate(at).getTime());
    // Quarter-hours of the clock are those of UTC in every time zone of today.
    for (let at = Math.ceil(first / quarter) * quarter; at < last; at += quarter) {
      const local = localTime(fromDate(new Date(at)), timeZone) ?? '';
      const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
      const isIn = ({ from, to }: { from: number; to: number }): boolean => from <= minute && minute + 15 <= to;
      if (!opening.some(isIn)) continue;
      const places = schedule.hours.length === 0 ? schedule.places : (own.find(isIn)?.places ?? 0);
      if (places > 0) quarters.set(at, places);
    }
  }
  return quarters;
}

function minutesIn({ From, To }: Pick<Hours, 'From' | 'To'>): { from: number; to: number } {
  return { from: minutesOf(From) ?? 0, to: minutesOf(To) ?? 0 };
}

/** The days whose quarter-hours a booking of the longest length touches that begins between two moments. */
export function daysOf(from: DateTime, to: DateTime, timeZone: string): string[] {
  return daysBetween(dayOf(from, timeZone), dayOf(shift(to, mostMinutes * 60_000) ?? to, timeZone));
}

/** Whether the whole time lies in quarter-hours at which the line can be booked. */
export function isOpenFor({ StartDate, EndDate }: Taken, open: ReadonlyMap<number, number>): boolean {
  return quartersOf({ StartDate, EndDate }).every((at) => open.has(at));
}

/** The quarter-hours that a time touches, in milliseconds since 1970. */
export function quartersOf({ StartDate, EndDate }: Taken): number[] {
  const first = Math.floor(toDate(StartDate).getTime() / quarter) * quarter;
  const end = toDate(EndDate).getTime();
  const touched: number[] = [];
  for (let at = first; at < end; at += quarter) touched.push(at);
  return touched;
}

/** The number of times that touch each quarter-hour. */
export function countsOf(taken: readonly Taken[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const each of taken) for (const at of quartersOf(each)) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
}

/** What decides whether a time is free. */
export interface Supply {
  readonly open: ReadonlyMap<number, number>;
  readonly onLine: ReadonlyMap<number, number>;
  readonly atLocation: ReadonlyMap<number, number>;
  readonly locationPlaces: number;
}

/** The places that are left in each quarter-hour of the time, the fewest of them; 0 or less if it is not free. */
export function placesLeft(time: Taken, { open, onLine, atLocation, locationPlaces }: Supply): number {
  const left = quartersOf(time).map((at) => {
    const ofLine = (open.get(at) ?? 0) - (onLine.get(at) ?? 0);
    return locationPlaces === 0 ? ofLine : Math.min(ofLine, locationPlaces - (atLocation.get(at) ?? 0));
  });
  return Math.min(...left);
}

/**
 * The times with free places that begin from `from` to `to`, both included, in order. A start that the clock shows
 * twice is offered once, the first time.
 */
export function freeStarts(
  supply: Supply,
  { from, to, minutes, timeZone }: { from: DateTime; to: DateTime; minutes: number; timeZone: string },
): FreeStart[] {
  const found: FreeStart[] = [];
  for (const at of [...supply.open.keys()].sort((a, b) => a - b)) {
    const StartDate = fromDate(new Date(at));
    if (StartDate < from || StartDate > to || !isFirst(StartDate, timeZone)) continue;
    const time = { StartDate, EndDate: endOf(StartDate, minutes) };
    const Places = placesLeft(time, supply);
    if (Places > 0) found.push({ ...time, Places });
  }
  return found;
}

/** The starts by their day, which `dayOf` gives. */
export function byDay(starts: readonly FreeStart[], dayOf: (moment: DateTime) => string): Map<string, FreeStart[]> {
  const days = new Map<string, FreeStart[]>();
  for (const start of starts) {
    const day = dayOf(start.StartDate);
    const known = days.get(day);
    if (known) known.push(start);
    else days.set(day, [start]);
  }
  return days;
}

/** The `most` starts nearest to a moment, before or after it, in order of time. */
export function nearest(starts: readonly FreeStart[], moment: DateTime, most: number): FreeStart[] {
  const asked = toDate(moment).getTime();
  const distance = ({ StartDate }: FreeStart): number => Math.abs(toDate(StartDate).getTime() - asked);
  return [...starts]
    .sort((a, b) => distance(a) - distance(b) || (a.StartDate < b.StartDate ? -1 : 1))
    .slice(0, most)
    .sort((a, b) => (a.StartDate < b.StartDate ? -1 : 1));
}
