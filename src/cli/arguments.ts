import { InvalidArgumentError } from 'commander';
import { int32 } from '../record/field-types.js';
import { isNoDay, parseDateTime } from '../record/values/datetime-text.js';

/** Returns the text unchanged if it is a date or date-time. Throws InvalidArgumentError otherwise. */
export function dateText(text: string): string {
  if (isNoDay(text)) throw new InvalidArgumentError('The calendar has no such day.');
  if (parseDateTime(text) === undefined) throw new InvalidArgumentError('It must be a date such as 2027-01-31.');
  return text;
}

/** Parses the numeric id of a record, a positive int32. Throws InvalidArgumentError. */
export function recordId(text: string): number {
  const id = /^[1-9]\d*$/.test(text) ? int32.read(Number(text)) : undefined;
  if (typeof id !== 'number') throw new InvalidArgumentError('It must be a whole number from 1 to 2147483647.');
  return id;
}
