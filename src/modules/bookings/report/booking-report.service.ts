import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { dayRangeErrors } from '../../../context/range.js';
import { Db } from '../../../database/db.js';
import { refuse } from '../../../errors/errors.js';
import type { DateTime, Day } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { BookingReport, BookingStatus } from '../bookings.records.js';

const mostDays = 366;

interface Row extends Pick<BookingReport, 'LocationId' | 'LocationName' | 'LineId' | 'LineName'> {
  readonly StartDate: DateTime;
  readonly Status: BookingStatus;
  readonly BookedBy: string;
  readonly ArrivedTime: DateTime | null;
  readonly Overbooked: number | boolean;
  readonly IsLate: number;
  readonly FirstCall: DateTime | null;
}

/** The delays of the bookings of a day and line, in minutes, beside its row of the report. */
interface Counted {
  readonly report: BookingReport;
  readonly delays: number[];
}

@Injectable()
export class BookingReportService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
  ) {}

  /** The rows for the business days from `from` to `to`, sorted by Day, LocationName and LineName. Throws Invalid. */
  async between(caller: Principal, from: Day, to: Day): Promise<BookingReport[]> {
    refuse(dayRangeErrors(from, to, mostDays));
    const [first, last] = [this.clock.startOfDay(from.slice(0, 10)), this.clock.endOfDay(to.slice(0, 10))];
    const counted = new Map<string, Counted>();
    // Stream the bookings, so that only one row for each day and line is in memory, with its delays.
    const rows = this.db.rows<Row>(sql`SELECT o.LocationId AS LocationId, o.Name AS LocationName, l.Id AS LineId,
        l.Name AS LineName, p.StartDate AS StartDate, p.Status AS Status, p.BookedBy AS BookedBy,
        p.ArrivedTime AS ArrivedTime, p.Overbooked AS Overbooked,
        CASE WHEN v.Id IS NOT NULL AND v.BookedFor IS NULL THEN 1 ELSE 0 END AS IsLate,
        COALESCE(g.CalledTime, v.FirstCalledTime, v.CalledTime) AS FirstCall
      FROM appointments p JOIN service_lines l ON l.Id = p.LineId JOIN locations o ON o.LocationId = l.LocationId
        LEFT JOIN checkins v ON v.Id = p.CheckInId
        LEFT JOIN checkin_legs g ON g.CheckinId = v.Id AND g.Number = 1
      WHERE p.StartDate BETWEEN ${first} AND ${last} AND ${this.locations.within(caller, sql`l.LocationId`)}
      ORDER BY o.NameKey, o.LocationId, l.NameKey, l.Id`);
    for await (const row of rows) {
      const day = this.clock.dayOf(row.StartDate);
      const key = `${day} ${row.LineId}`;
      const known = counted.get(key) ?? { report: emptyRow(day, row), delays: [] };
      counted.set(key, known);
      count(known, row);
    }
    return [...counted.values()]
      .map(({ report, delays }) => ({ ...report, ...percentiles(delays) }))
      .sort((a, b) => (a.Day < b.Day ? -1 : a.Day > b.Day ? 1 : 0));
  }
}

function emptyRow(Day: string, { LocationId, LocationName, LineId, LineName }: Row): BookingReport {
  return {
    ...{ Day, LocationId, LocationName, LineId, LineName, Booked: 0, ByCustomer: 0, Done: 0, Missed: 0, Cancelled: 0 },
    ...{ Late: 0, Overbooked: 0, MedianDelayMinutes: 0, P90DelayMinutes: 0 },
  };
}

function count({ report, delays }: Counted, row: Row): void {
  const { Status, BookedBy, StartDate, ArrivedTime, FirstCall } = row;
  report.Booked++;
  if (BookedBy === 'Customer') report.ByCustomer++;
  if (Status !== 'Planned') report[Status]++;
  if (row.IsLate === 1) report.Late++;
  if (row.Overbooked) report.Overbooked++;
  if (!FirstCall) return;
  const due = ArrivedTime && ArrivedTime > StartDate ? ArrivedTime : StartDate;
  delays.push(Math.max(0, (toDate(FirstCall).getTime() - toDate(due).getTime()) / 60_000));
}

function percentiles(delays: number[]): Pick<BookingReport, 'MedianDelayMinutes' | 'P90DelayMinutes'> {
  const ascending = [...delays].sort((a, b) => a - b);
  const middle = ascending.length / 2;
  const around = [ascending[Math.ceil(middle) - 1] ?? 0, ascending[Math.floor(middle)] ?? 0];
  return {
    MedianDelayMinutes: (around[0] + around[1]) / 2,
    P90DelayMinutes: ascending.at(Math.ceil(0.9 * ascending.length) - 1) ?? 0,
  };
}
