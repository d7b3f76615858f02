import { daysInMonth, shift, unsetDateTime } from './datetime.js';
import { dayAt, dayOf, endOfDay as lastOfDay, startOfDay } from './days.js';
import { localTime, momentOf } from './local-time.js';

const extended =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,7}))?)?(?:([Zz])|([+ -])(\d\d)(?::?(\d\d))?)?)?$/;
const basic =
  /^(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,7}))?)?(?:([Zz])|([+ -])(\d\d)(?::?(\d\d))?)?)?$/;

const epoch = '1970-01-01T00:00:00.0000000';
/** The form that .NET clients send: milliseconds since 1970. A time zone offset after them changes nothing. */
const milliseconds = /^\/Date\((-?\d{1,15})(?:([+ -])(\d\d):?(\d\d))?\)\/$/;

interface Reading {
  timeZone?: string;
  /** If true, a date without a time means the last tick of its day, not the first. */
  endOfDay?: boolean;
  /** If true, a time without an offset is a local time of `timeZone`, not UTC. */
  localTimes?: boolean;
}

interface Written {
  local: string;
  bare: boolean;
  /** The time zone offset in minutes; undefined if the text has none. */
  offset?: number;
  /** The number of characters of `local` that the text states. */
  stated: number;
}

/** The lengths of `yyyy-MM-ddTHH:mm` and of `yyyy-MM-ddTHH:mm:ss`. */
const [toMinutes, toSeconds] = [16, 19];
/** The milliseconds of `unsetDateTime` since 1970. */
const unsetMilliseconds = -62_135_596_800_000;

/**
 * Converts ISO 8601 text or `/Date(ms)/` to `yyyy-MM-ddTHH:mm:ss.fffffff` in UTC. Returns undefined for other text, and
 * for a local time that the clocks skip. The first moment of the year 1 is unset whichever offset it has, because .NET
 * clients add that of their office.
 */
export function parseDateTime(
  text: string,
  { timeZone = 'UTC', endOfDay = false, localTimes = false }: Reading = {},
): string | undefined {
  const written = parseWritten(text);
  if (!written) return undefined;
  const { local, bare, offset } = written;
  if (local === unsetDateTime && !(bare && endOfDay)) return unsetDateTime;
  if (bare) return (endOfDay ? lastOfDay : startOfDay)(local.slice(0, 10), timeZone);
  if (offset === undefined) return localTimes && !text.startsWith('/') ? momentOf(local, timeZone) : local;
  return offset === 0 ? local : shift(local, -offset * 60_000);
}

/**
 * Whether the text says the time that a moment has, to the precision of the text: `2026-11-26 14:30` says 14:30:25.5,
 * too. A time without an offset is a local time, and a date alone is midnight.
 */
export function saysMoment(text: string, moment: string, timeZone: string): boolean {
  const written = parseWritten(text);
  if (!written) return false;
  const { local, offset, stated } = written;
  const shown = offset === undefined ? localTime(moment, timeZone) : shift(moment, offset * 60_000);
  return shown?.slice(0, stated) === local.slice(0, stated);
}

/**
 * Converts ISO 8601 text or `/Date(ms)/` to midnight of its day. The offset of ISO text does not move the day.
 * `/Date(ms)/` without an offset means the day in `timeZone`. Returns undefined for other text.
 */
export function parseDay(text: string, timeZone: string): string | undefined {
  const written = parseWritten(text);
  if (!written || parseDateTime(text) === undefined) return undefined;
  const { local, offset } = written;
  return dayAt(text.startsWith('/') && offset === undefined ? dayOf(local, timeZone) : local.slice(0, 10));
}

/** Whether the text has a valid form but names a day that does not exist, such as 2026-02-30. */
export function isNoDay(text: string): boolean {
  const found = extended.exec(text) ?? basic.exec(text);
  if (!found) return false;
  const [year, month, day] = found.slice(1, 4).map(Number);
  return year >= 1 && !isDay(year, month, day);
}

function parseWritten(text: string): Written | undefined {
  const counted: (string | undefined)[] | null = milliseconds.exec(text);
  if (counted) {
    const [, count, sign, hours, minutes] = counted;
    const offset = sign === undefined ? undefined : offsetOf(sign, hours, minutes);
    if (Number(count) === unsetMilliseconds && !Number.isNaN(offset))
      return { local: unsetDateTime, bare: false, stated: toSeconds };
    const local = shift(epoch, Number(count) + (offset ?? 0) * 60_000);
    return local === undefined || Number.isNaN(offset) ? undefined : { local, bare: false, offset, stated: toSeconds };
  }
  const found: (string | undefined)[] | null = extended.exec(text) ?? basic.exec(text);
  if (!found) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '', second, fraction = ''] = found;
  const [utc, sign, offsetHours, offsetMinutes] = found.slice(8);
  if (!isDay(+year, +month, +day)) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { local: `${date}T00:00:00.0000000`, bare: true, stated: toSeconds };
  const offset = utc === undefined && sign === undefined ? undefined : offsetOf(sign, offsetHours, offsetMinutes);
  if (+hour > 23 || +minute > 59 || +(second ?? 0) > 59 || Number.isNaN(offset)) return undefined;
  const local = `${date}T${hour}:${minute}:${second ?? '00'}.${fraction.padEnd(7, '0')}`;
  const stated = second === undefined ? toMinutes : toSeconds + (fraction === '' ? 0 : fraction.length + 1);
  return { local, bare: false, offset, stated };
}

/** The time zone offset in minutes; NaN if it is impossible. A space is a `+`, which a query decodes to a space. */
function offsetOf(sign: string | undefined, hours = '00', minutes = '00'): number {
  if (+hours > 14 || +minutes > 59) return NaN;
  return (+hours * 60 + +minutes) * (sign === '-' ? -1 : 1);
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}
