import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import type { Line } from '../line.entity.js';
import { LocationsService } from '../locations.service.js';
import { waitMinutes } from './wait.rules.js';

/** Where a visit stands in the queue. */
interface Place {
  Id: Guid;
  LocationId: Guid;
  Status: number;
  SignInTime: DateTime;
  AdjustedSignInTime: DateTime;
}

type Served = Pick<Line, 'Id' | 'LocationId' | 'ServiceDurationMinutes'>;
type Counted = { LineId: Guid; Visits: number };

/** How long customers wait on a line. */
@Injectable()
export class WaitTimesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
  ) {}

  /** Minutes that the visit waits on each of the lines; 0 unless it is Waiting. */
  async of(visit: Place, lines: readonly Served[]): Promise<Map<Guid, number>> {
    if (visit.Status !== 0 || lines.length === 0) return new Map();
    return this.waits(lines, await this.ahead(visit, lines));
  }

  /**
   * How long a visit of the location waits on a line, with so many visits ahead: for
   * as long as the stations stay as they are.
   */
  async pace(locationId: Guid): Promise<(line: Pick<Line, 'Id' | 'ServiceDurationMinutes'>, ahead: number) => number> {
    const stations = await this.stationsOf([locationId]);
    return ({ Id, ServiceDurationMinutes }, ahead) => waitMinutes(ServiceDurationMinutes, ahead, stations.get(Id) ?? 0);
  }

  /** Minutes that a customer who came now would wait on each of the lines. */
  async now(lines: readonly Served[]): Promise<Map<Guid, number>> {
    if (lines.length === 0) return new Map();
    const today = this.clock.dayOf(this.clock.now());
    const counted = await this.db.all<Counted>(sql`SELECT l.LineId AS LineId, COUNT(*) AS Visits
      FROM checkins c JOIN checkin_lines l ON l.CheckinId = c.Id
      WHERE c.BusinessDay = ${today} AND c.LocationId IN (${join(locationsOf(lines))}) AND c.Status IN (0, 1, 2)
      GROUP BY l.LineId`);
    return this.waits(lines, new Map(counted.map(({ LineId, Visits }) => [LineId, Visits])));
  }

  /** ahead: how many visits each line has before. */
  private async waits(lines: readonly Served[], ahead: ReadonlyMap<Guid, number>): Promise<Map<Guid, number>> {
    const stations = await this.stationsOf(locationsOf(lines));
    return new Map(
      lines.map(({ Id, ServiceDurationMinutes }) => [
        Id,
        waitMinutes(ServiceDurationMinutes, ahead.get(Id) ?? 0, stations.get(Id) ?? 0),
      ]),
    );
  }

  /** How many open stations each line has. */
  private async stationsOf(locationIds: readonly Guid[]): Promise<Map<Guid, number>> {
    const found = new Map<Guid, number>();
    for (const { LineIds } of await this.locations.openStations(locationIds))
      for (const id of LineIds) found.set(id, (found.get(id) ?? 0) + 1);
    return found;
  }

  /** How many open visits of each line are ahead of the visit in the queue of its business day. */
  private async ahead(
    { Id, LocationId, AdjustedSignInTime, SignInTime }: Place,
    lines: readonly Served[],
  ): Promise<Map<Guid, number>> {
    const counted = await this.db.all<Counted>(sql`SELECT l.LineId AS LineId, COUNT(*) AS Visits
      FROM checkins c JOIN checkin_lines l ON l.CheckinId = c.Id
      WHERE c.LocationId = ${LocationId} AND c.Status IN (0, 1, 2) AND c.BusinessDay = ${this.clock.dayOf(SignInTime)}
        AND l.LineId IN (${join(lines.map((line) => line.Id))})
        AND (c.AdjustedSignInTime < ${AdjustedSignInTime} OR (c.AdjustedSignInTime = ${AdjustedSignInTime}
          AND (c.SignInTime < ${SignInTime} OR (c.SignInTime = ${SignInTime} AND c.Id < ${Id}))))
      GROUP BY l.LineId`);
    return new Map(counted.map(({ LineId, Visits }) => [LineId, Visits]));
  }
}

function locationsOf(lines: readonly Served[]): Guid[] {
  return [...new Set(lines.map(({ LocationId }) => LocationId))];
}
