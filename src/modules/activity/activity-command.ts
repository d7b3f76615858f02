import { Invalid } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import { shift, ticks, unsetDateTime } from '../../record/values/datetime.js';
import { fieldError } from '../../record/field-error.js';

export const queries = ['Contacted', 'NotContacted', 'New', 'All'] as const;
export type ContactQuery = (typeof queries)[number];
type Command = ContactQuery | 'Log';

const day = 86_400_000;
const usualDays = 30;
const mostDays = 366;

/** The command of that name in any letter case; Invalid (`Enum`) for any other. */
export function commandOf<C extends Command>(name: string, allowed: readonly C[]): C {
  const command = allowed.find((known) => known.toLowerCase() === name.toLowerCase());
  if (command) return command;
  const names = allowed.join(', ');
  throw new Invalid([fieldError('Enum', 'CommandType', `must be one of: ${names}`, { Allowed: names })]);
}

/** Both ends included. */
export interface Range {
  from: DateTime;
  to: DateTime;
}

/** The range asked for; a missing end is now, a missing start 30 days before the end. Throws Invalid. */
export function rangeOf(start: DateTime | null | undefined, end: DateTime | null | undefined, now: DateTime): Range {
  const to = end ?? now;
  const from = start ?? shift(to, -usualDays * day) ?? unsetDateTime;
  if (from > to)
    throw new Invalid([fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate', { Min: from })]);
  if (ticks(to) - ticks(from) > BigInt(mostDays * day) * 10_000n)
    throw new Invalid([
      fieldError('InclusiveBetween', 'EndDate', `must be at most ${mostDays} days after StartDate`, {
        Max: String(mostDays),
      }),
    ]);
  return { from, to };
}
