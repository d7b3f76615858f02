import { InvalidArgumentError } from 'commander';
import { isNoDay, parseDateTime } from '../record/values/datetime-text.js';

/** A date or date-time of the command line, as it was written. Throws InvalidArgumentError. */
export function dateText(text: string): string {
  if (isNoDay(text)) throw new InvalidArgumentError('The calendar has no such day.');
  if (parseDateTime(text) === undefined) throw new InvalidArgumentError('It must be a date such as 2027-01-31.');
  return text;
}
