import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { toDate } from '../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import type { Checkin } from './checkin.entity.js';

export const status = { waiting: 0, called: 1, serving: 2, completed: 3, noShow: 4, cancelled: 5 } as const;

const names = ['Waiting', 'Called', 'Serving', 'Completed', 'NoShow', 'Cancelled'];
const moves: readonly (readonly number[])[] = [[1, 2, 3, 4, 5], [0, 2, 3, 4, 5], [0, 3, 5], [], [0], []];

/** How far a visit has come. */
export type Progress = Pick<Checkin, 'Status' | 'Completed' | 'CompletedTime' | 'ServingTime' | 'TaskTime'>;

export const atStart: Progress = {
  Status: status.waiting,
  Completed: false,
  CompletedTime: null,
  ServingTime: null,
  TaskTime: 0,
};

export function isOpen(of: number): boolean {
  return of <= status.serving;
}

/** Completed or Cancelled: nothing leads on from there. */
export function isFinal(of: number): boolean {
  return moves[of].length === 0;
}

/** Throws Conflict for a move that is not in the table; staying is no move. */
export function move(from: number, to: number): void {
  if (from === to || moves[from].includes(to)) return;
  const allowed = moves[from].map((next) => names[next]).join(', ');
  throw new Conflict(
    `A visit that is ${names[from]} cannot become ${names[to]}${allowed ? `; it can become ${allowed}` : ''}.`,
  );
}

/**
 * The progress after what was sent. forwarded: the visit changes its line, and waits again.
 * Throws Invalid where Status, Completed and forwarding contradict each other, Conflict for a move that is not allowed.
 */
export function progress(before: Progress, sent: Bound<Progress>, forwarded: boolean, now: DateTime): Progress {
  const wanted = wantedStatus(before, sent);
  if (forwarded && wanted !== before.Status && wanted !== status.waiting)
    throw new Invalid([fieldError('Mismatch', 'Status', 'must be 0 or absent where LineId changes', { Allowed: '0' })]);
  const Status = forwarded ? status.waiting : wanted;
  move(before.Status, Status);
  const { Completed, CompletedTime, ServingTime, TaskTime } = before;
  const after: Progress = { Status, Completed, CompletedTime, ServingTime, TaskTime: sent.TaskTime ?? TaskTime };
  if (Status === before.Status) return after;
  if (Status === status.waiting) after.ServingTime = null;
  if (Status === status.serving) after.ServingTime = now;
  if (Status !== status.completed) return after;
  const taken = minutes(after.ServingTime ?? now, now);
  return { ...after, Completed: true, CompletedTime: now, TaskTime: sent.TaskTime ?? (TaskTime || taken) };
}

/** Completed and Status 3 are the same statement: the error where what was sent contradicts itself. */
export function contradiction({ Status, Completed }: Bound<Progress>): FieldError[] {
  return Status === undefined || Completed === undefined || Completed === (Status === status.completed)
    ? []
    : [fieldError('Mismatch', 'Completed', 'must be true exactly where Status is 3')];
}

/** The one of Status and Completed that differs from what is stored, so that a record can be sent back. */
export function changedStatus(before: Progress, { Status, Completed }: Bound<Progress>): Bound<Progress> {
  return {
    Status: Status === before.Status ? undefined : Status,
    Completed: Completed === before.Completed ? undefined : Completed,
  };
}

function wantedStatus(before: Progress, sent: Bound<Progress>): number {
  const changed = changedStatus(before, sent);
  refuse(contradiction(changed));
  if (changed.Completed === true) return status.completed;
  if (changed.Completed === false && changed.Status === undefined)
    throw new Conflict('A visit that is Completed stays so.');
  return changed.Status ?? before.Status;
}

function minutes(from: DateTime, to: DateTime): number {
  return Math.max(0, Math.floor((toDate(to).getTime() - toDate(from).getTime()) / 60_000));
}
