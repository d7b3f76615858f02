import { daysInMonth } from '../../record/values/datetime.js';
import type { DateTime } from '../../record/fields.js';

/** Both ends included, as the first and the last tick of whole UTC days. */
export interface Days {
  from: DateTime;
  to: DateTime;
}

/** The stretches of days that a summary sums up. */
export interface SummaryPeriods {
  range: Days;
  yearToDate: Days;
  running: Days;
  currentYearToDate: Days;
  currentRunning: Days;
}

const firstYear = 1;

/** start, end and today: any moment of the day that is meant. */
export function periodsOf(start: DateTime, end: DateTime, today: DateTime): SummaryPeriods {
  return {
    range: { from: firstTick(dayOf(start)), to: lastTick(end) },
    yearToDate: yearTo(end),
    running: twelveMonthsTo(end),
    currentYearToDate: yearTo(today),
    currentRunning: twelveMonthsTo(today),
  };
}

/** The day so many years later, or before; 28 February for a 29 February that is none there. */
export function yearsFrom(moment: DateTime, years: number): string | undefined {
  const [year, month, day] = dayOf(moment).split('-').map(Number);
  const there = year + years;
  if (there < firstYear || there > 9999) return undefined;
  return dayText(there, month, Math.min(day, daysInMonth(there, month)));
}

export function dayOf(moment: DateTime): string {
  return moment.slice(0, 10);
}

function yearTo(end: DateTime): Days {
  return { from: firstTick(`${end.slice(0, 4)}-01-01`), to: lastTick(end) };
}

/** From the day after the same day a year before. */
function twelveMonthsTo(end: DateTime): Days {
  const before = yearsFrom(end, -1);
  return { from: firstTick(before === undefined ? '0001-01-01' : dayAfter(before)), to: lastTick(end) };
}

function dayAfter(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  if (date < daysInMonth(year, month)) return dayText(year, month, date + 1);
  return month < 12 ? dayText(year, month + 1, 1) : dayText(year + 1, 1, 1);
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function firstTick(day: string): DateTime {
  return `${day}T00:00:00.0000000`;
}

function lastTick(moment: DateTime): DateTime {
  return `${dayOf(moment)}T23:59:59.9999999`;
}
