import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { Guid } from '../../../record/fields.js';
import type { Line } from '../../lines/line.entity.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { CustomerCheckinObject } from '../checkins.records.js';
import { status } from '../status.rules.js';
import { waitMinutes } from './totals.rules.js';

@Injectable()
export class WaitTimesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
  ) {}

  /** Minutes that the visit waits on each of the lines; 0 unless it is Waiting. */
  async of(visit: CustomerCheckinObject, lines: readonly Line[]): Promise<Map<Guid, number>> {
    if (visit.Status !== status.waiting || lines.length === 0) return new Map();
    const ahead = await this.ahead(visit, lines);
    const stations = await this.locations.openStations(visit.LocationId);
    return new Map(
      lines.map(({ Id, ServiceDurationMinutes }) => [
        Id,
        waitMinutes(
          ServiceDurationMinutes,
          ahead.get(Id) ?? 0,
          stations.filter((served) => served.includes(Id)).length,
        ),
      ]),
    );
  }

  /** How many open visits of each line are ahead of the visit in the queue of its business day. */
  private async ahead(
    { Id, LocationId, AdjustedSignInTime, SignInTime }: CustomerCheckinObject,
    lines: readonly Line[],
  ): Promise<Map<Guid, number>> {
    const counted = await this.db.all<{
      LineId: Guid;
      Visits: number;
    }>(sql`SELECT l.LineId AS LineId, COUNT(*) AS Visits
      FROM checkins c JOIN checkin_lines l ON l.CheckinId = c.Id
      WHERE c.LocationId = ${LocationId} AND c.Status IN (0, 1, 2) AND c.BusinessDay = ${this.clock.dayOf(SignInTime)}
        AND l.LineId IN (${join(lines.map((line) => line.Id))})
        AND (c.AdjustedSignInTime < ${AdjustedSignInTime} OR (c.AdjustedSignInTime = ${AdjustedSignInTime}
          AND (c.SignInTime < ${SignInTime} OR (c.SignInTime = ${SignInTime} AND c.Id < ${Id}))))
      GROUP BY l.LineId`);
    return new Map(counted.map(({ LineId, Visits }) => [LineId, Visits]));
  }
}
