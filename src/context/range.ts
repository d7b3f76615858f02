import { fieldError, type FieldError } from '../record/field-error.js';
import type { DateTime, Day } from '../record/fields.js';
import { asSent, toDate } from '../record/values/datetime.js';
import type { BusinessClock } from './business-clock.js';

/** The moments `from` and `to` both belong to the range. */
export interface Range {
  from: DateTime;
  to: DateTime;
}

type Moment = DateTime | null | undefined;
type Names = readonly [start: string, end: string];

/** The longest range that a request may name, in days. */
const mostDays = 366;

/** Returns an error if `end` is before `start`. Either may be missing. `names` are the fields that the error names. */
export function orderErrors(start: Moment, end: Moment, names: Names = ['StartDate', 'EndDate']): FieldError[] {
  if (!start || !end || end >= start) return [];
  return [fieldError('GreaterThanOrEqual', names[1], `must not be before ${names[0]}`, { Min: asSent(start) })];
}

/**
 * Returns an error if the range ends before it starts, or lasts more than 366 days of TIME_ZONE. `names` are the fields
 * that the error names.
 */
export function rangeErrors({ from, to }: Range, clock: BusinessClock, names?: Names): FieldError[] {
  const latest = clock.daysLater(from, mostDays);
  if (latest === undefined || to <= latest) return orderErrors(from, to, names);
  const [start, end] = names ?? ['StartDate', 'EndDate'];
  const Max = String(mostDays);
  return [fieldError('InclusiveBetween', end, `must be at most ${Max} days after ${start}`, { Max })];
}

/** Returns an error if the day `to` is before the day `from`, or if the range has more than `most` days. */
export function dayRangeErrors(from: Day, to: Day, most: number): FieldError[] {
  const days = (toDate(to).getTime() - toDate(from).getTime()) / 86_400_000 + 1;
  if (days < 1) return [fieldError('GreaterThanOrEqual', 'To', 'must not be before From')];
  if (days <= most) return [];
  return [fieldError('InclusiveBetween', 'To', `must be less than ${most} days after From`, { Max: String(most) })];
}
