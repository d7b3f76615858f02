import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, noSuch } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { MergeRule } from '../contacts/merge/merge-rule.js';
import { LocationsService } from '../lines/locations.service.js';
import { CheckinLeg, CheckinLine, Checkin, status } from './checkin.entity.js';
import { TicketsService } from './tickets.service.js';
import { isOpen } from './visit.rules.js';

/**
 * The only class that writes visits. It keeps checkin_lines, OpenKey and BusinessDay up to date, gives each new visit
 * a ticket, and throws Conflict for a second open visit of a customer at a location on the same business day.
 */
@Injectable()
export class CheckinsStore {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly locations: LocationsService,
    private readonly tickets: TicketsService,
  ) {}

  async insert(visit: Partial<Checkin>): Promise<Checkin> {
    return this.oneOpen(visit, async () => (await this.insertAll([visit]))[0]);
  }

  /** Adds visits, whose Ids must not be stored yet, and returns them. */
  async insertAll(visits: readonly Partial<Checkin>[]): Promise<Checkin[]> {
    const keyed = visits.map((visit) => ({ ...visit, ...this.queueOf(visit) }));
    const inserted = await this.withTickets(keyed, (completed) => this.db.insertMissing(Checkin, completed));
    await this.linkLines(inserted);
    await this.contacts.visited(inserted);
    return inserted;
  }

  /**
   * Changes a visit and returns it. `before` is the stored visit, whose row must be locked. A visit that moves to
   * another location or business day gets a new ticket there.
   */
  async update(before: Checkin, changes: Partial<Checkin>): Promise<Checkin> {
    const sent = Object.fromEntries(Object.entries(changes as object).filter(([, value]) => value !== undefined));
    const visit = { ...before, ...sent };
    const queue = this.queueOf(visit);
    const write = (more: Partial<Checkin> = {}): Promise<Checkin | undefined> =>
      this.db.update(Checkin, { Id: before.Id }, { ...changes, ...queue, ...more });
    const isMoved = visit.LocationId !== before.LocationId || queue.BusinessDay !== before.BusinessDay;
    const moved = { ...visit, ...queue, Ticket: changes.Ticket ?? null };
    const after = await this.oneOpen(visit, () =>
      isMoved ? this.withTickets([moved], ([{ Ticket }]) => write({ Ticket })) : write(),
    );
    if (after!.CompletedTime !== before.CompletedTime) await this.contacts.visited([after!]);
    if (JSON.stringify(after!.LineIds) !== JSON.stringify(before.LineIds)) {
      await this.db.execute(sql`DELETE FROM checkin_lines WHERE CheckinId = ${before.Id}`);
      await this.linkLines([after!]);
    }
    return after!;
  }

  /**
   * Forwards a visit to another line: applies the changes, and stores the times of the visit on the previous line as a
   * row of checkin_legs. The row of `before` must be locked.
   */
  async forward(before: Checkin, changes: Partial<Checkin>, now: DateTime): Promise<Checkin> {
    const { Id: CheckinId, LineId, ForwardedTime, ServingTime } = before;
    const CalledTime = before.FirstCalledTime ?? before.CalledTime;
    const earlier = await this.db.all(sql`SELECT Number FROM checkin_legs WHERE CheckinId = ${CheckinId}`);
    const leg = { CheckinId, LineId, ForwardedTime, CalledTime, ServingTime, EndTime: now };
    await this.db.insert(CheckinLeg, { ...leg, Number: earlier.length + 1 });
    return this.update(before, { ...changes, ForwardedTime: now });
  }

  /** Reads a visit. Throws NotFound, and Forbidden for a visit out of the caller's scope. */
  async read(caller: Principal, id: Guid): Promise<Checkin> {
    const visit = await this.db.read(Checkin, { Id: id });
    if (!visit) throw noSuch('visit');
    await this.locations.require(caller, visit.LocationId);
    return visit;
  }

  /** Like `read`, but locks the visit until the end of the transaction. */
  async claim(caller: Principal, id: Guid): Promise<Checkin> {
    const visit = await this.require(id);
    await this.locations.require(caller, visit.LocationId);
    return visit;
  }

  /** Locks the row of the visit until the end of the transaction, and returns the visit; undefined if there is none. */
  lock(id: Guid | null): Promise<Checkin | undefined> {
    return this.db.lockRow(Checkin, { Id: id ?? '' });
  }

  /** Like `lock`, but throws NotFound for an unknown visit. */
  async require(id: Guid): Promise<Checkin> {
    const visit = await this.lock(id);
    if (!visit) throw noSuch('visit');
    return visit;
  }

  /** Throws Conflict if the visit would give answers, documents or the booking of its customer to another customer. */
  async mustKeepCustomer({ Id, AppointmentId, CustomerId: before }: Checkin, after: Guid | undefined): Promise<void> {
    if (after === undefined || after === before) return;
    if (AppointmentId !== null)
      throw new Conflict('The visit belongs to a booking of its customer: take back the arrival instead.', {
        errors: [fieldError('Mismatch', 'CustomerId', 'cannot change, because the customer has booked')],
      });
    if (
      (await this.db.exists(sql`line_answers a WHERE a.CustomerCheckInId = ${Id}`)) ||
      (await this.db.exists(sql`visit_documents d WHERE d.CheckinId = ${Id}`))
    )
      throw new Conflict('The visit has answers or documents of its customer: cancel it, and check in again.', {
        errors: [fieldError('Mismatch', 'CustomerId', 'cannot change, because the visit has answers or documents')],
      });
  }

  /**
   * Runs `write` with the visits, each of which has a ticket. If a concurrent call takes one of these tickets first,
   * the unique key rejects it here, and the visits get the next ones.
   */
  private async withTickets<T>(
    visits: readonly Partial<Checkin>[],
    write: (visits: readonly Partial<Checkin>[]) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await write(await this.tickets.complete(visits));
      } catch (error) {
        const stated = visits.some(({ Ticket }) => Ticket);
        if (stated || !isTaken(error, 'Ticket')) throw error;
      }
    }
  }

  private async linkLines(visits: readonly Checkin[]): Promise<void> {
    await this.db.insertAll(
      CheckinLine,
      visits.flatMap(({ Id, LineIds }) => LineIds.map((LineId) => ({ CheckinId: Id, LineId }))),
    );
  }

  /**
   * Runs `write`, which writes `visit`. If the customer would then have two open visits at the location on a business
   * day, throws Conflict with the Id of the other visit.
   */
  private async oneOpen<T>(visit: Partial<Checkin>, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isTaken(error, 'OpenKey')) throw error;
      const { OpenKey, BusinessDay } = this.queueOf(visit);
      const open = await this.db.one<{ Id: Guid }>(
        sql`SELECT Id FROM checkins WHERE OpenKey = ${OpenKey} AND BusinessDay = ${BusinessDay}`,
      );
      throw new Conflict('The customer has an open visit at this location.', {
        cause: error,
        meta: open && { CheckInId: open.Id },
      });
    }
  }

  /**
   * The values of the columns in the unique key that allows a customer only one open visit per location and business
   * day.
   */
  private queueOf({ Status = status.waiting, LocationId, CustomerId, SignInTime }: Partial<Checkin>) {
    return {
      OpenKey: isOpen(Status) ? `${LocationId}${CustomerId}` : null,
      BusinessDay: SignInTime === undefined ? null : this.clock.dayOf(SignInTime),
    };
  }
}

/** Gives the visits of a merged contact to the remaining contact, and updates their OpenKey. */
@Injectable()
export class VisitsMergeRule extends MergeRule {
  override readonly entity = Checkin;

  constructor(private readonly store: CheckinsStore) {
    super();
  }

  override async move(visits: readonly Checkin[], customerId: Guid): Promise<void> {
    for (const { Id } of visits) await this.store.update(await this.store.require(Id), { CustomerId: customerId });
  }
}

function isTaken(error: unknown, column: 'OpenKey' | 'Ticket'): boolean {
  return error instanceof Conflict && error.errors.some(({ FieldName }) => FieldName === column);
}
