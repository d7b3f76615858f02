import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { Guid } from '../../../record/fields.js';
import { LocationsService } from '../../lines/locations.service.js';
import { WaitTimesService } from '../../lines/waiting/wait-times.service.js';
import type { QueueEntry } from './queue.records.js';
import { queueOf, type OpenVisit } from './queue.rules.js';

/** The queue of a location: its open visits of today. */
@Injectable()
export class QueueService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly waitTimes: WaitTimesService,
  ) {}

  /** By LineName and Position. Throws NotFound, or Forbidden for a location out of scope. */
  async list(caller: Principal, locationId: Guid): Promise<QueueEntry[]> {
    await this.locations.requireKnown(caller, locationId);
    return this.at(locationId);
  }

  /** The business day that the queue is of now. */
  today(): string {
    return this.clock.dayOf(this.clock.now());
  }

  async at(locationId: Guid): Promise<QueueEntry[]> {
    const visits = await this.db.all<OpenVisit>(sql`SELECT c.Id AS Id, c.LineId AS LineId, l.Name AS LineName,
        l.ServiceDurationMinutes AS ServiceDurationMinutes, c.LineIds AS LineIds, c.Status AS Status,
        c.CustomerId AS CustomerId, k.ContactId AS ContactId, k.Name AS Name, k.FirstName AS FirstName,
        k.LastName AS LastName, c.SignInTime AS SignInTime, c.StationId AS StationId,
        COALESCE(s.Name, '') AS StationName, c.EmployeeId AS EmployeeId, COALESCE(a.AgentName, '') AS EmployeeName
      ${this.openAt([locationId])} ORDER BY c.AdjustedSignInTime, c.SignInTime, c.Id`);
    return queueOf(visits, await this.waitTimes.pace(locationId));
  }

  /** What the queues show that is no visit's own: all names, how long lines take, which stations serve them. */
  async surroundings(locationIds: readonly Guid[]): Promise<Map<Guid, string>> {
    const visits = await this.db.all<{ LocationId: Guid }>(sql`SELECT c.LocationId AS LocationId, k.Name AS Name,
        k.FirstName AS FirstName, k.LastName AS LastName, l.Name AS LineName, s.Name AS StationName,
        a.AgentName AS EmployeeName, l.ServiceDurationMinutes AS ServiceDurationMinutes
      ${this.openAt(locationIds)} ORDER BY c.LocationId, c.Id`);
    const stations = await this.locations.openStations(locationIds);
    const texts = new Map<Guid, string>();
    for (const row of [...visits, ...stations])
      texts.set(row.LocationId, (texts.get(row.LocationId) ?? '') + JSON.stringify(row));
    return texts;
  }

  private openAt(locationIds: readonly Guid[]): Sql {
    return sql`FROM checkins c JOIN service_lines l ON l.Id = c.LineId JOIN contacts k ON k.ContactGUID = c.CustomerId
        LEFT JOIN stations s ON s.StationId = c.StationId LEFT JOIN agents a ON a.UserId = c.EmployeeId
      WHERE c.BusinessDay = ${this.today()} AND c.LocationId IN (${join(locationIds)}) AND c.Status IN (0, 1, 2)`;
  }
}
