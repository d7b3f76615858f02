import type { BusinessClock } from '../../context/business-clock.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, unsetDateTime } from '../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../record/field-error.js';

export const queries = ['Contacted', 'NotContacted', 'New', 'All'] as const;
export type ContactQuery = (typeof queries)[number];
export type Command = ContactQuery | 'Log';

const day = 86_400_000;
const usualDays = 30;
const mostDays = 366;

/** The command of that name in any letter case. Error (`Enum`) for any other. */
export function commandOf<C extends Command>(name: string, allowed: readonly C[]): C | FieldError {
  const command = allowed.find((known) => known.toLowerCase() === name.toLowerCase());
  const names = allowed.join(', ');
  return command ?? fieldError('Enum', 'CommandType', `must be one of: ${names}`, { Allowed: names });
}

/** Both ends included. */
export interface Range {
  from: DateTime;
  to: DateTime;
}

type Moment = DateTime | null | undefined;

/** The range asked for; a missing end is now, a missing start 30 days before the end. */
export function rangeOf(start: Moment, end: Moment, now: DateTime): Range {
  const to = end ?? now;
  return { from: start ?? shift(to, -usualDays * day) ?? unsetDateTime, to };
}

/** What is wrong with a range. Its days are those of TIME_ZONE: one of them may have 25 hours. */
export function rangeErrors({ from, to }: Range, clock: BusinessClock): FieldError[] {
  const Max = String(mostDays);
  const latest = clock.daysLater(from, mostDays);
  return [
    ...orderErrors(from, to),
    ...(latest !== undefined && to > latest
      ? [fieldError('InclusiveBetween', 'EndDate', `must be at most ${Max} days after StartDate`, { Max })]
      : []),
  ];
}

/** The error of an end before its start; a missing one is before nothing. */
export function orderErrors(start: Moment, end: Moment): FieldError[] {
  if (!start || !end || end >= start) return [];
  return [fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate', { Min: asSent(start) })];
}
