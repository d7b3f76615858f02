/**
 * The date-time that means "not set". In the process and in the database, a date-time is UTC text of 27 characters,
 * `yyyy-MM-ddTHH:mm:ss.fffffff`, which sorts as text and keeps all seven fractional digits.
 */
export const unsetDateTime = '0001-01-01T00:00:00.0000000';

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Moves a date-time by whole milliseconds. Returns undefined outside the years 0001 to 9999. */
export function shift(dateTime: string, milliseconds: number): string | undefined {
  const moved = new Date(toDate(dateTime).getTime() + milliseconds);
  const year = moved.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return undefined;
  return moved.toISOString().slice(0, 23) + dateTime.slice(23);
}

/** The date-time with a Z, as the service sends it. Without the Z, a browser would read it as local time. */
export function asSent(dateTime: string): string {
  return `${dateTime}Z`;
}

export function toDate(dateTime: string): Date {
  return new Date(`${dateTime.slice(0, 23)}Z`);
}

export function fromDate(date: Date): string {
  return `${date.toISOString().slice(0, 23)}0000`;
}
