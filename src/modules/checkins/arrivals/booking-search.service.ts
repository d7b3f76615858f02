import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { Guid } from '../../../record/fields.js';
import { CustomerSearchService } from '../../contacts/search/customer-search.service.js';
import { codeIn, opensAt } from './arrival.rules.js';

/** Finds the booking of a customer who says to be here. */
@Injectable()
export class BookingSearchService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly search: CustomerSearchService,
  ) {}

  /** The AppointmentId of the booking with a code, if the customer has the last name; else undefined. */
  async byCode(code: string, lastName: string): Promise<number | undefined> {
    const found = await this.db.one<{ AppointmentId: number; LastName: string | null }>(
      sql`SELECT p.AppointmentId AS AppointmentId, c.LastName AS LastName
        FROM appointments p JOIN contacts c ON c.ContactId = p.ContactId
        WHERE p.Code = ${codeIn(code)} AND p.LineId IS NOT NULL`,
    );
    return found && this.search.isNamed(lastName, found.LastName) ? found.AppointmentId : undefined;
  }

  /**
   * The AppointmentId of the booking of today for which the only customer with the number and the last name can arrive
   * now; undefined if there is none. The booking of a customer who waits already comes before others.
   */
  async byPhone(phone: string, lastName: string, locationId: Guid): Promise<number | undefined> {
    const customerId = await this.search.only(phone, lastName);
    if (!customerId) return undefined;
    const today = this.clock.today();
    const [start, end] = [this.clock.startOfDay(today), this.clock.endOfDay(today)];
    const bookings = await this.db.all<{ AppointmentId: number; StartDate: string; CheckInId: Guid | null }>(
      sql`SELECT p.AppointmentId AS AppointmentId, p.StartDate AS StartDate, p.CheckInId AS CheckInId
        FROM contacts c JOIN appointments p ON p.ContactId = c.ContactId JOIN service_lines l ON l.Id = p.LineId
        WHERE c.ContactGUID = ${customerId} AND l.LocationId = ${locationId} AND p.Status IN ('Planned', 'Missed')
          AND p.StartDate BETWEEN ${start} AND ${end}
        ORDER BY CASE WHEN p.Status = 'Missed' THEN 2 WHEN p.CheckInId IS NULL THEN 1 ELSE 0 END, p.StartDate,
          p.AppointmentId`,
    );
    const now = this.clock.now();
    return bookings.find(({ StartDate, CheckInId }) => CheckInId !== null || opensAt(StartDate) <= now)?.AppointmentId;
  }
}
