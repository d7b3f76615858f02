import { fieldError, type FieldError } from '../../record/field-error.js';
import { daysInMonth, shift } from '../../record/values/datetime.js';
import { dayAt } from '../../record/values/days.js';
import type { Day } from '../../record/fields.js';

/** Range of days; both ends are included. */
export interface Days {
  from: Day;
  to: Day;
}

/** The periods that a summary adds up. */
export interface SummaryPeriods {
  range: Days;
  yearToDate: Days;
  running: Days;
  currentYearToDate: Days;
  currentRunning: Days;
}

const firstYear = 1;
const mostYears = 10;
const oneDay = 86_400_000;

/**
 * Returns an error if the range of days, `yyyy-MM-dd`, ends before it starts or lasts more than ten years. `names` are
 * the fields that the error names.
 */
export function rangeErrors(
  start: string,
  end: string,
  [first, last] = ['ParamStartDate', 'ParamEndDate'],
): FieldError[] {
  if (start > end) return [fieldError('GreaterThanOrEqual', last, `must not be before ${first}`, { Min: start })];
  const Max = yearsFrom(start, mostYears);
  if (Max === undefined || end <= Max) return [];
  return [fieldError('InclusiveBetween', last, `must be at most ${mostYears} years after ${first}`, { Max })];
}

/** The periods of a summary. `start`, `end` and `today` are days, `yyyy-MM-dd`. */
export function periodsOf(start: string, end: string, today: string): SummaryPeriods {
  const days = (first: string, last: string): Days => ({ from: dayAt(first), to: dayAt(last) });
  return {
    range: days(start, end),
    yearToDate: days(newYear(end), end),
    running: days(yearBefore(end), end),
    currentYearToDate: days(newYear(today), today),
    currentRunning: days(yearBefore(today), today),
  };
}

/**
 * The same day `years` later, or earlier if `years` is negative. 29 February becomes 28 February in a year without it.
 * undefined for a year before 1 or after 9999.
 */
export function yearsFrom(date: string, years: number): string | undefined {
  const [year, month, day] = date.split('-').map(Number);
  const there = year + years;
  if (there < firstYear || there > 9999) return undefined;
  return dayText(there, month, Math.min(day, daysInMonth(there, month)));
}

function newYear(date: string): string {
  return `${date.slice(0, 4)}-01-01`;
}

/** The first day of the twelve months that end on a date: the day after the same day of the year before. */
function yearBefore(date: string): string {
  const before = yearsFrom(date, -1);
  return (before && shift(dayAt(before), oneDay)?.slice(0, 10)) ?? '0001-01-01';
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
