import type { QuietHours } from '../../../config/settings/messages.js';
import { offsetAt } from '../../../record/values/local-time.js';

const minute = 60_000;
const day = 24 * 60;

/** Returns `at`, or the end of the quiet hours if `at` is within them. Both are in milliseconds since 1970. */
export function afterQuiet(at: number, hours: QuietHours, timeZone: string): number {
  const now = minutesOfDay(at, timeZone);
  const { from, until } = hours;
  const isQuiet = from <= until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return at;
  const end = Math.floor(at / minute) * minute + ((until - now + day) % day) * minute;
  // Correct the end if daylight saving time begins or ends during the quiet hours.
  const off = ((minutesOfDay(end, timeZone) - until + day / 2 + day) % day) - day / 2;
  return end - off * minute;
}

function minutesOfDay(at: number, timeZone: string): number {
  return Math.floor((at + offsetAt(at, timeZone)) / minute) % day;
}
