import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import { missing, type Bound } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { asSent, shift } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { isFiltered, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { LocationsService } from '../lines/locations.service.js';
import { CheckinReferences, type References } from './checkin-references.service.js';
import type { Checkin } from './checkin.entity.js';
import { CustomerCheckinObject } from './checkins.records.js';
import { CheckinsStore, unknownVisit } from './checkins.store.js';
import { linesAfter } from './requirements/lines-of-visit.rules.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';
import { atStart, changedStatus, contradiction, isOpen, move, progress, status } from './status.rules.js';

/** Milliseconds by which the clock of a kiosk may be fast. */
const mostAhead = 15 * 60_000;

type Sent = Bound<CustomerCheckinObject>;

/** What a stored visit always has: sent unset, it stays as it is. */
const needed = ['LineId', 'LineIds', 'SignInTime', 'AdjustedSignInTime'] as const;

@Injectable()
export class CheckinsService {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly references: CheckinReferences,
    private readonly questionnaires: QuestionnairesService,
  ) {}

  /**
   * The visits in the caller's scope in the order of the queue: the open ones, unless they are filtered by Status or
   * Completed.
   */
  list(caller: Principal, filter: Sent, options: ListOptions): ListResult<CustomerCheckinObject> {
    const { LineId, Status, Completed } = filter;
    const asked = [Status, Completed].some((value) => value !== undefined);
    const open = !asked && !isFiltered(options, 'Status') && !isFiltered(options, 'Completed');
    const conditions = [
      this.locations.within(caller, sql`c.LocationId`),
      ...(filter.LocationId ? [sql`c.LocationId = ${filter.LocationId}`] : []),
      ...(filter.CustomerId ? [sql`c.CustomerId = ${filter.CustomerId}`] : []),
      ...(filter.EmployeeId ? [sql`c.EmployeeId = ${filter.EmployeeId}`] : []),
      ...(LineId ? [sql`c.Id IN (SELECT l.CheckinId FROM checkin_lines l WHERE l.LineId = ${LineId})`] : []),
      ...(Status === undefined ? [] : [sql`c.Status = ${Status}`]),
      ...(Completed === undefined ? [] : [sql`c.Completed = ${Completed ? 1 : 0}`]),
      ...(open ? [sql`c.Status IN (0, 1, 2)`] : []),
    ];
    return this.db.list(
      CustomerCheckinObject,
      {
        columns: columnsOf(CustomerCheckinObject, 'c'),
        from: sql`checkins c`,
        where: join(conditions, ' AND '),
        order: [sql`c.AdjustedSignInTime`, sql`c.SignInTime`, sql`c.Id`],
        key: [sql`c.Id`],
      },
      options,
    );
  }

  /** Throws NotFound, or Forbidden for a visit out of the caller's scope. */
  async read(caller: Principal, id: Guid): Promise<CustomerCheckinObject> {
    const row = await this.db.one<Omit<CustomerCheckinObject, 'LineIds'> & { LineIds: string }>(
      sql`SELECT ${columns(CustomerCheckinObject, 'c')} FROM checkins c WHERE c.Id = ${id}`,
    );
    if (!row) throw unknownVisit();
    await this.locations.require(caller, row.LocationId);
    return { ...row, LineIds: JSON.parse(row.LineIds) as Guid[] };
  }

  /** Changes the visit of the Id that was sent, or adds it. */
  async save(caller: Principal, sent: Sent): Promise<CustomerCheckinObject> {
    const stored = sent.Id && (await this.store.lock(sent.Id));
    return stored ? this.change(caller, stored, sent) : this.create(caller, sent);
  }

  /** Changes a visit that exists. */
  async update(caller: Principal, sent: Sent): Promise<CustomerCheckinObject> {
    return this.change(caller, await this.store.require(sent.Id!), sent);
  }

  /** Cancels the visit; one that is cancelled already stays so. */
  async cancel(caller: Principal, id: Guid | null | undefined): Promise<CustomerCheckinObject> {
    if (!id) throw new Invalid([fieldError('NotEmpty', 'Id', 'is required')]);
    const stored = await this.store.require(id);
    await this.locations.require(caller, stored.LocationId);
    move(stored.Status, status.cancelled);
    return this.store.update(stored, { Status: status.cancelled });
  }

  private async create(caller: Principal, sent: Sent): Promise<CustomerCheckinObject> {
    const listed = sent.LineIds !== undefined && sent.LineIds.length > 0;
    const LineIds = listed ? [...sent.LineIds] : sent.LineId ? [sent.LineId] : [];
    const references: Partial<References> = {
      LocationId: sent.LocationId,
      CustomerId: sent.CustomerId,
      LineId: sent.LineId || LineIds.at(0),
      LineIds,
      StationId: sent.StationId ?? null,
      EmployeeId: sent.EmployeeId ?? null,
    };
    await this.requireScope(caller, sent.LocationId);
    const now = this.clock.now();
    const errors = [
      ...missing(CustomerCheckinObject, sent),
      ...(LineIds.length === 0 ? [fieldError('NotEmpty', 'LineId', 'or LineIds is required')] : []),
      ...(await this.references.errors(references, listed)),
      ...contradiction(sent),
      ...signInErrors(sent.SignInTime, now),
    ];
    refuse(errors);
    const SignInTime = sent.SignInTime || now;
    return this.store.insert({
      ...references,
      ...progress(atStart, sent, false, now),
      Id: sent.Id || newGuid(),
      SignInTime,
      AdjustedSignInTime: sent.AdjustedSignInTime || SignInTime,
      SendReminders: sent.SendReminders,
      QuestionnaireSubmitted: sent.QuestionnaireSubmitted,
    });
  }

  private async change(caller: Principal, stored: Checkin, request: Sent): Promise<CustomerCheckinObject> {
    await this.locations.require(caller, stored.LocationId);
    const unset = needed.filter((name) => isUnset(request[name]));
    const sent: Sent = { ...request, ...Object.fromEntries(unset.map((name) => [name, undefined])) };
    const { LineId, LineIds } = linesAfter(stored, sent);
    const forwarded = LineId !== stored.LineId;
    const references: References = {
      LocationId: sent.LocationId ?? stored.LocationId,
      CustomerId: sent.CustomerId ?? stored.CustomerId,
      LineId,
      LineIds,
      StationId: staffAfter(stored.StationId, sent.StationId, forwarded),
      EmployeeId: staffAfter(stored.EmployeeId, sent.EmployeeId, forwarded),
    };
    if (references.LocationId !== stored.LocationId) await this.requireScope(caller, references.LocationId);
    const now = this.clock.now();
    const errors = [
      ...(await this.references.errors(references, sent.LineIds !== undefined, stored)),
      ...contradiction(changedStatus(stored, sent)),
      ...(sent.SignInTime === stored.SignInTime ? [] : signInErrors(sent.SignInTime, now)),
    ];
    refuse(errors);
    const moved = isMoved(stored, references);
    if (moved && !isOpen(stored.Status))
      throw new Conflict('A visit that is not open keeps its customer, its location and its lines.');
    return this.store.update(stored, {
      ...references,
      ...progress(stored, sent, forwarded, now),
      SignInTime: sent.SignInTime,
      AdjustedSignInTime: sent.AdjustedSignInTime,
      SendReminders: sent.SendReminders,
      QuestionnaireSubmitted: sent.QuestionnaireSubmitted ?? (await this.submittedAfter(stored, references, moved)),
    });
  }

  /** Other lines may ask what is not answered yet. */
  private async submittedAfter(stored: Checkin, { LineIds }: References, moved: boolean): Promise<boolean> {
    if (!stored.QuestionnaireSubmitted || !moved) return stored.QuestionnaireSubmitted;
    return !(await this.questionnaires.isIncomplete({ Id: stored.Id, LineIds }));
  }

  /** Throws Forbidden for a location out of the caller's scope; one that does not exist is a bad field. */
  private async requireScope(caller: Principal, locationId: Guid | undefined): Promise<void> {
    if (locationId) await this.locations.requireWhereKnown(caller, locationId);
  }
}

/** A forwarded visit leaves its station and who serves it, unless others are sent. */
function staffAfter(stored: Guid | null, sent: Guid | null | undefined, forwarded: boolean): Guid | null {
  if (sent === undefined || sent === stored) return forwarded ? null : stored;
  return sent;
}

function signInErrors(sent: DateTime | null | undefined, now: DateTime): FieldError[] {
  const latest = shift(now, mostAhead);
  if (!sent || latest === undefined || sent <= latest) return [];
  return [fieldError('InclusiveBetween', 'SignInTime', 'must be at most 15 minutes ahead', { Max: asSent(latest) })];
}

function isMoved(stored: References, after: References): boolean {
  return (
    stored.LocationId !== after.LocationId ||
    stored.CustomerId !== after.CustomerId ||
    stored.LineId !== after.LineId ||
    JSON.stringify(stored.LineIds) !== JSON.stringify(after.LineIds)
  );
}

function isUnset(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
