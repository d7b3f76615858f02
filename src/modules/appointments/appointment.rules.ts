import { orderErrors } from '../../context/range.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, toDate } from '../../record/values/datetime.js';
import type { Appointment } from './appointment.entity.js';

const hour = 3_600_000;
/**
 * Maximum length of an appointment in milliseconds. A query for the appointments of a range must also read those that
 * start up to this long before the range.
 */
export const longest = 31 * 24 * hour;

type Period = Pick<Appointment, 'StartDate' | 'EndDate'>;

/** Whether an appointment that was closed becomes Planned. */
export function isPlannedAgain(before: Pick<Appointment, 'Status'>, { Status }: Partial<Appointment>): boolean {
  return Status === 'Planned' && before.Status !== 'Planned';
}

/** One error if the appointment ends before its start, or is longer than 31 days; else an empty list. */
export function periodErrors({ StartDate, EndDate }: Partial<Period>): FieldError[] {
  const latest = StartDate && shift(StartDate, longest);
  if (!EndDate || latest === undefined || EndDate <= latest) return orderErrors(StartDate, EndDate);
  const Max = asSent(latest);
  return [fieldError('InclusiveBetween', 'EndDate', 'must be at most 31 days after StartDate', { Max })];
}

/** The EndDate of an appointment that starts at StartDate: it has the length of `stored`, or is an hour long. */
export function endOf(StartDate: DateTime, stored?: Period): DateTime {
  const length = stored ? toDate(stored.EndDate).getTime() - toDate(stored.StartDate).getTime() : hour;
  return shift(StartDate, length) ?? StartDate;
}
