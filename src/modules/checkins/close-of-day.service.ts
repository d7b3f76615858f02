import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import type { Guid } from '../../record/fields.js';
import { BookingOutcomesService } from '../appointments/booking-outcomes.service.js';
import { BookedVisitsService } from './arrivals/booked-visits.service.js';
import { CheckinsStore } from './checkins.store.js';
import { isOpen } from './visit.rules.js';
import { status } from './checkin.entity.js';

/** Milliseconds between two runs of the job, which looks for open visits of former business days. */
const lookInterval = 60_000;
/** Number of visits that one query reads. */
const batch = 100;

/** Ends open visits and bookings after their business day has ended. */
@Injectable()
export class CloseOfDayService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly store: CheckinsStore,
    private readonly booked: BookedVisitsService,
    private readonly outcomes: BookingOutcomesService,
  ) {}

  @Job({ name: 'close of day', every: lookInterval })
  async close(): Promise<void> {
    await this.each(
      (most) => this.openVisits(most),
      (id) => this.end(id),
    );
    // After the visits, which end the bookings of customers who have arrived.
    await this.each(
      (most) => this.plannedBookings(most),
      (id) => this.miss(id),
    );
  }

  private async each<Id>(find: (most: number) => Promise<Id[]>, end: (id: Id) => Promise<void>): Promise<void> {
    for (;;) {
      const found = await find(batch);
      for (const id of found) await this.db.tx(() => end(id));
      if (found.length < batch) return;
    }
  }

  /** The Ids of at most `most` open visits of former business days. */
  private async openVisits(most: number): Promise<Guid[]> {
    const visits = await this.db.all<{ Id: Guid }>(sql`SELECT Id FROM checkins
      WHERE Status IN (0, 1, 2) AND BusinessDay < ${this.clock.today()} ORDER BY Id LIMIT ${most}`);
    return visits.map(({ Id }) => Id);
  }

  /** Ends an open visit. TaskTime remains unset, because the service does not know when the customer left. */
  private async end(id: Guid): Promise<void> {
    const today = this.clock.today();
    const visit = await this.store.lock(id);
    if (!visit?.BusinessDay || visit.BusinessDay >= today || !isOpen(visit.Status)) return;
    if (visit.Status !== status.serving) {
      await this.booked.follow(visit, await this.store.update(visit, { Status: status.noShow }));
      return;
    }
    const dayEnd = this.clock.endOfDay(visit.BusinessDay);
    const { ServingTime } = visit;
    const CompletedTime = ServingTime !== null && ServingTime > dayEnd ? ServingTime : dayEnd;
    const after = await this.store.update(visit, { Status: status.completed, Completed: true, CompletedTime });
    await this.booked.follow(visit, after);
  }

  /** The AppointmentIds of at most `most` bookings of former business days that are still Planned. */
  private async plannedBookings(most: number): Promise<number[]> {
    const bookings = await this.db.all<{ AppointmentId: number }>(sql`SELECT p.AppointmentId AS AppointmentId
      FROM appointments p WHERE p.Status = 'Planned' AND p.LineId IS NOT NULL
        AND p.StartDate < ${this.clock.startOfDay(this.clock.today())} ORDER BY p.StartDate LIMIT ${most}`);
    return bookings.map(({ AppointmentId }) => AppointmentId);
  }

  /** Ends a booking whose customer did not come. */
  private async miss(appointmentId: number): Promise<void> {
    const booking = await this.outcomes.lock(appointmentId);
    if (booking?.Status === 'Planned' && this.clock.dayOf(booking.StartDate) < this.clock.today())
      await this.outcomes.missed(booking);
  }
}
