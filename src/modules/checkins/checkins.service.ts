import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import { missing, type Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { isFiltered, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { LocationsService } from '../lines/locations.service.js';
import { VisitMessagesService } from './visit-messages.service.js';
import { BookedVisitsService } from './arrivals/booked-visits.service.js';
import { CheckinReferencesService, type References } from './checkin-references.service.js';
import { type Checkin, status } from './checkin.entity.js';
import { CustomerCheckinObject } from './checkins.records.js';
import { CheckinsStore } from './checkins.store.js';
import {
  atStart,
  changedStatus,
  contradiction,
  isOpen,
  linesAfter,
  move,
  progress,
  signInErrors,
} from './visit.rules.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';

type SentVisit = Bound<CustomerCheckinObject>;

/** A visit that was added or changed, and what Meta says about its booking. */
export interface SavedVisit {
  visit: CustomerCheckinObject;
  meta: { readonly AppointmentId?: string; readonly Warnings?: string };
}

/** Required fields of a stored visit. If a change sends one of them unset, the stored value remains. */
const needed = ['LineId', 'LineIds', 'SignInTime', 'AdjustedSignInTime'] as const;

@Injectable()
export class CheckinsService {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly references: CheckinReferencesService,
    private readonly questionnaires: QuestionnairesService,
    private readonly messages: VisitMessagesService,
    private readonly booked: BookedVisitsService,
  ) {}

  /**
   * Lists the visits in scope in the order of the queue. Lists only open visits, unless the caller filters by Status or
   * Completed.
   */
  list(caller: Principal, filter: SentVisit, options: ListOptions): ListResult<CustomerCheckinObject> {
    const { LineId, Status, Completed } = filter;
    const hasStatus = [Status, Completed].some((value) => value !== undefined);
    const open = !hasStatus && !isFiltered(options, 'Status') && !isFiltered(options, 'Completed');
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

  /** Reads a visit. Throws NotFound, and Forbidden for a visit out of the caller's scope. */
  read(caller: Principal, id: Guid): Promise<CustomerCheckinObject> {
    return this.store.read(caller, id);
  }

  /** Changes the visit with the sent Id. If there is none, adds a visit. Throws Invalid, Forbidden and Conflict. */
  async save(caller: Principal, sent: SentVisit): Promise<SavedVisit> {
    const stored = sent.Id && (await this.store.lock(sent.Id));
    return stored ? this.change(caller, stored, sent) : this.create(caller, sent);
  }

  /** Changes a visit. Throws the errors of `save`, and NotFound for an unknown visit. */
  async update(caller: Principal, sent: SentVisit): Promise<SavedVisit> {
    return this.change(caller, await this.store.require(sent.Id!), sent);
  }

  /**
   * Cancels a visit and returns it. A visit that is already cancelled remains unchanged. Throws Invalid, NotFound,
   * Forbidden and Conflict.
   */
  async cancel(caller: Principal, id: Guid | null | undefined): Promise<CustomerCheckinObject> {
    if (!id) throw new Invalid([fieldError('NotEmpty', 'Id', 'is required')]);
    return this.cancelLocked(await this.store.claim(caller, id));
  }

  /** Cancels a visit whose row is locked. Throws Conflict if the Status of the visit does not allow it. */
  async cancelLocked(stored: Checkin): Promise<CustomerCheckinObject> {
    move(stored.Status, status.cancelled);
    const after = await this.store.update(stored, { Status: status.cancelled });
    await this.booked.follow(stored, after);
    await this.messages.changed(stored, after);
    return after;
  }

  private async create(caller: Principal, sent: SentVisit): Promise<SavedVisit> {
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
    refuse([
      ...missing(CustomerCheckinObject, sent),
      ...(LineIds.length === 0 ? [fieldError('NotEmpty', 'LineId', 'or LineIds is required')] : []),
    ]);
    refuse([
      ...(await this.references.errors(references, listed)),
      ...contradiction(sent),
      ...signInErrors(sent.SignInTime, now),
    ]);
    const SignInTime = sent.SignInTime || now;
    // Someone with a booking for later today is a walk-in until then.
    const booking = await this.booked.ofToday(references.CustomerId!, references.LineId!);
    const arriving = booking && this.booked.isOpen(booking) ? booking : undefined;
    const visit = await this.store.insert({
      ...references,
      ...(arriving && (await this.booked.fieldsOf(arriving, SignInTime))),
      ...progress(atStart, sent, false, now),
      Id: sent.Id || newGuid(),
      SignInTime,
      AdjustedSignInTime: sent.AdjustedSignInTime || SignInTime,
      SendReminders: sent.SendReminders,
      QuestionnaireSubmitted: sent.QuestionnaireSubmitted,
    });
    if (arriving) await this.booked.arrived(arriving, visit);
    await this.messages.changed(undefined, visit);
    const followed = await this.booked.follow(undefined, visit);
    return { visit, meta: { ...followed, ...(booking && { AppointmentId: String(booking.AppointmentId) }) } };
  }

  private async change(caller: Principal, stored: Checkin, request: SentVisit): Promise<SavedVisit> {
    await this.locations.require(caller, stored.LocationId);
    const unset = needed.filter((name) => isUnset(request[name]));
    const sent: SentVisit = { ...request, ...Object.fromEntries(unset.map((name) => [name, undefined])) };
    const { LineId, LineIds } = linesAfter(stored, sent);
    const forwarded = LineId !== stored.LineId;
    const waitsAgain = forwarded || (sent.Status === status.waiting && stored.Status !== status.waiting);
    const references: References = {
      LocationId: sent.LocationId ?? stored.LocationId,
      CustomerId: sent.CustomerId ?? stored.CustomerId,
      LineId,
      LineIds,
      StationId: staffAfter(stored.StationId, sent.StationId, waitsAgain),
      EmployeeId: staffAfter(stored.EmployeeId, sent.EmployeeId, waitsAgain),
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
      throw new Conflict('The visit is closed: you cannot change its customer, location or lines.');
    await this.store.mustKeepCustomer(stored, references.CustomerId);
    const after = progress(stored, sent, forwarded, now);
    const { StationId } = references;
    const stays = stored.Status === status.called && after.Status === status.called;
    if (stays && StationId !== null && StationId !== stored.StationId) {
      after.CalledTime = now;
      after.FirstCalledTime = stored.FirstCalledTime ?? stored.CalledTime;
    }
    const changes = {
      ...references,
      ...after,
      SignInTime: sent.SignInTime,
      AdjustedSignInTime: sent.AdjustedSignInTime,
      SendReminders: sent.SendReminders,
      QuestionnaireSubmitted: sent.QuestionnaireSubmitted ?? (await this.submittedAfter(stored, references, moved)),
      BookedFor: await this.booked.bookedForAfter(stored, after.Status),
    };
    const visit = await (forwarded ? this.store.forward(stored, changes, now) : this.store.update(stored, changes));
    const meta = await this.booked.follow(stored, visit);
    await this.messages.changed(stored, visit);
    return { visit, meta };
  }

  /**
   * The value of QuestionnaireSubmitted after a change. `moved` says that the change concerns the customer, the
   * location or the lines: the value then becomes false if an active question of the lines has no answer.
   */
  private async submittedAfter(stored: Checkin, { LineIds }: References, moved: boolean): Promise<boolean> {
    if (!stored.QuestionnaireSubmitted || !moved) return stored.QuestionnaireSubmitted;
    return !(await this.questionnaires.isIncomplete({ Id: stored.Id, LineIds }));
  }

  /** Throws Forbidden for a location out of scope. CheckinReferencesService reports an unknown location. */
  private async requireScope(caller: Principal, locationId: Guid | undefined): Promise<void> {
    if (locationId) await this.locations.requireWhereKnown(caller, locationId);
  }
}

/**
 * The StationId or EmployeeId of a visit after a change. A change after which the visit waits again, for example one
 * that forwards it, clears the field, unless the request sends another value than the stored one.
 */
function staffAfter(stored: Guid | null, sent: Guid | null | undefined, waitsAgain: boolean): Guid | null {
  if (sent === undefined || sent === stored) return waitsAgain ? null : stored;
  return sent;
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
