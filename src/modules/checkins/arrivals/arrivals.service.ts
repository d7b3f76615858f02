import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { newGuid } from '../../../record/values/guid.js';
import type { Appointment } from '../../appointments/appointment.entity.js';
import { BookingOutcomesService } from '../../appointments/booking-outcomes.service.js';
import { LinesService } from '../../lines/lines.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitMessagesService } from '../visit-messages.service.js';
import { CheckinReferencesService } from '../checkin-references.service.js';
import { type Checkin, status } from '../checkin.entity.js';
import { CheckinsStore } from '../checkins.store.js';
import { atStart, isOpen, progress } from '../visit.rules.js';
import { BookedVisitsService } from './booked-visits.service.js';

/** The customer of a booking cannot arrive here and now. The pages of customers say the reason in their language. */
export class NotNow extends Conflict {
  constructor(
    readonly reason: 'early' | 'day' | 'office' | 'ended',
    readonly booking: Pick<Appointment, 'StartDate'>,
    /** The name of the location of the booking. */
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

/** Turns bookings into visits when their customers arrive. Call the methods inside a transaction. */
@Injectable()
export class ArrivalsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly store: CheckinsStore,
    private readonly references: CheckinReferencesService,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
    private readonly booked: BookedVisitsService,
    private readonly outcomes: BookingOutcomesService,
    private readonly messages: VisitMessagesService,
  ) {}

  /**
   * Adds the visit of a booked customer whom staff see, at any time of the booked day. A customer who has already
   * arrived keeps the visit. Throws NotFound, Forbidden, Invalid and Conflict.
   */
  async arrive(caller: Principal, appointmentId: number, SendReminders = false): Promise<Checkin> {
    const { booking, LocationId } = await this.lock(caller, appointmentId);
    await this.mustBeToday(booking, LocationId);
    return this.enter(booking, { LocationId, SendReminders });
  }

  /**
   * Adds the visit of a booked customer who says to be here, from 30 minutes before StartDate. `LocationId` is where
   * the customer says so; by default the location of the booking. If the customer already waits, returns that visit.
   * Throws NotNow, and Invalid for a line or location that has closed.
   */
  here(
    appointmentId: number,
    { LocationId, SendReminders = false }: { LocationId?: Guid; SendReminders?: boolean } = {},
  ): Promise<Checkin> {
    return this.db.tx(async () => {
      const { booking, LocationId: there } = await this.lock(undefined, appointmentId);
      if (LocationId !== undefined && LocationId !== there) throw await this.notNow('office', booking, there);
      await this.mustBeToday(booking, there);
      if (!this.booked.isOpen(booking) && booking.CheckInId === null) throw await this.notNow('early', booking, there);
      try {
        return await this.enter(booking, { LocationId: there, SendReminders });
      } catch (error) {
        if (!(error instanceof Conflict) || !error.meta.CheckInId) throw error;
        return this.store.require(error.meta.CheckInId);
      }
    });
  }

  /** Whether the customer of a booking that has not ended can say now that they are here. */
  isOpen(booking: Appointment): boolean {
    return this.clock.dayOf(booking.StartDate) === this.clock.today() && this.booked.isOpen(booking);
  }

  /**
   * Takes back an arrival that was a mistake: cancels the visit, and returns it. The booking is Planned again. Throws
   * NotFound, Forbidden, and Conflict for a customer who has not arrived, or is served.
   */
  async takeBack(caller: Principal, appointmentId: number): Promise<Checkin> {
    const { booking } = await this.lock(caller, appointmentId);
    const visit = await this.store.lock(booking.CheckInId);
    if (!visit || booking.Status !== 'Planned' || (visit.Status !== status.waiting && visit.Status !== status.called))
      throw new Conflict('Only an arrival whose visit is Waiting or Called can be taken back.', {
        meta: visit && { CheckInId: visit.Id },
      });
    await this.outcomes.notArrived(booking);
    const after = await this.store.update(visit, { Status: status.cancelled });
    await this.messages.changed(visit, after);
    return after;
  }

  /**
   * Locks a booking and returns it with its location. Throws NotFound, and Forbidden for a location out of the scope of
   * the caller; a customer is no caller.
   */
  private async lock(
    caller: Principal | undefined,
    appointmentId: number,
  ): Promise<{ booking: Appointment; LocationId: Guid }> {
    const booking = await this.outcomes.lock(appointmentId);
    const LocationId = booking?.LineId && (await this.lines.locationOf(booking.LineId));
    if (!booking || !LocationId) throw noSuch('booking', appointmentId);
    if (caller) await this.locations.require(caller, LocationId);
    return { booking, LocationId };
  }

  private async mustBeToday(booking: Appointment, locationId: Guid): Promise<void> {
    const isToday = this.clock.dayOf(booking.StartDate) === this.clock.today();
    if (!isToday) throw await this.notNow('day', booking, locationId);
  }

  private async notNow(refused: NotNow['reason'], booking: Appointment, locationId: Guid): Promise<NotNow> {
    const { Status, StartDate } = booking;
    // The message for a booking that has ended must not tell the customer to come at its time or to its location.
    const reason = hasEnded(booking) ? 'ended' : refused;
    const place = await this.locations.nameOf(locationId);
    const form = { dateStyle: 'full', timeStyle: 'short', timeZone: this.clock.timeZone } as const;
    const time = new Intl.DateTimeFormat('en-US', form).format(toDate(StartDate));
    const message = reason === 'ended' ? `The booking is ${Status}.` : `The booking is for ${time} at ${place}.`;
    const more = reason === 'early' ? ' The customer can check in from 30 minutes before.' : '';
    return new NotNow(reason, booking, place, message + more);
  }

  /**
   * The visit of a booking of today, whose row is locked. A walk-in visit that the customer has on the line becomes it.
   * Throws Conflict if the customer has an open visit on another line.
   */
  private async enter(
    booking: Appointment,
    { LocationId, SendReminders }: { LocationId: Guid; SendReminders: boolean },
  ): Promise<Checkin> {
    const stored = await this.store.lock(booking.CheckInId);
    if (stored && isOpen(stored.Status)) return stored;
    if (hasEnded(booking)) throw await this.notNow('ended', booking, LocationId);
    const now = this.clock.now();
    if (stored?.Status === status.noShow) return this.reopen(booking, stored, SendReminders);
    const CustomerId = await this.customerOf(booking);
    const LineId = booking.LineId!;
    const open = await this.openVisit(LocationId, CustomerId);
    if (open) {
      // After a no-show, staff may have put back the booking and its visit separately.
      const isFree = open.AppointmentId === null || open.AppointmentId === booking.AppointmentId;
      if (open.LineId !== LineId || !isFree)
        throw new Conflict('The customer has an open visit at this location.', { meta: { CheckInId: open.Id } });
      const visit = await this.store.update(open, {
        ...(await this.booked.fieldsOf(booking, open.SignInTime)),
        SendReminders: open.SendReminders || SendReminders,
      });
      await this.booked.arrived(booking, visit);
      return visit;
    }
    const references = { LocationId, CustomerId, LineId, LineIds: [LineId] };
    refuse(await this.references.errors(references, false));
    const visit = await this.store.insert({
      ...references,
      ...atStart,
      ...(await this.booked.fieldsOf(booking, now)),
      Id: newGuid(),
      SignInTime: now,
      AdjustedSignInTime: now,
      SendReminders,
    });
    await this.booked.arrived(booking, visit);
    await this.messages.changed(undefined, visit);
    return visit;
  }

  /** Lets a customer wait again who did not come when called. */
  private async reopen(booking: Appointment, stored: Checkin, SendReminders: boolean): Promise<Checkin> {
    const Status = status.waiting;
    const BookedFor = await this.booked.bookedForAfter(stored, Status);
    const visit = await this.store.update(stored, {
      ...progress(stored, { Status }, false, this.clock.now()),
      StationId: null,
      EmployeeId: null,
      BookedFor,
      SendReminders: stored.SendReminders || SendReminders,
    });
    await this.booked.arrived(booking, visit);
    await this.messages.changed(stored, visit);
    return visit;
  }

  private async customerOf({ ContactId }: Appointment): Promise<Guid> {
    const found = await this.db.one<{ ContactGUID: Guid | null }>(
      sql`SELECT c.ContactGUID AS ContactGUID FROM contacts c WHERE c.ContactId = ${ContactId}`,
    );
    return found?.ContactGUID ?? '';
  }

  private async openVisit(locationId: Guid, customerId: Guid): Promise<Checkin | undefined> {
    const found = await this.db.one<{ Id: Guid }>(sql`SELECT c.Id AS Id FROM checkins c
      WHERE c.OpenKey = ${locationId + customerId} AND c.BusinessDay = ${this.clock.today()}`);
    const visit = found && (await this.store.lock(found.Id));
    return visit && isOpen(visit.Status) ? visit : undefined;
  }
}

function hasEnded({ Status }: Appointment): boolean {
  return Status === 'Done' || Status === 'Cancelled';
}
