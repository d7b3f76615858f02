import type { BusinessClock } from '../../context/business-clock.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { asSent, shift, toDate } from '../../record/values/datetime.js';
import type { Appointment } from './appointment.entity.js';

const hour = 3_600_000;
const mostDays = 366;
/** Milliseconds. A list finds the appointments of a day by their start, this long before it at most. */
export const longest = 31 * 24 * hour;

type Term = Pick<Appointment, 'StartDate' | 'EndDate'>;

/** Errors of a range of time; its days are those of TIME_ZONE. */
export function rangeErrors(from: DateTime, to: DateTime, clock: BusinessClock): FieldError[] {
  if (to < from) return [fieldError('GreaterThanOrEqual', 'To', 'must not be before From', { Min: asSent(from) })];
  const latest = clock.daysLater(from, mostDays);
  const Max = String(mostDays);
  if (latest === undefined || to <= latest) return [];
  return [fieldError('InclusiveBetween', 'To', `must be at most ${Max} days after From`, { Max })];
}

/** Errors of the start and the end of an appointment. */
export function termErrors({ StartDate, EndDate }: Partial<Term>): FieldError[] {
  if (!StartDate || !EndDate) return [];
  const Min = asSent(StartDate);
  if (EndDate < StartDate)
    return [fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate', { Min })];
  const latest = shift(StartDate, longest);
  if (latest === undefined || EndDate <= latest) return [];
  return [
    fieldError('InclusiveBetween', 'EndDate', 'must be at most 31 days after StartDate', { Max: asSent(latest) }),
  ];
}

/** The end of an appointment that was moved: as long after its start as before. stored: undefined for a new one. */
export function endOf(StartDate: DateTime, stored?: Term): DateTime {
  const length = stored ? toDate(stored.EndDate).getTime() - toDate(stored.StartDate).getTime() : hour;
  return shift(StartDate, length) ?? StartDate;
}
