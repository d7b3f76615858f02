import { parseDateTime, shift, toDate, unsetDateTime } from '../../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { DateTime } from '../../../record/fields.js';

/** When a task runs: whole days of 24 hours from its start to its end, which is exclusive. */
export interface Schedule {
  readonly start: DateTime | null;
  readonly end: DateTime | null;
  readonly days: number | null;
}

/** What a call sent of a schedule: dates as text, '' for none; absent: as it was. */
export interface SentSchedule {
  readonly start?: string;
  readonly end?: string;
  readonly days?: number | null;
}

/** The names of a schedule's fields, for its errors. */
type Names = Record<keyof Schedule, string>;

export const actualNames: Names = { start: 'start_date', end: 'end_date', days: 'duration' };
export const plannedNames: Names = { start: 'planned_start', end: 'planned_end', days: 'planned_duration' };

const day = 86_400_000;
const form = /^\d{4}-\d\d-\d\d(?:$|[ T]\d\d:\d\d)/;

/** The days of a new task that says nothing of them. */
export function firstDays(type: string | undefined): number {
  return type === 'milestone' ? 0 : 1;
}

/**
 * The schedule after a change. Start and days determine the end; an end that comes without days determines these; a start
 * alone moves the end. Every bad field is put into `errors`, and the result then does not count.
 */
export function reschedule(before: Schedule, sent: SentSchedule, names: Names, errors: FieldError[]): Schedule {
  const found: FieldError[] = [];
  const start = read(before.start, sent.start, names.start, found);
  const end = read(before.end, sent.end, names.end, found);
  if (found.length === 0 && sent.end !== undefined && start && end && end < start)
    found.push(fieldError('GreaterThanOrEqual', names.end, `must not be before ${names.start}`));
  errors.push(...found);
  if (found.length > 0) return before;
  let days = sent.days === undefined ? before.days : sent.days;
  const determined =
    sent.days === undefined ? sent.end !== undefined || days === null : sent.days === null && sent.end !== undefined;
  if (determined && start && end) days = daysBetween(start, end, names.end, errors);
  if (!start) return { start, end, days };
  if (days === null) return { start, end: null, days };
  const last = shift(start, days * day);
  if (last === undefined) errors.push(fieldError('Invalid', names.days, 'leads beyond the year 9999'));
  return { start, end: last ?? null, days };
}

function read(before: DateTime | null, sent: string | undefined, name: string, errors: FieldError[]): DateTime | null {
  if (sent === undefined) return before;
  if (sent === '') return null;
  const parsed = form.test(sent) ? parseDateTime(sent) : undefined;
  if (parsed === undefined)
    errors.push(fieldError('Invalid', name, 'must be a date as YYYY-MM-DD or YYYY-MM-DD HH:mm:ss'));
  const seconds = parsed && `${parsed.slice(0, 19)}.0000000`;
  return seconds === undefined || seconds === unsetDateTime ? null : seconds;
}

function daysBetween(start: DateTime, end: DateTime, name: string, errors: FieldError[]): number {
  const days = (toDate(end).getTime() - toDate(start).getTime()) / day;
  if (!Number.isInteger(days) || days < 0)
    errors.push(fieldError('Invalid', name, 'must be whole days after the start'));
  return days;
}
