/**
 * Date-times are text in one fixed-width form, UTC: `yyyy-MM-ddTHH:mm:ss.fffffff` (27 characters). The form sorts as text,
 * keeps all seven fractional digits, and is the same in the process, in the database and on the wire.
 */
const extended =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,7}))?)?(?:([Zz])|([+ -])(\d\d)(?::?(\d\d))?)?)?$/;
const basic =
  /^(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,7}))?)?(?:([Zz])|([+ -])(\d\d)(?::?(\d\d))?)?)?$/;

export const unsetDateTime = '0001-01-01T00:00:00.0000000';

const ticksPerMillisecond = 10_000n;

/** ISO 8601 text → the fixed form, or undefined. A date alone is midnight, or its last tick when `endOfDay` is asked for. */
export function parseDateTime(text: string, endOfDay = false): string | undefined {
  const found: (string | undefined)[] | null = extended.exec(text) ?? basic.exec(text);
  if (!found) return undefined;
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour,
    minute = '',
    second = '00',
    fraction = '',
    ,
    sign,
    offsetHour = '00',
    offsetMinute = '00',
  ] = found;
  if (!isDay(+year, +month, +day)) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return `${date}T${endOfDay ? '23:59:59.9999999' : '00:00:00.0000000'}`;
  if (+hour > 23 || +minute > 59 || +second > 59 || +offsetHour > 14 || +offsetMinute > 59) return undefined;
  const local = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(7, '0')}`;
  const offset = (+offsetHour * 60 + +offsetMinute) * (sign === '-' ? -1 : 1);
  return offset === 0 ? local : shift(local, -offset * 60_000);
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The date-time moved by whole milliseconds; undefined outside the years 0001–9999. */
export function shift(dateTime: string, milliseconds: number): string | undefined {
  const moved = new Date(toDate(dateTime).getTime() + milliseconds);
  const year = moved.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return undefined;
  return moved.toISOString().slice(0, 23) + dateTime.slice(23);
}

/** The same instant cut to milliseconds. */
export function toDate(dateTime: string): Date {
  return new Date(`${dateTime.slice(0, 23)}Z`);
}

export function fromDate(date: Date): string {
  return `${date.toISOString().slice(0, 23)}0000`;
}

/** 100-nanosecond ticks since 1970. */
export function ticks(dateTime: string): bigint {
  return BigInt(toDate(dateTime).getTime()) * ticksPerMillisecond + BigInt(dateTime.slice(23));
}
