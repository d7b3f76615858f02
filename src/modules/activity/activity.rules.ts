import type { Range } from '../../context/range.js';
import { Conflict } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, unsetDateTime } from '../../record/values/datetime.js';

export const queries = ['Contacted', 'NotContacted', 'New', 'All'] as const;
export type ContactQuery = (typeof queries)[number];
export type Command = ContactQuery | 'Log';

/** Milliseconds of a day. */
export const day = 86_400_000;
const usualDays = 30;

const outreach = 'outreach';
/** Category of activities within the agency, which do not count as a contact with the customer. */
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

/** One error if `start`, the start of an activity, is more than 24 hours after `now`; else an empty list. */
export function aheadErrors(start: DateTime, now: DateTime): FieldError[] {
  const latest = shift(now, day);
  if (latest === undefined || start <= latest) return [];
  return [fieldError('InclusiveBetween', 'StartDate', 'must be at most 24 hours ahead', { Max: asSent(latest) })];
}

/** The command in `allowed` whose name is `name`, in any letter case; an `Enum` error if there is none. */
export function commandOf<C extends Command>(name: string, allowed: readonly C[]): C | FieldError {
  const command = allowed.find((known) => known.toLowerCase() === name.toLowerCase());
  const names = allowed.join(', ');
  return command ?? fieldError('Enum', 'CommandType', `must be one of: ${names}`, { Allowed: names });
}

type Moment = DateTime | null | undefined;

/** The range of a query. By default it ends at `now`, and it starts 30 days before its end. */
export function rangeOf(start: Moment, end: Moment, now: DateTime): Range {
  const to = end ?? now;
  return { from: start ?? shift(to, -usualDays * day) ?? unsetDateTime, to };
}
