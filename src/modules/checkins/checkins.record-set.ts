import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { Invalid, refuse } from '../../errors/errors.js';
import { definedOf } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import { RecordSet } from '../../sets/record-set.js';
import { BookedVisitsService } from './arrivals/booked-visits.service.js';
import { CheckinReferencesService } from './checkin-references.service.js';
import { Checkin, CheckinLeg, CheckinLine, status } from './checkin.entity.js';
import { TimedVisit } from './checkins.records.js';
import { CheckinsService } from './checkins.service.js';
import { CheckinsStore } from './checkins.store.js';
import { contradiction, isOpen, linesAfter, move, signInErrors } from './visit.rules.js';

@Injectable()
export class CheckinsRecordSet extends RecordSet {
  readonly name = 'checkins';
  readonly record = TimedVisit;
  override readonly entity = Checkin;
  readonly key = ['Id'];
  override readonly parts = [CheckinLeg, CheckinLine];
  readonly rows = sql`SELECT ${columns(Checkin, 'c')} FROM checkins c ORDER BY c.Id`;

  constructor(
    private readonly store: CheckinsStore,
    private readonly visits: CheckinsService,
    private readonly references: CheckinReferencesService,
    private readonly clock: BusinessClock,
    private readonly booked: BookedVisitsService,
  ) {
    super();
  }

  override async save(records: readonly Partial<Checkin>[]): Promise<Upserted> {
    const added: Partial<Checkin>[] = [];
    const changed: { stored: Checkin; visit: Partial<Checkin> }[] = [];
    for (const record of records) {
      const visit = readRow(record);
      const stored = await this.store.lock(visit.Id ?? null);
      if (stored) changed.push({ stored, visit: changesOf(stored, visit) });
      else added.push(complete(visit));
    }
    const after = changed.map(({ stored, visit }) => ({ ...stored, ...definedOf(visit) }));
    await this.references.mustBeAtLocation([...added, ...after]);
    const withNew = (name: 'SignInTime' | 'CustomerId') => [
      ...added,
      ...after.filter((visit, index) => visit[name] !== changed[index].stored[name]),
    ];
    const now = this.clock.now();
    refuse(withNew('SignInTime').flatMap(({ SignInTime }) => signInErrors(SignInTime, now)));
    await this.references.mustBePresent(withNew('CustomerId').filter(({ Status = 0 }) => isOpen(Status)));
    for (const { stored, visit } of changed) await this.store.mustKeepCustomer(stored, visit.CustomerId);
    let updated = 0;
    for (const { stored, visit } of changed) {
      const after = await this.store.update(stored, visit);
      await this.booked.follow(stored, after);
      if (JSON.stringify(after) !== JSON.stringify(stored)) updated++;
    }
    // Insert a single visit with `insert`, whose Conflict names the other open visit of the customer.
    if (added.length === 1) await this.store.insert(added[0]);
    else await this.store.insertAll(added);
    return { inserted: added.length, updated };
  }

  /** Cancels visits that an import has added. Throws Conflict for a completed visit. */
  override async removeAdded(keys: readonly Partial<Checkin>[]): Promise<void> {
    for (const { Id } of keys) await this.visits.cancelLocked((await this.store.lock(Id!))!);
  }
}

/**
 * Reads a visit from an imported row. Required fields that the row leaves unset are undefined. Throws Invalid if Status
 * and Completed contradict each other.
 */
function readRow({
  LineId,
  LineIds,
  AdjustedSignInTime,
  Ticket,
  Status,
  Completed,
  ...row
}: Partial<Checkin>): Partial<Checkin> {
  const stated = Status ?? (Completed ? status.completed : undefined);
  const completed = stated === undefined ? Completed : stated === status.completed;
  refuse(contradiction({ Status: stated, Completed }));
  return {
    ...row,
    LineId: LineId || undefined,
    LineIds: LineIds?.length ? LineIds : undefined,
    AdjustedSignInTime: AdjustedSignInTime || undefined,
    Ticket: Ticket || undefined,
    Status: stated,
    Completed: completed,
  };
}

/** The changes that an imported row makes to a stored visit. Throws Conflict if the change of Status is not allowed. */
function changesOf(stored: Checkin, sent: Partial<Checkin>): Partial<Checkin> {
  const { Status, CompletedTime } = withEnd({ ...stored, ...definedOf(sent) });
  move(stored.Status, Status!);
  return { ...sent, ...linesAfter(stored, sent), CompletedTime };
}

/** Sets CompletedTime of a Completed visit that has none to the latest of its known times. */
function withEnd(visit: Partial<Checkin>): Partial<Checkin> {
  if (visit.Status !== status.completed || visit.CompletedTime) return visit;
  const { SignInTime, ForwardedTime, CalledTime, ServingTime, ServiceEndTime } = visit;
  const times = [SignInTime, ForwardedTime, CalledTime, ServingTime, ServiceEndTime].filter(Boolean);
  return { ...visit, CompletedTime: times.sort().at(-1) };
}

/** Completes a new visit with the defaults of a check-in. Throws Invalid for a visit without a line. */
function complete(visit: Partial<Checkin>): Partial<Checkin> {
  const LineIds = visit.LineIds ?? (visit.LineId ? [visit.LineId] : []);
  const LineId = visit.LineId ?? LineIds.at(0);
  if (!LineId) throw new Invalid([fieldError('NotEmpty', 'LineId', 'or LineIds is required')]);
  return withEnd({ ...visit, LineId, LineIds, AdjustedSignInTime: visit.AdjustedSignInTime ?? visit.SignInTime });
}
