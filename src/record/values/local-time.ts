import { shift, toDate } from './datetime.js';

const day = 86_400_000;
/** Maximum number of days whose offsets are kept for a time zone. */
const mostDays = 20_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** The offsets of the days, in days since 1970, on which the clocks do not change. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/**
 * The offset of a time zone (an IANA name) from UTC in milliseconds at a moment, which is in milliseconds since 1970. A
 * list of times asks for the same days many times, so the offset of a day is kept.
 */
export function offsetAt(moment: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const { format, offsets } = zoneOf(timeZone);
  const date = Math.floor(moment / day);
  const known = offsets.get(date);
  if (known !== undefined) return known;
  const offset = offsetIn(format, date * day);
  if (offset !== offsetIn(format, (date + 1) * day)) return offsetIn(format, moment);
  if (offsets.size >= mostDays) offsets.clear();
  offsets.set(date, offset);
  return offset;
}

/** The local time of a moment, in the form of the moment. Undefined outside the years 0001 to 9999. */
export function localTime(moment: string, timeZone: string): string | undefined {
  return shift(moment, offsetAt(toDate(moment).getTime(), timeZone));
}

/**
 * The moment of a local time; undefined if the clocks skip the time. If the clocks go back, an hour occurs twice, and
 * its first occurrence counts.
 */
export function momentOf(local: string, timeZone: string): string | undefined {
  const asUtc = toDate(local).getTime();
  // No time zone is more than 15 hours from UTC, so the clocks change at most once between these moments.
  for (const near of [asUtc - day, asUtc + day]) {
    const offset = offsetAt(near, timeZone);
    if (offsetAt(asUtc - offset, timeZone) === offset) return shift(local, -offset);
  }
  return undefined;
}

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const zone = { format, offsets: new Map<number, number>() };
  zones.set(timeZone, zone);
  return zone;
}

/** The formatter writes `GMT-05:00`, `GMT-05:50:36`, or `GMT` for no offset. */
function offsetIn(format: Intl.DateTimeFormat, moment: number): number {
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? ([] as (string | undefined)[]);
  return ((+hours * 60 + +minutes) * 60 + +seconds) * 1000 * (sign === '-' ? -1 : 1);
}
