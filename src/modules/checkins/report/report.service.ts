import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { Db } from '../../../database/db.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { VisitReport } from './report.records.js';
import { reportOf, type ReportedVisit } from './report.rules.js';

const mostDays = 366;
const day = 86_400_000;

/** What happened at the locations, day by day. */
@Injectable()
export class VisitReports {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {}

  /** By Day, LocationName and LineName. from, to: business days, both included. Throws Invalid. */
  async between(caller: Principal, from: DateTime, to: DateTime): Promise<VisitReport[]> {
    const days = (toDate(to).getTime() - toDate(from).getTime()) / day + 1;
    if (days < 1) throw new Invalid([fieldError('GreaterThanOrEqual', 'To', 'must not be before From')]);
    if (days > mostDays)
      throw new Invalid([
        fieldError('InclusiveBetween', 'To', `must be at most the last of ${mostDays} days from From on`, {
          Max: String(mostDays),
        }),
      ]);
    // The visits pass one at a time; what stays is a row for each day and line.
    return reportOf(
      this.db.rows<ReportedVisit>(sql`SELECT c.BusinessDay AS Day, c.LocationId AS LocationId, o.Name AS LocationName,
          c.LineId AS LineId, l.Name AS LineName, c.Status AS Status, c.SignInTime AS SignInTime,
          c.ServingTime AS ServingTime, c.TaskTime AS TaskTime
        FROM checkins c JOIN locations o ON o.LocationId = c.LocationId JOIN service_lines l ON l.Id = c.LineId
        WHERE c.BusinessDay BETWEEN ${from.slice(0, 10)} AND ${to.slice(0, 10)}
          AND ${this.locations.within(caller, sql`c.LocationId`)}
        ORDER BY c.BusinessDay, o.Name, c.LocationId, l.Name, c.LineId`),
    );
  }
}
