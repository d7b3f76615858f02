import type { DateTime } from '../../../record/fields.js';
import { shift } from '../../../record/values/datetime.js';

const minute = 60_000;
/** Customers can say that they are here from this many milliseconds before the booked time. */
const earliest = 30 * minute;

/** When customers can first say that they are here. */
export function opensAt(StartDate: DateTime): DateTime {
  return shift(StartDate, -earliest) ?? StartDate;
}

/** LateMinutes of a line without a booking rule. */
const usualLateMinutes = 10;

/** Until when a customer who comes is on time. `lateMinutes` are those of the line's booking rule, if it has one. */
export function latestOf(StartDate: DateTime, lateMinutes: number | null | undefined): DateTime {
  return shift(StartDate, (lateMinutes ?? usualLateMinutes) * minute) ?? StartDate;
}

/** The booked time by which a visit is called: unset for a customer who came late, who waits as a walk-in. */
export function bookedForOf(StartDate: DateTime, lateMinutes: number | undefined, came: DateTime): DateTime | null {
  return came <= latestOf(StartDate, lateMinutes) ? StartDate : null;
}

/** The code of a booking as it is stored: people type it in small letters and with spaces. */
export function codeIn(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
