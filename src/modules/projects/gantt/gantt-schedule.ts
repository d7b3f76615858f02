import { shift, toDate, unsetDateTime } from '../../../record/values/datetime.js';
import { isNoDay, parseDateTime } from '../../../record/values/datetime-text.js';
import { noSuchDay } from '../../../record/field-types.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { DateTime } from '../../../record/fields.js';
import { changedFields } from '../changed-fields.js';

/** The start, the exclusive end and the length of a task. `days` are whole days of 24 hours. */
export interface Schedule {
  readonly start: DateTime | null;
  readonly end: DateTime | null;
  readonly days: number | null;
}

/** The sent fields of a schedule. Dates are text; '' unsets a date. An absent field is unchanged. */
export interface SentSchedule {
  readonly start?: string;
  readonly end?: string;
  readonly days?: number | null;
}

/** The field names for errors, and whether the start can be unset. */
type Names = Readonly<Record<keyof Schedule, string>> & { readonly alwaysStarts?: boolean };

export const actualNames: Names = { start: 'start_date', end: 'end_date', days: 'duration', alwaysStarts: true };
export const plannedNames: Names = { start: 'planned_start', end: 'planned_end', days: 'planned_duration' };

const day = 86_400_000;
const form = /^\d{4}-\d\d-\d\d(?:$|[ T]\d\d:\d\d)/;

/** The default length in days of a new task of this type. */
export function firstDays(type: string | undefined): number {
  return type === 'milestone' ? 0 : 1;
}

/**
 * The schedule after a request. Start and days determine the end; an end without days determines the days; a start
 * alone moves the end. Adds an error for every bad field to `errors`. After an error, the result has no meaning.
 */
export function reschedule(before: Schedule, sent: SentSchedule, names: Names, errors: FieldError[]): Schedule {
  const dates = readDates(sent, names, errors);
  return dates ? determine(before, { ...dates, days: sent.days }, names, errors) : before;
}

/** `reschedule` for a stored task. Ignores unchanged fields, and reports a new end that contradicts new days. */
export function changeSchedule(stored: Schedule, sent: SentSchedule, names: Names, errors: FieldError[]): Schedule {
  const dates = readDates(sent, names, errors);
  if (!dates) return stored;
  const changes = changedFields<Schedule>({ ...dates, days: sent.days }, stored);
  const found: FieldError[] = [];
  const after = determine(stored, changes, names, found);
  if (found.length === 0 && changes.end && typeof changes.days === 'number' && after.start && changes.end !== after.end)
    found.push(fieldError('Mismatch', names.end, `must be ${names.days} days of 24 hours after ${names.start}`));
  errors.push(...found);
  return after;
}

function determine(before: Schedule, sent: Partial<Schedule>, names: Names, errors: FieldError[]): Schedule {
  const start = sent.start ?? (sent.start === null && !names.alwaysStarts ? null : before.start);
  const end = sent.end === undefined ? before.end : sent.end;
  if (sent.end && start && sent.end < start) {
    errors.push(fieldError('GreaterThanOrEqual', names.end, `must not be before ${names.start}`));
    return before;
  }
  let days = sent.days === undefined ? before.days : sent.days;
  const determined =
    sent.days === undefined ? sent.end !== undefined || days === null : sent.days === null && sent.end !== undefined;
  if (determined && start && end) days = daysBetween(start, end, names.end, errors);
  if (!start) return { start, end, days };
  if (days === null) return { start, end: null, days };
  const last = shift(start, days * day);
  if (last === undefined) errors.push(fieldError('Invalid', names.days, 'must end the task before the year 10000'));
  return { start, end: last ?? null, days };
}

/** Parses the sent dates: an absent date remains undefined, '' becomes null. Returns undefined for an invalid date. */
function readDates(
  { start, end }: SentSchedule,
  names: Names,
  errors: FieldError[],
): Pick<Partial<Schedule>, 'start' | 'end'> | undefined {
  const found: FieldError[] = [];
  const dates = { start: read(start, names.start, found), end: read(end, names.end, found) };
  errors.push(...found);
  return found.length === 0 ? dates : undefined;
}

function read(sent: string | undefined, name: string, errors: FieldError[]): DateTime | null | undefined {
  if (sent === undefined) return undefined;
  if (sent === '') return null;
  const isDate = form.test(sent);
  const parsed = isDate ? parseDateTime(sent) : undefined;
  if (parsed === undefined) {
    const otherwise = 'must be a date as YYYY-MM-DD or YYYY-MM-DD HH:mm:ss';
    errors.push(fieldError('Invalid', name, isDate && isNoDay(sent) ? noSuchDay : otherwise));
  }
  const seconds = parsed && `${parsed.slice(0, 19)}.0000000`;
  return seconds === undefined || seconds === unsetDateTime ? null : seconds;
}

function daysBetween(start: DateTime, end: DateTime, name: string, errors: FieldError[]): number {
  const days = (toDate(end).getTime() - toDate(start).getTime()) / day;
  if (!Number.isInteger(days) || days < 0)
    errors.push(fieldError('Invalid', name, 'must be whole days after the start'));
  return days;
}
