import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { ActivitiesService } from '../activity/activities.service.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import { Appointment } from './appointment.entity.js';

/** What the visit of a booked customer makes of the booking. Call it inside the transaction of the visit. */
@Injectable()
export class BookingOutcomesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly changes: AppointmentChangesService,
    private readonly activities: ActivitiesService,
  ) {}

  /** Locks a booking until the end of the transaction; undefined if there is none. */
  lock(appointmentId: number): Promise<Appointment | undefined> {
    return this.db.lockRow(Appointment, { AppointmentId: appointmentId });
  }

  /** Stores the visit of a customer who has arrived. A booking that was Missed is Planned again. */
  async arrived(booking: Appointment, visit: { readonly Id: Guid }, now: DateTime): Promise<void> {
    await this.changes.revise([booking], { Status: 'Planned', ArrivedTime: now, CheckInId: visit.Id });
  }

  /** Takes back an arrival, which was a mistake. */
  async notArrived(booking: Appointment): Promise<void> {
    await this.changes.revise([booking], { Status: 'Planned', ArrivedTime: null, CheckInId: null });
  }

  /**
   * Sets the booking to Done, and logs its activity. Returns a sentence that says why the activity could not be logged:
   * this never holds up a visit.
   */
  async done(booking: Appointment, from: DateTime, to: DateTime): Promise<string | undefined> {
    const { AppointmentId, AgentId, ContactId, EventTypeId, Note } = booking;
    try {
      const activity = { AgentId, ContactId, EventTypeId, StartDate: from, EndDate: to, Note };
      await this.changes.revise([booking], { Status: 'Done', ActivityId: await this.activities.logVisit(activity) });
      return undefined;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      await this.changes.revise([booking], { Status: 'Done' });
      return `Booking ${AppointmentId} is Done without an activity. ${error.message}`;
    }
  }

  /**
   * Like `done`, for a booking that staff set to Done: its activity has the booked time, or now if that is ahead. The
   * row must be locked; it is read again, because other fields may have changed.
   */
  async ended(appointmentId: number): Promise<string | undefined> {
    const booking = (await this.lock(appointmentId))!;
    const now = this.clock.now();
    const [from, to] = [booking.StartDate, booking.EndDate].map((at) => (at > now ? now : at));
    return this.done(booking, from, to);
  }

  async missed(booking: Appointment): Promise<void> {
    await this.changes.revise([booking], { Status: 'Missed' });
  }

  async plannedAgain(booking: Appointment): Promise<void> {
    await this.changes.revise([booking], { Status: 'Planned' });
  }

  /** Cancels the booking, and tells the customer if its time is ahead. */
  async cancelled(booking: Appointment): Promise<void> {
    await this.changes.change(booking, { Status: 'Cancelled' });
  }
}
