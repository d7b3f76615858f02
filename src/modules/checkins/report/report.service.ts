import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { dayRangeErrors } from '../../../context/range.js';
import { Db } from '../../../database/db.js';
import { refuse } from '../../../errors/errors.js';
import type { DateTime } from '../../../record/fields.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { VisitReport } from './report.records.js';
import { forwarded, reportOf, type Leg } from './report.rules.js';

const mostDays = 366;

@Injectable()
export class ReportService {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {}

  /**
   * The rows of the report for the business days from `from` to `to` inclusive, sorted by Day, LocationName and
   * LineName. Throws Invalid.
   */
  async between(caller: Principal, from: DateTime, to: DateTime): Promise<VisitReport[]> {
    refuse(dayRangeErrors(from, to, mostDays));
    const inDays = sql`c.BusinessDay BETWEEN ${from.slice(0, 10)} AND ${to.slice(0, 10)}`;
    // Stream the legs, so that one row for each day and line is in memory, and the legs of one day and location.
    return reportOf(
      this.db.rows<Leg>(sql`SELECT g.Day AS Day, o.LocationId AS LocationId, o.Name AS LocationName, l.Id AS LineId,
          l.Name AS LineName, g.CustomerId AS CustomerId, g.Outcome AS Outcome, g.JoinedTime AS JoinedTime,
          g.CalledTime AS CalledTime, g.ServingTime AS ServingTime, g.CompletedTime AS CompletedTime,
          g.EndTime AS EndTime, g.TaskTime AS TaskTime, g.AppointmentId AS AppointmentId, g.BookedFor AS BookedFor
        FROM (
          SELECT c.BusinessDay AS Day, c.LineId AS LineId, c.CustomerId AS CustomerId, c.Status AS Outcome,
            COALESCE(c.ForwardedTime, c.SignInTime) AS JoinedTime,
            COALESCE(c.FirstCalledTime, c.CalledTime) AS CalledTime, c.ServingTime AS ServingTime,
            c.CompletedTime AS CompletedTime, c.ServiceEndTime AS EndTime, c.TaskTime AS TaskTime,
            c.AppointmentId AS AppointmentId, c.BookedFor AS BookedFor
          FROM checkins c WHERE ${inDays}
          UNION ALL
          SELECT c.BusinessDay, e.LineId, c.CustomerId, ${forwarded}, COALESCE(e.ForwardedTime, c.SignInTime),
            e.CalledTime, e.ServingTime, NULL, e.EndTime, 0, c.AppointmentId, c.BookedFor
          FROM checkins c JOIN checkin_legs e ON e.CheckinId = c.Id WHERE ${inDays}
        ) g JOIN service_lines l ON l.Id = g.LineId JOIN locations o ON o.LocationId = l.LocationId
        WHERE ${this.locations.within(caller, sql`l.LocationId`)}
        ORDER BY g.Day, o.NameKey, o.LocationId, l.NameKey, l.Id`),
    );
  }
}
