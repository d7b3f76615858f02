import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import type { Line } from '../../lines/line.entity.js';
import type { LineWaits } from '../../lines/lines.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import { type Checkin, status } from '../checkin.entity.js';
import { latestOf } from '../arrivals/arrival.rules.js';
import type { QueueEntry } from './queue.records.js';
import { forecast, queueOf, type Expected, type OpenStation, type OpenVisit } from './queue.rules.js';

type TimedLine = Pick<Line, 'Id' | 'LocationId' | 'ServiceDurationMinutes'>;

/**
 * The open visits of a location on one day, in the order of sign-in, the customers who are expected there, and the open
 * stations of the location.
 */
interface Place {
  visits: OpenVisit[];
  expected: Expected[];
  stations: OpenStation[];
}

/** Visits that one statement reads. */
const visitsAtOnce = 400;

@Injectable()
export class QueueService implements LineWaits {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
  ) {}

  /**
   * Today's queue of a location, sorted by LineName and Position. Throws NotFound, and Forbidden for a location out of
   * scope.
   */
  async list(caller: Principal, locationId: Guid): Promise<QueueEntry[]> {
    await this.locations.requireKnown(caller, locationId);
    return this.at(locationId);
  }

  /** Returns today's queues of several locations, by LocationId. */
  async of(locationIds: readonly Guid[]): Promise<Map<Guid, QueueEntry[]>> {
    const queues = new Map<Guid, QueueEntry[]>();
    for (const [id, place] of await this.places(locationIds)) {
      if (isTurnOver()) await nextTurn();
      const waits = this.forecast(place);
      if (isTurnOver()) await nextTurn();
      queues.set(id, queueOf(place.visits, waits));
    }
    return queues;
  }

  /** The queue entry of a visit; undefined if the visit is not open or is not of today. */
  async entryOf({ Id, LocationId }: Pick<Checkin, 'Id' | 'LocationId'>): Promise<QueueEntry | undefined> {
    return (await this.at(LocationId)).find((entry) => entry.Id === Id);
  }

  /** The Position of a visit; 0 if the visit is not in today's queue. */
  async positionOf(visit: Pick<Checkin, 'Id' | 'LocationId'>): Promise<number> {
    return (await this.entryOf(visit))?.Position ?? 0;
  }

  /** The Ids of those visits that wait, of the first two in a line. */
  async nextOn({ LineId, LocationId }: Pick<Checkin, 'LineId' | 'LocationId'>): Promise<Guid[]> {
    const first = (await this.at(LocationId)).filter((entry) => entry.LineId === LineId).slice(0, 2);
    return first.filter(({ Status }) => Status === status.waiting).map(({ Id }) => Id);
  }

  /**
   * Returns a map from the Id of each line to the minutes that the visit would wait on that line, at its present place
   * in the queue. The map is empty if the visit is not Waiting.
   */
  async waitsOf(
    visit: Pick<Checkin, 'Id' | 'LocationId' | 'Status' | 'SignInTime'>,
    lines: readonly TimedLine[],
  ): Promise<Map<Guid, number>> {
    if (visit.Status !== status.waiting || lines.length === 0) return new Map();
    const places = await this.places([visit.LocationId], this.clock.dayOf(visit.SignInTime));
    const { visits, ...rest } = places.get(visit.LocationId)!;
    return onEach(lines, (line) => {
      const there = visits.map((other) => (other.Id === visit.Id ? { ...other, ...onLine(line) } : other));
      return this.forecast({ visits: there, ...rest }).get(visit.Id) ?? 0;
    });
  }

  async ofNewcomer(lines: readonly TimedLine[]): Promise<Map<Guid, number>> {
    const places = await this.places([...new Set(lines.map(({ LocationId }) => LocationId))]);
    const now = this.clock.now();
    const newcomer = { Id: '', BookedFor: null, Status: status.waiting, StationId: null, ServingTime: null };
    return onEach(lines, (line) => {
      const { visits, expected, stations } = places.get(line.LocationId)!;
      const later = visits.findIndex(({ AdjustedSignInTime }) => AdjustedSignInTime > now);
      const at = later < 0 ? visits.length : later;
      const there = [...visits.slice(0, at), { ...newcomer, ...onLine(line) }, ...visits.slice(at)];
      return forecast(there, stations, now, expected).get(newcomer.Id) ?? 0;
    });
  }

  private async at(locationId: Guid): Promise<QueueEntry[]> {
    return (await this.of([locationId])).get(locationId)!;
  }

  private forecast({ visits, expected, stations }: Place): Map<Guid, number> {
    return forecast(visits, stations, this.clock.now(), expected);
  }

  private async places(locationIds: readonly Guid[], day = this.clock.today()): Promise<Map<Guid, Place>> {
    const places = new Map(locationIds.map((id): [Guid, Place] => [id, { visits: [], expected: [], stations: [] }]));
    if (locationIds.length === 0) return places;
    const open = await this.db.all<Pick<OpenVisit, 'Id'>>(sql`SELECT c.Id AS Id FROM checkins c
      WHERE c.BusinessDay = ${day} AND c.LocationId IN (${join(locationIds)}) AND c.Status IN (0, 1, 2)`);
    for (const part of chunksOf(open, visitsAtOnce)) {
      if (isTurnOver()) await nextTurn();
      for (const visit of await this.visits(part)) places.get(visit.LocationId)?.visits.push(visit);
    }
    for (const place of places.values()) place.visits.sort(inOrder);
    for (const station of await this.locations.openStations(locationIds))
      places.get(station.LocationId)!.stations.push(station);
    if (day === this.clock.today())
      for (const { LocationId, ...customer } of await this.expected(locationIds))
        places.get(LocationId)!.expected.push(customer);
    return places;
  }

  /** The customers who have booked for today, have not arrived, and would not be late now. */
  private async expected(locationIds: readonly Guid[]): Promise<(Expected & { LocationId: Guid })[]> {
    const [now, today] = [this.clock.now(), this.clock.today()];
    const booked = await this.db.all<Expected & { LocationId: Guid; BookedFor: DateTime; LateMinutes: number | null }>(
      sql`SELECT l.LocationId AS LocationId, l.Id AS LineId, l.ServiceDurationMinutes AS ServiceDurationMinutes,
          p.StartDate AS BookedFor, r.LateMinutes AS LateMinutes
        FROM service_lines l JOIN appointments p ON p.LineId = l.Id LEFT JOIN booking_rules r ON r.LineId = l.Id
        WHERE l.LocationId IN (${join(locationIds)}) AND p.Status = 'Planned' AND p.CheckInId IS NULL
          AND p.StartDate BETWEEN ${this.clock.startOfDay(today)} AND ${this.clock.endOfDay(today)}
        ORDER BY p.StartDate, p.AppointmentId`,
    );
    return booked
      .filter(({ BookedFor, LateMinutes }) => now <= latestOf(BookedFor, LateMinutes))
      .map(({ LocationId, LineId, BookedFor, ServiceDurationMinutes }) => ({
        ...{ LocationId, LineId, BookedFor, ServiceDurationMinutes },
      }));
  }

  /** Those visits that are still open. */
  private visits(ids: readonly Pick<OpenVisit, 'Id'>[]): Promise<OpenVisit[]> {
    return this.db.all(sql`SELECT c.Id AS Id, c.LocationId AS LocationId, c.LineId AS LineId,
        COALESCE(c.Ticket, '') AS Ticket, c.CalledTime AS CalledTime,
        l.Name AS LineName, l.ServiceDurationMinutes AS ServiceDurationMinutes, c.Status AS Status,
        c.CustomerId AS CustomerId, k.ContactId AS ContactId, k.Name AS Name, k.FirstName AS FirstName,
        k.LastName AS LastName, c.SignInTime AS SignInTime, c.AdjustedSignInTime AS AdjustedSignInTime,
        c.AppointmentId AS AppointmentId, c.BookedFor AS BookedFor,
        c.ServingTime AS ServingTime, c.StationId AS StationId, COALESCE(s.Name, '') AS StationName,
        c.EmployeeId AS EmployeeId, COALESCE(a.AgentName, u.DisplayName, '') AS EmployeeName
      FROM checkins c JOIN service_lines l ON l.Id = c.LineId JOIN contacts k ON k.ContactGUID = c.CustomerId
        LEFT JOIN stations s ON s.StationId = c.StationId LEFT JOIN agents a ON a.UserId = c.EmployeeId
        LEFT JOIN users u ON u.UserId = c.EmployeeId
      WHERE c.Id IN (${join(ids.map(({ Id }) => Id))}) AND c.Status IN (0, 1, 2)`);
  }
}

function onLine({ Id, ServiceDurationMinutes }: TimedLine) {
  return { LineId: Id, ServiceDurationMinutes };
}

/** The waits on the lines, by their Ids. With many visits, each takes some milliseconds: others get their turns. */
async function onEach(lines: readonly TimedLine[], waitOn: (line: TimedLine) => number): Promise<Map<Guid, number>> {
  const waits = new Map<Guid, number>();
  for (const line of lines) {
    if (isTurnOver()) await nextTurn();
    waits.set(line.Id, waitOn(line));
  }
  return waits;
}

/** Compares visits in the order of the queue. */
function inOrder(one: OpenVisit, other: OpenVisit): number {
  for (const name of ['AdjustedSignInTime', 'SignInTime', 'Id'] as const)
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  return 0;
}
