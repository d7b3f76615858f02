import { orderErrors } from '../../context/range.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, toDate } from '../../record/values/datetime.js';
import type { Appointment } from './appointment.entity.js';

const hour = 3_600_000;
/**
 * Maximum length of an appointment, in milliseconds. A list of a range reads appointments that start this long before
 * it, or later.
 */
export const longest = 31 * 24 * hour;

type Term = Pick<Appointment, 'StartDate' | 'EndDate'>;

/** The error of an appointment that ends before its start, or is longer than 31 days. */
export function termErrors({ StartDate, EndDate }: Partial<Term>): FieldError[] {
  const latest = StartDate && shift(StartDate, longest);
  if (!EndDate || latest === undefined || EndDate <= latest) return orderErrors(StartDate, EndDate);
  const Max = asSent(latest);
  return [fieldError('InclusiveBetween', 'EndDate', 'must be at most 31 days after StartDate', { Max })];
}

/** The end of an appointment with a new start: the stored appointment keeps its length, a new one lasts an hour. */
export function endOf(StartDate: DateTime, stored?: Term): DateTime {
  const length = stored ? toDate(stored.EndDate).getTime() - toDate(stored.StartDate).getTime() : hour;
  return shift(StartDate, length) ?? StartDate;
}
