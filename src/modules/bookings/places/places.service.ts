import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { Conflict, refuse } from '../../../errors/errors.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { asSent, shift } from '../../../record/values/datetime.js';
import type { BookingsAhead } from '../../lines/bookings-ahead.service.js';
import {
  countsOf,
  daysOf,
  endOf,
  freeStarts,
  isOpenFor,
  isQuarterHour,
  nearest,
  openQuarters,
  placesLeft,
  type FreeStart,
  type Supply,
  type Taken,
} from './free-times.js';
import { RulesService, type BookableLine } from './rules.service.js';

const day = 86_400_000;
/** No booking is longer than four hours, so one that begins earlier cannot touch the time. */
const longest = 240 * 60_000;
const mostNext = 3;
const daysOfNext = 31;
/** Letters and digits that customers do not confuse when they read them aloud or type them. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 8;

/** What does not count as taken: the booking that moves, the hold that is confirmed. */
export interface Except {
  readonly appointmentId?: number | undefined;
  readonly tokenHash?: string | undefined;
}

interface Wanted extends Except {
  readonly lineId: Guid;
  readonly StartDate: DateTime;
  /** Take the time even if it is not free. */
  readonly overbook?: boolean | undefined;
  /** The length of a booking that moves; by default the one of the line. */
  readonly minutes?: number | undefined;
}

/** The values of a booking that follow from its line and its start. */
export interface Place {
  readonly line: BookableLine;
  readonly EndDate: DateTime;
  readonly Overbooked: boolean;
}

/** The first and the last start that are possible. */
export interface Window {
  readonly first: DateTime;
  readonly last: DateTime;
}

interface TakenRow extends Taken {
  readonly LineId: Guid;
}

interface AheadRow extends TakenRow {
  readonly AppointmentId: number;
}

/** A planned booking ahead, with its line. */
export interface Ahead extends Taken {
  readonly AppointmentId: number;
  readonly line: BookableLine;
}

/**
 * Decides which times are free. Whatever takes or frees a place calls `lock` first, counts after that, and writes in
 * the same transaction, so that of any number who want the last place, on any instance, one gets it.
 */
@Injectable()
export class PlacesService implements BookingsAhead {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly rules: RulesService,
  ) {}

  /** Locks the rows of the locations of these lines, in the order of LocationId, until the end of the transaction. */
  async lock(lineIds: readonly (Guid | null)[]): Promise<void> {
    const known = lineIds.flatMap((id) => id ?? []);
    if (known.length === 0) return;
    await this.lockWhere(
      sql`o.LocationId IN (SELECT l.LocationId FROM service_lines l WHERE l.Id IN (${join(known)}))`,
    );
  }

  /** Locks a location; all locations without a LocationId. */
  lockLocations(locationId: Guid | null): Promise<void> {
    return this.lockWhere(locationId === null ? sql`1 = 1` : sql`o.LocationId = ${locationId}`);
  }

  /**
   * Takes a place for a booking: call it before the booking is written. Throws Invalid for an unknown or inactive line,
   * and for a start in the past or on no quarter-hour; Conflict with Meta.Next if no place is free.
   */
  async take({ lineId, StartDate, overbook = false, minutes, ...except }: Wanted): Promise<Place> {
    await this.lock([lineId]);
    const line = await this.open(lineId, this.startErrors(StartDate));
    const EndDate = endOf(StartDate, minutes ?? line.minutes);
    const supply = await this.supply(line, StartDate, EndDate, except);
    const isFree = placesLeft({ StartDate, EndDate }, supply) > 0;
    if (!isFree && !overbook) throw await this.taken(line, StartDate, except);
    return { line, EndDate, Overbooked: !isFree };
  }

  /** The Conflict for a time that is not free, with the nearest free starts. */
  async taken(line: BookableLine, StartDate: DateTime, except: Except = {}): Promise<Conflict> {
    const next = await this.next(line, StartDate, except);
    const meta: Record<string, string> = next.length > 0 ? { Next: next.map(asSent).join(',') } : {};
    return new Conflict(`${line.LineName} has no free place at this time. Meta.Next has the nearest free times.`, {
      meta,
    });
  }

  /** Returns the line. Throws Invalid, with `errors` too, if the line is unknown or inactive. */
  async open(lineId: Guid, errors: readonly FieldError[] = []): Promise<BookableLine> {
    const line = await this.rules.line(lineId);
    const isOffered = line?.isActive === true;
    refuse([...(isOffered ? [] : [fieldError('Unknown', 'LineId', 'must be an active line')]), ...errors]);
    return line!;
  }

  /** The errors of a start: it is a quarter-hour that is not over. */
  startErrors(StartDate: DateTime): FieldError[] {
    return [
      ...this.quarterErrors(StartDate),
      ...(StartDate < this.clock.now() ? [fieldError('Invalid', 'StartDate', 'must not be in the past')] : []),
    ].slice(0, 1);
  }

  quarterErrors(StartDate: DateTime): FieldError[] {
    if (isQuarterHour(StartDate, this.clock.timeZone)) return [];
    return [fieldError('Invalid', 'StartDate', 'must be a quarter-hour of the clock, such as 10:15')];
  }

  /** The free starts of a line from `from` to `to`, without those that have begun. */
  async free(line: BookableLine, from: DateTime, to: DateTime, except: Except = {}): Promise<FreeStart[]> {
    const now = this.clock.now();
    const first = from > now ? from : now;
    if (!line.isActive || first > to) return [];
    const { timeZone } = this.clock;
    return freeStarts(await this.supply(line, first, to, except), { from: first, to, minutes: line.minutes, timeZone });
  }

  /** The free starts from `first` to `last` that are nearest to a moment, at most three, within 31 days. */
  async next(
    line: BookableLine,
    moment: DateTime,
    except: Except = {},
    { first, last }: Partial<Window> = {},
  ): Promise<DateTime[]> {
    // Search a week first: reading two months of every busy line would be slow, and is hardly ever needed.
    for (const days of [7, daysOfNext]) {
      const [from, to] = [shift(moment, -days * day) ?? moment, shift(moment, days * day) ?? moment];
      const [start, end] = [first && first > from ? first : from, last && last < to ? last : to];
      const found = nearest(await this.free(line, start, end, except), moment, mostNext);
      if (found.length === mostNext || days === daysOfNext) return found.map(({ StartDate }) => StartDate);
    }
    return [];
  }

  /** Whether today's rules would not give this time to a booking of the line. */
  isOutside(line: BookableLine, time: Taken): boolean {
    const { timeZone } = this.clock;
    if (!line.isActive) return true;
    return !isOpenFor(time, openQuarters(line.schedule, daysOf(time.StartDate, time.EndDate, timeZone), timeZone));
  }

  /** The number of bookings ahead that today's rules would not give, of a line or of a location. */
  async outside(of: { LineId: Guid } | { LocationId: Guid | null }): Promise<number> {
    let outside = 0;
    for (const { line, ...time } of await this.ahead(await this.linesOf(of))) {
      if (isTurnOver()) await nextTurn();
      if (this.isOutside(line, time)) outside++;
    }
    return outside;
  }

  /** The bookings ahead of these lines. */
  async ahead(lineIds: readonly Guid[]): Promise<Ahead[]> {
    if (lineIds.length === 0) return [];
    const ahead = await this.db.all<AheadRow>(sql`SELECT p.AppointmentId AS AppointmentId, p.LineId AS LineId,
        p.StartDate AS StartDate, p.EndDate AS EndDate
      FROM appointments p WHERE p.LineId IN (${join(lineIds)}) AND p.StartDate > ${this.clock.now()}
        AND p.Status = 'Planned' ORDER BY p.StartDate, p.AppointmentId`);
    const lines = await this.rules.lines([...new Set(ahead.map(({ LineId }) => LineId))]);
    const byId = new Map(lines.map((line) => [line.LineId, line]));
    return ahead.map(({ LineId, ...booking }) => ({ ...booking, line: byId.get(LineId)! }));
  }

  /** The ids of a location's lines, or of all lines for the location null. */
  async linesOf(of: { LineId: Guid } | { LocationId: Guid | null }): Promise<Guid[]> {
    if ('LineId' in of) return [of.LineId];
    const where = of.LocationId === null ? empty : sql`WHERE l.LocationId = ${of.LocationId}`;
    const lines = await this.db.all<{ Id: Guid }>(sql`SELECT l.Id AS Id FROM service_lines l ${where}`);
    return lines.map(({ Id }) => Id);
  }

  /** A new code. Codes are unique, so that a customer is found by the code alone. */
  async newCode(): Promise<string> {
    for (;;) {
      const letters = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]);
      const code = letters.join('');
      if (!(await this.db.exists(sql`appointments WHERE Code = ${code}`))) return code;
    }
  }

  /** All that decides which starts from `from` to `to` are free. */
  private async supply(line: BookableLine, from: DateTime, to: DateTime, except: Except): Promise<Supply> {
    const { timeZone } = this.clock;
    const taken = await this.takenAt(line.LocationId, from, shift(to, longest) ?? to, except);
    return {
      open: openQuarters(line.schedule, daysOf(from, to, timeZone), timeZone),
      onLine: countsOf(taken.filter(({ LineId }) => LineId === line.LineId)),
      atLocation: countsOf(taken),
      locationPlaces: line.schedule.locationPlaces,
    };
  }

  /** The planned bookings and the open holds that touch a time at a location. */
  private takenAt(
    locationId: Guid,
    from: DateTime,
    to: DateTime,
    { appointmentId = 0, tokenHash = '' }: Except,
  ): Promise<TakenRow[]> {
    const touches = (alias: Sql): Sql => sql`${alias}.LineId IN (SELECT l.Id FROM service_lines l
      WHERE l.LocationId = ${locationId}) AND ${alias}.StartDate > ${shift(from, -longest) ?? from}
        AND ${alias}.StartDate < ${to} AND ${alias}.EndDate > ${from}`;
    return this.db.all<TakenRow>(sql`SELECT p.LineId AS LineId, p.StartDate AS StartDate, p.EndDate AS EndDate
      FROM appointments p
      WHERE ${touches(sql`p`)} AND p.Status = 'Planned' AND p.AppointmentId <> ${appointmentId}
      UNION ALL
      SELECT h.LineId, h.StartDate, h.EndDate FROM booking_holds h
      WHERE ${touches(sql`h`)} AND h.AppointmentId IS NULL AND h.ExpiresAt > ${this.clock.now()}
        AND h.TokenHash <> ${tokenHash}`);
  }

  private async lockWhere(where: Sql): Promise<void> {
    await this.db.lock(sql`SELECT o.LocationId AS LocationId FROM locations o WHERE ${where} ORDER BY o.LocationId`);
  }
}
