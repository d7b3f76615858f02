import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { BookingRule, SpecialDay } from '../booking.entities.js';
import { Location } from '../../lines/location.entity.js';
import { lengthOf, type Schedule } from './free-times.js';

/** The values of a rule that is not stored. */
const defaults = {
  ...{ Bookable: false, Places: 1, Hours: [], AgentId: null, NoticeMinutes: 120, DaysAhead: 60, LateMinutes: 10 },
  Instructions: '',
} satisfies Partial<BookingRule>;

/** The condition that bookings can have the event type `e`. Categories are compared in any letter case. */
export const bookableType = sql`e.IsActive = 1 AND LOWER(e.EventCategory) <> 'outreach'`;

/** A line with all that decides when it can be booked. */
export interface BookableLine {
  readonly LineId: Guid;
  readonly LineName: string;
  readonly LocationId: Guid;
  readonly LocationName: string;
  /** Whether the line and its location are active. An inactive line takes no new bookings. */
  readonly isActive: boolean;
  /** Minutes of a booking. */
  readonly minutes: number;
  readonly rule: BookingRule;
  readonly schedule: Schedule;
}

interface LineRow {
  LineId: Guid;
  LineName: string;
  LocationId: Guid;
  LocationName: string;
  Minutes: number;
  IsActive: number;
}

/** Reads the rules of lines, the opening hours of locations and the special days. */
@Injectable()
export class RulesService {
  constructor(private readonly db: Db) {}

  /** The rule of a line: the stored one, or the default values. */
  async of(LineId: Guid): Promise<BookingRule> {
    return (
      (await this.db.read(BookingRule, { LineId })) ?? { LineId, ...defaults, EventTypeId: await this.firstType() }
    );
  }

  /** The line; undefined if there is no such line. */
  async line(lineId: Guid): Promise<BookableLine | undefined> {
    return (await this.lines([lineId])).at(0);
  }

  /** The lines of the locations, by the names of location and line. */
  async linesAt(locationIds: readonly Guid[]): Promise<BookableLine[]> {
    if (locationIds.length === 0) return [];
    const found = await this.db.all<{ LineId: Guid }>(sql`SELECT l.Id AS LineId FROM service_lines l
      WHERE l.LocationId IN (${join(locationIds)})`);
    return this.lines(found.map(({ LineId }) => LineId));
  }

  async lines(lineIds: readonly Guid[]): Promise<BookableLine[]> {
    if (lineIds.length === 0) return [];
    const rows = await this.db.all<LineRow>(sql`SELECT l.Id AS LineId, l.Name AS LineName,
        l.LocationId AS LocationId, o.Name AS LocationName, l.ServiceDurationMinutes AS Minutes,
        CASE WHEN l.Active = 1 AND o.Active = 1 THEN 1 ELSE 0 END AS IsActive
      FROM service_lines l JOIN locations o ON o.LocationId = l.LocationId
      WHERE l.Id IN (${join(lineIds)}) ORDER BY o.NameKey, o.LocationId, l.NameKey, l.Id`);
    const locations = new Map<Guid, Location>();
    for (const LocationId of new Set(rows.map((row) => row.LocationId)))
      locations.set(LocationId, (await this.db.read(Location, { LocationId }))!);
    const special = await this.special([...locations.keys()]);
    const found: BookableLine[] = [];
    for (const { Minutes, IsActive, ...row } of rows) {
      const rule = await this.of(row.LineId);
      const { OpeningHours: opening, BookingPlaces: locationPlaces } = locations.get(row.LocationId)!;
      const ofLine = special.filter(({ LocationId }) => LocationId === null || LocationId === row.LocationId);
      const schedule = { opening, special: ofLine, hours: rule.Hours, places: rule.Places, locationPlaces };
      found.push({ ...row, isActive: IsActive === 1, minutes: lengthOf(Minutes), rule, schedule });
    }
    return found;
  }

  /** The special days of the locations and of all, from a day on. */
  special(locationIds: readonly Guid[], from: DateTime = ''): Promise<SpecialDay[]> {
    return this.db.all<SpecialDay>(sql`SELECT ${columns(SpecialDay, 's')} FROM special_days s
      WHERE (s.LocationId IS NULL OR s.LocationId IN (${join(['', ...locationIds])})) AND s.LastDay >= ${from}
      ORDER BY s.FirstDay, s.SpecialDayId`);
  }

  /** The first active event type that is not Outreach; 0 if there is none. */
  private async firstType(): Promise<number> {
    const found = await this.db.one<{ EventTypeId: number }>(sql`SELECT e.EventTypeId AS EventTypeId
      FROM event_types e WHERE ${bookableType} ORDER BY e.EventTypeId LIMIT 1`);
    return found?.EventTypeId ?? 0;
  }
}
