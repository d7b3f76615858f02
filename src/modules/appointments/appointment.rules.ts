import { orderErrors } from '../../context/range.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, toDate } from '../../record/values/datetime.js';
import type { Appointment } from './appointment.entity.js';

const hour = 3_600_000;
/** Maximum length in milliseconds. A query for a range must read from this long before the start of the range. */
export const longest = 31 * 24 * hour;

type Period = Pick<Appointment, 'StartDate' | 'EndDate'>;

/** An error if the appointment ends before its start, or is longer than 31 days. */
export function periodErrors({ StartDate, EndDate }: Partial<Period>): FieldError[] {
  const latest = StartDate && shift(StartDate, longest);
  if (!EndDate || latest === undefined || EndDate <= latest) return orderErrors(StartDate, EndDate);
  const Max = asSent(latest);
  return [fieldError('InclusiveBetween', 'EndDate', 'must be at most 31 days after StartDate', { Max })];
}

/** The end for a start: an hour later, or as much later as in the stored appointment. */
export function endOf(StartDate: DateTime, stored?: Period): DateTime {
  const length = stored ? toDate(stored.EndDate).getTime() - toDate(stored.StartDate).getTime() : hour;
  return shift(StartDate, length) ?? StartDate;
}
