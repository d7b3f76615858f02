import { Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';

/** The number of characters from the beginning of a key that lists show. */
export const prefixLength = 10;
/** A year in milliseconds. */
export const lifeOfKey = 365 * 24 * 3_600_000;
/** Minimum number of milliseconds between two updates of a key's LastUsedAt. */
export const useInterval = 60_000;

/** Throws Invalid unless `expiresAt` is later than `now`. */
export function mustBeAhead(expiresAt: DateTime, now: DateTime): void {
  if (expiresAt <= now) throw new Invalid([fieldError('Invalid', 'ExpiresAt', 'must be in the future')]);
}
