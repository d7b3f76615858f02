import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { dayRangeErrors, type Range } from '../../../context/range.js';
import { Db } from '../../../database/db.js';
import { joinedName, keyedBy } from '../../../database/schema/name-keys.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { refuse } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitEntry } from './queue.records.js';

const mostDays = 31;

const visits = {
  columns: {
    Id: sql`c.Id`,
    Ticket: sql`COALESCE(c.Ticket, '')`,
    LineId: sql`c.LineId`,
    LineName: joinedName('l', 'Name'),
    Status: sql`c.Status`,
    CustomerId: sql`c.CustomerId`,
    ContactId: sql`k.ContactId`,
    // The name that customerName() gives in the queue.
    CustomerName: keyedBy(
      sql`COALESCE(NULLIF(TRIM(CONCAT(COALESCE(k.FirstName, ''), ' ', COALESCE(k.LastName, ''))), ''), k.Name, '')`,
      sql`COALESCE(NULLIF(TRIM(CONCAT(COALESCE(k.FirstNameKey, ''), ' ', COALESCE(k.LastNameKey, ''))), ''),
        k.NameKey)`,
    ),
    SignInTime: sql`c.SignInTime`,
    StationId: sql`c.StationId`,
    StationName: joinedName('s', 'Name'),
    EmployeeId: sql`c.EmployeeId`,
    EmployeeName: keyedBy(
      sql`COALESCE(a.AgentName, u.DisplayName, '')`,
      sql`COALESCE(a.AgentNameKey, u.DisplayNameKey)`,
    ),
    CalledTime: sql`c.CalledTime`,
    AppointmentId: sql`c.AppointmentId`,
    BookedFor: sql`c.BookedFor`,
    CompletedTime: sql`c.CompletedTime`,
  },
  from: sql`checkins c`,
  joins: {
    l: sql`JOIN service_lines l ON l.Id = c.LineId`,
    k: sql`JOIN contacts k ON k.ContactGUID = c.CustomerId`,
    s: sql`LEFT JOIN stations s ON s.StationId = c.StationId`,
    a: sql`LEFT JOIN agents a ON a.UserId = c.EmployeeId`,
    u: sql`LEFT JOIN users u ON u.UserId = c.EmployeeId`,
  },
  order: [sql`c.SignInTime`, sql`c.Id`],
  key: [sql`c.Id`],
} satisfies ListStatement<VisitEntry>;

@Injectable()
export class VisitsService {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {}

  /**
   * Lists the visits of a location on the business days from `from` to `to`, by SignInTime. Throws Invalid, NotFound,
   * and Forbidden for a location out of scope.
   */
  async between(
    caller: Principal,
    locationId: Guid,
    { from, to }: Range,
    options: ListOptions,
  ): Promise<ListResult<VisitEntry>> {
    refuse(dayRangeErrors(from, to, mostDays));
    await this.locations.requireKnown(caller, locationId);
    const where = sql`c.LocationId = ${locationId}
      AND c.BusinessDay BETWEEN ${from.slice(0, 10)} AND ${to.slice(0, 10)}`;
    return this.db.list(VisitEntry, { ...visits, where }, options);
  }
}
