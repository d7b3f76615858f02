import type { BusinessClock } from '../../context/business-clock.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, unsetDateTime } from '../../record/values/datetime.js';
import { Conflict } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';

export const queries = ['Contacted', 'NotContacted', 'New', 'All'] as const;
export type ContactQuery = (typeof queries)[number];
export type Command = ContactQuery | 'Log';

/** In milliseconds. */
export const day = 86_400_000;
const usualDays = 30;
const mostDays = 366;

const outreach = 'outreach';
/** Category of activities within the agency. They do not count as contact. */
export const internal = 'internal';

export function isInternal(category: string): boolean {
  return category.toLowerCase() === internal;
}

/** Throws Conflict for outreach to a contact marked DoNotContact. */
export function mustBeWanted(
  { ContactId, DoNotContact }: { ContactId: number; DoNotContact: boolean | null },
  category: string,
): void {
  if (DoNotContact && category.toLowerCase() === outreach)
    throw new Conflict(
      `Contact ${ContactId} is marked DoNotContact: activities of the category Outreach are rejected.`,
    );
}

export function aheadErrors(start: DateTime, now: DateTime): FieldError[] {
  const latest = shift(now, day);
  if (latest === undefined || start <= latest) return [];
  return [fieldError('InclusiveBetween', 'StartDate', 'must be at most 24 hours ahead', { Max: asSent(latest) })];
}

/** The command of that name, in any letter case. Returns an `Enum` error for any other name. */
export function commandOf<C extends Command>(name: string, allowed: readonly C[]): C | FieldError {
  const command = allowed.find((known) => known.toLowerCase() === name.toLowerCase());
  const names = allowed.join(', ');
  return command ?? fieldError('Enum', 'CommandType', `must be one of: ${names}`, { Allowed: names });
}

/** Range of time; both ends are included. */
export interface Range {
  from: DateTime;
  to: DateTime;
}

type Moment = DateTime | null | undefined;

/** The requested range. Default end: now. Default start: 30 days before the end. */
export function rangeOf(start: Moment, end: Moment, now: DateTime): Range {
  const to = end ?? now;
  return { from: start ?? shift(to, -usualDays * day) ?? unsetDateTime, to };
}

/** Errors of a range. Its days are those of TIME_ZONE, so one of them may have 25 hours. */
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

/** The error of an end before its start; a missing end is valid. */
export function orderErrors(start: Moment, end: Moment): FieldError[] {
  if (!start || !end || end >= start) return [];
  return [fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate', { Min: asSent(start) })];
}
