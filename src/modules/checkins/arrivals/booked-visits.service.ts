import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import type { Appointment } from '../../appointments/appointment.entity.js';
import { BookingOutcomesService } from '../../appointments/booking-outcomes.service.js';
import { type Checkin, status } from '../checkin.entity.js';
import { bookedForOf, latestOf, opensAt } from './arrival.rules.js';

/** Keeps the bookings of visits up to date. Call the methods that write inside the transaction of the visit. */
@Injectable()
export class BookedVisitsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly outcomes: BookingOutcomesService,
  ) {}

  /** Locks and returns the next booking of today that the customer has on the line, and has not arrived for. */
  async ofToday(customerId: Guid, lineId: Guid): Promise<Appointment | undefined> {
    const today = this.clock.today();
    const found = await this.db.one<{ AppointmentId: number }>(sql`SELECT p.AppointmentId AS AppointmentId
      FROM contacts c JOIN appointments p ON p.ContactId = c.ContactId
      WHERE c.ContactGUID = ${customerId} AND p.LineId = ${lineId} AND p.Status = 'Planned' AND p.CheckInId IS NULL
        AND p.StartDate BETWEEN ${this.clock.startOfDay(today)} AND ${this.clock.endOfDay(today)}
      ORDER BY p.StartDate, p.AppointmentId LIMIT 1`);
    const booking = found && (await this.outcomes.lock(found.AppointmentId));
    return booking?.Status === 'Planned' && booking.CheckInId === null ? booking : undefined;
  }

  /** Whether customers have booked for today at the location. */
  anyToday(locationId: Guid): Promise<boolean> {
    const today = this.clock.today();
    return this.db.exists(sql`service_lines l JOIN appointments p ON p.LineId = l.Id
      WHERE l.LocationId = ${locationId} AND p.Status = 'Planned'
        AND p.StartDate BETWEEN ${this.clock.startOfDay(today)} AND ${this.clock.endOfDay(today)}`);
  }

  /** Whether the customer of a booking can say now that they are here. */
  isOpen({ StartDate }: Appointment): boolean {
    return this.clock.now() >= opensAt(StartDate);
  }

  /** The fields of a visit that is the arrival of a customer who came at a moment. */
  async fieldsOf(booking: Appointment, came: DateTime): Promise<Pick<Checkin, 'AppointmentId' | 'BookedFor'>> {
    const { AppointmentId, LineId, StartDate, Status } = booking;
    if (Status === 'Missed') return { AppointmentId, BookedFor: null };
    return { AppointmentId, BookedFor: bookedForOf(StartDate, await this.lateMinutesOf(LineId), came) };
  }

  /** Stores in a locked booking that its customer has arrived. */
  arrived(booking: Appointment, visit: Pick<Checkin, 'Id' | 'SignInTime'>): Promise<void> {
    return this.outcomes.arrived(booking, visit, visit.SignInTime);
  }

  /**
   * BookedFor of a visit that gets a Status. A customer who did not come when called, and is back after LateMinutes, is
   * late.
   */
  async bookedForAfter({ Status, BookedFor, AppointmentId }: Checkin, after: number): Promise<DateTime | null> {
    if (BookedFor === null || Status !== status.noShow || after !== status.waiting) return BookedFor;
    const found = await this.db.one<{ LineId: Guid | null }>(
      sql`SELECT p.LineId AS LineId FROM appointments p WHERE p.AppointmentId = ${AppointmentId}`,
    );
    const latest = latestOf(BookedFor, await this.lateMinutesOf(found?.LineId ?? null));
    return this.clock.now() <= latest ? BookedFor : null;
  }

  /**
   * Ends or reopens the booking of a visit whose Status has changed. Returns the Warnings of Meta. `before` is
   * undefined for a new visit.
   */
  async follow(before: Checkin | undefined, after: Checkin): Promise<{ Warnings?: string }> {
    const { Id, AppointmentId, Status, ServingTime, CompletedTime } = after;
    if (AppointmentId === null || Status === before?.Status) return {};
    const booking = await this.outcomes.lock(AppointmentId);
    if (booking?.CheckInId !== Id) return {};
    if (Status === status.waiting && booking.Status === 'Missed') await this.outcomes.plannedAgain(booking);
    if (booking.Status !== 'Planned') return {};
    if (Status === status.noShow) await this.outcomes.missed(booking);
    if (Status === status.cancelled) await this.outcomes.cancelled(booking);
    if (Status !== status.completed) return {};
    const end = CompletedTime ?? this.clock.now();
    const warning = await this.outcomes.done(booking, ServingTime ?? end, end);
    return warning === undefined ? {} : { Warnings: warning };
  }

  private async lateMinutesOf(lineId: Guid | null): Promise<number | undefined> {
    const rule = await this.db.one<{ LateMinutes: number }>(
      sql`SELECT r.LateMinutes AS LateMinutes FROM booking_rules r WHERE r.LineId = ${lineId}`,
    );
    return rule?.LateMinutes;
  }
}
