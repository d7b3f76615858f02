import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { status } from '../status.rules.js';
import type { VisitReport } from './report.records.js';

type Group = Pick<VisitReport, 'Day' | 'LocationId' | 'LocationName' | 'LineId' | 'LineName'>;

/** A visit, and what it is counted under. */
export interface ReportedVisit extends Group {
  Status: number;
  SignInTime: DateTime;
  ServingTime: DateTime | null;
  TaskTime: number;
}

/** One row for each day and line. visits: those of one row together. */
export async function reportOf(visits: AsyncIterable<ReportedVisit>): Promise<VisitReport[]> {
  const rows: VisitReport[] = [];
  let group: ReportedVisit[] = [];
  for await (const visit of visits) {
    if (group.length > 0 && (group[0].Day !== visit.Day || group[0].LineId !== visit.LineId)) {
      rows.push(rowOf(group));
      group = [];
    }
    group.push(visit);
  }
  return group.length === 0 ? rows : [...rows, rowOf(group)];
}

function rowOf(visits: readonly ReportedVisit[]): VisitReport {
  const [{ Day, LocationId, LocationName, LineId, LineName }] = visits;
  const completed = visits.filter(({ Status }) => Status === status.completed);
  const count = (of: number): number => visits.filter(({ Status }) => Status === of).length;
  const waits = ascending(visits.flatMap(waited));
  return {
    ...{ Day, LocationId, LocationName, LineId, LineName },
    Visits: visits.length,
    Completed: completed.length,
    NoShow: count(status.noShow),
    Cancelled: count(status.cancelled),
    MedianWaitMinutes: median(waits),
    P90WaitMinutes: waits.at(Math.ceil(0.9 * waits.length) - 1) ?? 0,
    MedianServiceMinutes: median(ascending(completed.map(({ TaskTime }) => TaskTime))),
  };
}

/** Whole minutes, of a visit that was served. */
function waited({ SignInTime, ServingTime }: ReportedVisit): number[] {
  if (ServingTime === null) return [];
  return [Math.max(0, Math.floor((toDate(ServingTime).getTime() - toDate(SignInTime).getTime()) / 60_000))];
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Of numbers in ascending order; between the two in the middle; 0 of none. */
function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const middle = numbers.length / 2;
  return (numbers[Math.ceil(middle) - 1] + numbers[Math.floor(middle)]) / 2;
}
