import type { DateTime, Guid } from '../../../record/fields.js';
import { isOpen, minutes } from '../visit.rules.js';
import { status } from '../checkin.entity.js';
import type { VisitReport } from './report.records.js';

/**
 * The Outcome of a leg that ended because the visit was forwarded. Any other leg has the Status of its visit as
 * Outcome.
 */
export const forwarded = 6;

type Group = Pick<VisitReport, 'Day' | 'LocationId' | 'LocationName' | 'LineId' | 'LineName'>;

/** A leg of a visit: its times on one line. */
export interface Leg extends Group {
  CustomerId: Guid;
  Outcome: number;
  JoinedTime: DateTime;
  CalledTime: DateTime | null;
  ServingTime: DateTime | null;
  CompletedTime: DateTime | null;
  EndTime: DateTime | null;
  TaskTime: number;
  AppointmentId: number | null;
  BookedFor: DateTime | null;
}

/** Returns one row of the report for each day and line. `legs` must be sorted by day, location and line. */
export async function reportOf(legs: AsyncIterable<Leg>): Promise<VisitReport[]> {
  const rows: VisitReport[] = [];
  let group: Leg[] = [];
  for await (const leg of legs) {
    if (group.length > 0 && (group[0].Day !== leg.Day || group[0].LocationId !== leg.LocationId)) {
      rows.push(...rowsOf(group));
      group = [];
    }
    group.push(leg);
  }
  return [...rows, ...rowsOf(group)];
}

/** The rows of one day and location. */
function rowsOf(legs: readonly Leg[]): VisitReport[] {
  const firstLegs = firstLegsOf(legs);
  const lines = [...new Set(legs.map(({ LineId }) => LineId))];
  return lines.map((id) => {
    const ofLine = legs.filter(({ LineId }) => LineId === id);
    return rowOf(ofLine, ofLine.filter((leg) => firstLegs.has(leg)).length);
  });
}

/** The first leg of each customer. Of legs that began at the same time, the one that comes first in `legs` counts. */
function firstLegsOf(legs: readonly Leg[]): ReadonlySet<Leg> {
  const first = new Map<Guid, Leg>();
  for (const leg of legs) {
    const known = first.get(leg.CustomerId);
    if (!known || leg.JoinedTime < known.JoinedTime) first.set(leg.CustomerId, leg);
  }
  return new Set(first.values());
}

function rowOf(legs: readonly Leg[], Visitors: number): VisitReport {
  const [{ Day, LocationId, LocationName, LineId, LineName }] = legs;
  const ended = legs.filter(({ Outcome }) => !isOpen(Outcome));
  const count = (of: number): number => ended.filter(({ Outcome }) => Outcome === of).length;
  const waits = ascending(ended.flatMap(waited));
  return {
    Day,
    LocationId,
    LocationName,
    LineId,
    LineName,
    Visits: legs.length,
    Visitors,
    Booked: legs.filter(({ AppointmentId }) => AppointmentId !== null).length,
    Completed: count(status.completed),
    NoShow: count(status.noShow),
    Cancelled: count(status.cancelled),
    Forwarded: count(forwarded),
    MedianWaitMinutes: median(waits),
    P90WaitMinutes: waits.at(Math.ceil(0.9 * waits.length) - 1) ?? 0,
    MedianServiceMinutes: median(ascending(ended.flatMap(served))),
  };
}

/**
 * The whole minutes that the customer waited, as a list of one number; an empty list if the customer was neither called
 * nor served and the visit was not completed.
 */
function waited({ JoinedTime, BookedFor, CalledTime, ServingTime, CompletedTime }: Leg): number[] {
  const until = [CalledTime, ServingTime, CompletedTime]
    .filter((time) => time !== null)
    .sort()
    .at(0);
  const from = BookedFor !== null && BookedFor > JoinedTime ? BookedFor : JoinedTime;
  return until === undefined ? [] : [minutes(from, until)];
}

/**
 * The whole minutes of the service, as a list of one number; an empty list if they are unknown. TaskTime has precedence
 * over the times, because staff may have corrected it.
 */
function served({ Outcome, ServingTime, EndTime, TaskTime }: Leg): number[] {
  if (Outcome === status.completed && TaskTime > 0) return [TaskTime];
  return ServingTime === null || EndTime === null ? [] : [minutes(ServingTime, EndTime)];
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** The median of numbers in ascending order; 0 for an empty list. */
function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const middle = numbers.length / 2;
  return (numbers[Math.ceil(middle) - 1] + numbers[Math.floor(middle)]) / 2;
}
