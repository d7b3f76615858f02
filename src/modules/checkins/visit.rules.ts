import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { asSent, shift, toDate } from '../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { type Checkin, status } from './checkin.entity.js';
import { type CustomerCheckinObject, statusNames } from './checkins.records.js';

/** How many milliseconds SignInTime may be in the future. The clock of a kiosk may be fast. */
const mostAhead = 15 * 60_000;
/** An earlier SignInTime comes from a program that had no time: no visit of this service is so old. */
const earliest = '2000-01-01T00:00:00.0000000';
const moves: readonly (readonly number[])[] = [[1, 2, 3, 4, 5], [0, 2, 3, 4, 5], [0, 3, 5], [], [0], []];

/** The Status of a visit and the times of its changes. */
export type Progress = Pick<
  Checkin,
  | 'Status'
  | 'Completed'
  | 'CompletedTime'
  | 'CalledTime'
  | 'FirstCalledTime'
  | 'ServingTime'
  | 'ServiceEndTime'
  | 'TaskTime'
>;

export const atStart: Progress = {
  Status: status.waiting,
  Completed: false,
  CompletedTime: null,
  CalledTime: null,
  FirstCalledTime: null,
  ServingTime: null,
  ServiceEndTime: null,
  TaskTime: 0,
};

export function isOpen(of: number): boolean {
  return of <= status.serving;
}

/** Whether a visit with this Status can no longer change: it is Completed or Cancelled. */
export function isFinal(of: number): boolean {
  return moves[of].length === 0;
}

/** Throws Conflict if `moves` does not allow the change of Status. */
export function move(from: number, to: number): void {
  if (from === to || moves[from].includes(to)) return;
  const allowed = moves[from].map((next) => statusNames[next]).join(', ');
  const instead = allowed ? `; it can become ${allowed}` : '';
  throw new Conflict(`A visit that is ${statusNames[from]} cannot become ${statusNames[to]}${instead}.`);
}

/**
 * The progress of a visit after a request. `forwarded` says that the request changes the line, so that the visit
 * becomes Waiting. An unchanged TaskTime counts as absent, because typed clients send every field. Throws Invalid if
 * Status, Completed and forwarding contradict each other, and Conflict if the change of Status is not allowed.
 */
export function progress(before: Progress, sent: Bound<Progress>, forwarded: boolean, now: DateTime): Progress {
  const wanted = wantedStatus(before, sent);
  if (forwarded && wanted !== before.Status && wanted !== status.waiting)
    throw new Invalid([fieldError('Mismatch', 'Status', 'must be 0 or absent if LineId changes', { Allowed: '0' })]);
  const Status = forwarded ? status.waiting : wanted;
  move(before.Status, Status);
  const { Completed, CompletedTime, CalledTime, FirstCalledTime, ServingTime, ServiceEndTime } = before;
  const times = { CompletedTime, CalledTime, FirstCalledTime, ServingTime, ServiceEndTime };
  const after: Progress = { Status, Completed, ...times, TaskTime: sent.TaskTime ?? before.TaskTime };
  if (Status === before.Status) return after;
  if (Status === status.waiting) return { ...after, CalledTime: null, FirstCalledTime: null, ServingTime: null };
  if (Status === status.called) after.CalledTime = now;
  if (Status === status.serving) after.ServingTime = now;
  else if (before.Status === status.serving) after.ServiceEndTime = now;
  if (Status !== status.completed) return after;
  const taken = minutes(after.ServingTime ?? now, now);
  const TaskTime = after.TaskTime === before.TaskTime ? before.TaskTime || taken : after.TaskTime;
  return { ...after, Completed: true, CompletedTime: now, TaskTime };
}

/** An error if Completed contradicts Status: Completed must be true if Status is 3, else false. */
export function contradiction({ Status, Completed }: Bound<Progress>): FieldError[] {
  return Status === undefined || Completed === undefined || Completed === (Status === status.completed)
    ? []
    : [fieldError('Mismatch', 'Completed', 'must be true if Status is 3, else false')];
}

/**
 * Status and Completed, each only if it differs from the stored visit. A client may send back a whole record with only
 * one of them changed.
 */
export function changedStatus(before: Progress, { Status, Completed }: Bound<Progress>): Bound<Progress> {
  return {
    Status: Status === before.Status ? undefined : Status,
    Completed: Completed === before.Completed ? undefined : Completed,
  };
}

/** An error for a SignInTime that no visit can have: more than 15 minutes ahead, or before the year 2000. */
export function signInErrors(sent: DateTime | null | undefined, now: DateTime): FieldError[] {
  if (sent && sent < earliest)
    return [fieldError('InclusiveBetween', 'SignInTime', 'must be after the year 1999', { Min: asSent(earliest) })];
  const latest = shift(now, mostAhead);
  if (!sent || latest === undefined || sent <= latest) return [];
  return [fieldError('InclusiveBetween', 'SignInTime', 'must be at most 15 minutes ahead', { Max: asSent(latest) })];
}

function wantedStatus(before: Progress, sent: Bound<Progress>): number {
  const changed = changedStatus(before, sent);
  refuse(contradiction(changed));
  if (changed.Completed === true) return status.completed;
  if (changed.Completed === false && changed.Status === undefined)
    throw new Conflict('A Completed visit cannot be reopened.');
  return changed.Status ?? before.Status;
}

/** The letters of tickets: without I and O, which look like digits. */
const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

/**
 * The letters of a location's lines on tickets, by the Id of the line. `lines` begin with the oldest, so that a new
 * line changes no other letter. A line gets the initial of its name, or else the first letter that no other line has.
 * If every letter is taken, lines share one.
 */
export function lettersOf(lines: readonly { Id: Guid; Name: string }[]): Map<Guid, string> {
  const byLine = new Map<Guid, string>();
  const free = new Set(letters);
  for (const { Id, Name } of lines) {
    const initial = Name.normalize('NFKD').charAt(0).toUpperCase();
    const letter = (free.has(initial) ? initial : [...free].at(0)) ?? letters[0];
    free.delete(letter);
    byLine.set(Id, letter);
  }
  return byLine;
}

/** Whole minutes between two moments; 0 if `to` is earlier. */
export function minutes(from: DateTime, to: DateTime): number {
  return Math.max(0, Math.floor((toDate(to).getTime() - toDate(from).getTime()) / 60_000));
}

type LinesOfVisit = Pick<CustomerCheckinObject, 'LineId' | 'LineIds'>;

/**
 * LineId and LineIds of a visit after a request. If the request sends only a LineId that is not in the stored LineIds,
 * it replaces the stored LineId there. If the request sends only LineIds, LineId remains if LineIds contains it, and
 * becomes the first of LineIds otherwise.
 */
export function linesAfter(stored: LinesOfVisit, { LineId, LineIds }: Bound<LinesOfVisit>): LinesOfVisit {
  if (LineIds)
    return { LineIds: [...LineIds], LineId: LineId ?? (LineIds.includes(stored.LineId) ? stored.LineId : LineIds[0]) };
  if (!LineId || stored.LineIds.includes(LineId)) return { LineIds: stored.LineIds, LineId: LineId ?? stored.LineId };
  return { LineId, LineIds: stored.LineIds.map((id) => (id === stored.LineId ? LineId : id)) };
}

/** The sum of amounts of money. It adds whole hundredths, because adding binary fractions causes rounding errors. */
export function totalCost(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + hundredths(cost), 0) / 100;
}

/** The amount in hundredths, rounded from its decimal digits: 1.005 becomes 101, although its binary value is less. */
function hundredths(amount: number): number {
  return Math.round(Number((amount * 100).toPrecision(15)));
}
