import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import { InjectRows, TableRows } from '../../../database/table-rows.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import { definedOf, unfitAsNew, type Bound, type BoundWith } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { Holding, type HandOver, type Party } from '../../agents/hand-over/holding.js';
import { TransferRulesService } from '../../agents/transfer-rules.service.js';
import { AppointmentChangesService } from '../../appointments/appointment-changes.service.js';
import { BookingWritesService } from '../../appointments/booking-writes.service.js';
import { bookingsMeta } from '../../lines/bookings-ahead.service.js';
import { timesErrors, weeklyErrors } from '../../lines/hours.js';
import { LocationsService } from '../../lines/locations.service.js';
import { BookingRule, SpecialDay } from '../booking.entities.js';
import type { BookingRuleRequest, SpecialDayRequest } from '../bookings.records.js';
import type { SpecialHours } from '../places/free-times.js';
import { PlacesService } from '../places/places.service.js';
import { bookableType, RulesService } from '../places/rules.service.js';

type Sent = Bound<SpecialDayRequest>;

/** What a change of a special day does to bookings ahead. */
interface Effect {
  /** The number of those that the hours then would not give. */
  readonly outside: number;
  /** The AppointmentIds of those that the change shuts out. */
  readonly shut: readonly number[];
}

/** A special day that was written, with the AppointmentIds of the bookings that it shuts out. */
export interface SetDay {
  readonly day: SpecialDay;
  /** The bookings to list: those that were cancelled, or that would be. */
  readonly listed: readonly number[];
  readonly meta: Record<string, string>;
}

/** The rules of lines and the special days. Call the methods that write inside a transaction. */
@Injectable()
export class BookingSetupService {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
    private readonly rules: RulesService,
    private readonly places: PlacesService,
    private readonly agents: TransferRulesService,
    private readonly changes: AppointmentChangesService,
    private readonly writes: BookingWritesService,
    @InjectRows(SpecialDay) private readonly days: TableRows<SpecialDay>,
  ) {}

  /** Throws NotFound and Forbidden. */
  async rule(caller: Principal, lineId: Guid): Promise<BookingRule> {
    await this.requireLine(caller, lineId);
    return this.rules.of(lineId);
  }

  /** Changes the sent fields of a rule. Throws Invalid, NotFound, and Conflict for an agent that is not active. */
  async changeRule(
    caller: Principal,
    { Id: LineId, ...sent }: BoundWith<BookingRuleRequest, 'Id'>,
  ): Promise<{ rule: BookingRule; meta: Record<string, string> }> {
    await this.requireLine(caller, LineId);
    await this.places.lock([LineId]);
    const before = await this.rules.of(LineId);
    const after = { ...before, ...definedOf(sent) } as BookingRule;
    // A default rule of a service without event types has none.
    const isKept = sent.EventTypeId === undefined && after.EventTypeId !== 0;
    const type = isKept ? [] : await this.typeErrors(after.EventTypeId);
    refuse([...weeklyErrors(after.Hours, 'Hours'), ...type]);
    if (after.AgentId !== null && after.AgentId !== before.AgentId) await this.agents.mustBeActive([after.AgentId]);
    await this.save(after);
    return { rule: await this.rules.of(LineId), meta: await this.outside({ LineId }) };
  }

  /** The special days of all locations and of those in scope, by FirstDay. */
  list(caller: Principal, options: ListOptions, LocationId?: Guid | null): ListResult<SpecialDay> {
    const only = LocationId ? sql`AND t.LocationId = ${LocationId}` : empty;
    return this.days.list(
      options,
      sql`(t.LocationId IS NULL OR ${this.locations.within(caller, sql`t.LocationId`)}) ${only}`,
    );
  }

  /** Adds a special day. Throws Invalid, and Conflict for one that shares a day with it. */
  async add({ CancelBookings = false, dryRun = false, ...sent }: Sent): Promise<SetDay> {
    refuse([...unfitAsNew(SpecialDay, sent), ...(await this.locations.problems(sent.LocationId ?? undefined))]);
    const day = { ...{ LocationId: null, From: '', To: '' }, ...definedOf(sent) } as SpecialDay;
    refuse(dayErrors(day));
    await this.places.lockLocations(day.LocationId);
    await this.mustBeSingle(day, 0);
    const effect = await this.effectOf(day);
    const stored = dryRun ? day : await this.days.add(definedOf(sent));
    return this.settle(stored, effect, { CancelBookings, dryRun });
  }

  /** Changes the sent fields of a special day. Throws the errors of `add`, and NotFound. */
  async change({
    CancelBookings = false,
    dryRun = false,
    SpecialDayId,
    ...sent
  }: Sent & { SpecialDayId: number }): Promise<SetDay> {
    const known = await this.days.read(SpecialDayId);
    const changes = definedOf(sent);
    await this.lockAll([known.LocationId, sent.LocationId === undefined ? known.LocationId : sent.LocationId]);
    const before = await this.days.lock(SpecialDayId);
    const day = { ...before, ...changes };
    refuse([...dayErrors(day), ...(await this.locations.problems(day.LocationId ?? undefined))]);
    await this.mustBeSingle(day, SpecialDayId);
    const effect = await this.effectOf(day, before);
    const stored = dryRun ? day : await this.days.change(SpecialDayId, changes);
    return this.settle(stored, effect, { CancelBookings, dryRun });
  }

  /** The special day, locked until the end of the transaction, after its locations. Throws NotFound. */
  async locked(SpecialDayId: number): Promise<SpecialDay> {
    const { LocationId } = await this.days.read(SpecialDayId);
    await this.places.lockLocations(LocationId);
    return this.days.lock(SpecialDayId);
  }

  /** Throws NotFound. */
  async remove(SpecialDayId: number): Promise<SetDay> {
    const { LocationId } = await this.locked(SpecialDayId);
    const day = await this.days.remove(SpecialDayId);
    return { day, listed: [], meta: await this.outside({ LocationId }) };
  }

  /** Locks both locations, or all of them if one is null. */
  private async lockAll([a, b]: readonly (Guid | null)[]): Promise<void> {
    if (a === b || a === null || b === null) await this.places.lockLocations(a === b ? a : null);
    else for (const each of [a, b].sort()) await this.places.lockLocations(each);
  }

  /**
   * The effect of `day`, which is new or replaces `before`. A booking that is outside both before the change and
   * without the day, for example an overbooked one in the evening, is not shut out.
   */
  private async effectOf(day: SpecialDay, before?: SpecialDay): Promise<Effect> {
    let outside = 0;
    const shut: number[] = [];
    const lines: Guid[] = [];
    for (const LocationId of new Set([day.LocationId, (before ?? day).LocationId]))
      lines.push(...(await this.places.linesOf({ LocationId })));
    for (const { AppointmentId, line, ...time } of await this.places.ahead(lines)) {
      if (isTurnOver()) await nextTurn();
      const isOutside = (special: readonly SpecialHours[]): boolean =>
        this.places.isOutside({ ...line, schedule: { ...line.schedule, special } }, time);
      const stored = line.schedule.special;
      const others = stored.filter((each) => each.SpecialDayId !== before?.SpecialDayId);
      const isOfLine = day.LocationId === null || day.LocationId === line.LocationId;
      if (!isOutside(isOfLine ? [...others, day] : others)) continue;
      outside++;
      if (!isOutside(stored) || !isOutside(others)) shut.push(AppointmentId);
    }
    return { outside, shut };
  }

  private async settle(
    day: SpecialDay,
    { outside, shut }: Effect,
    { CancelBookings, dryRun }: { CancelBookings: boolean; dryRun: boolean },
  ): Promise<SetDay> {
    const cancelled = CancelBookings && !dryRun ? shut : [];
    for (const id of cancelled) {
      const stored = await this.writes.lock(id);
      if (stored.Status === 'Planned') await this.changes.change(stored, { Status: 'Cancelled' });
    }
    const meta = bookingsMeta(outside - cancelled.length);
    return { day, listed: dryRun || CancelBookings ? shut : [], meta };
  }

  private async outside(of: { LineId: Guid } | { LocationId: Guid | null }): Promise<Record<string, string>> {
    return bookingsMeta(await this.places.outside(of));
  }

  private async save(rule: BookingRule): Promise<void> {
    const { LineId, ...values } = rule;
    const stored = await this.db.lockRow(BookingRule, { LineId });
    if (stored) await this.db.update(BookingRule, { LineId }, values);
    else await this.db.insert(BookingRule, rule);
  }

  /** The errors of the event type of a rule. */
  async typeErrors(EventTypeId: number): Promise<FieldError[]> {
    const fits = await this.db.exists(sql`event_types e WHERE e.EventTypeId = ${EventTypeId} AND ${bookableType}`);
    return fits ? [] : [fieldError('Invalid', 'EventTypeId', 'must be an active event type that is not Outreach')];
  }

  /** Throws Conflict if another special day of the location, or of all, shares a day. */
  async mustBeSingle({ LocationId, FirstDay, LastDay }: SpecialDay, except: number): Promise<void> {
    const where = LocationId === null ? sql`s.LocationId IS NULL` : sql`s.LocationId = ${LocationId}`;
    const other = await this.db.one<{ SpecialDayId: number }>(sql`SELECT s.SpecialDayId AS SpecialDayId
      FROM special_days s WHERE ${where} AND s.FirstDay <= ${LastDay} AND s.LastDay >= ${FirstDay}
        AND s.SpecialDayId <> ${except} LIMIT 1`);
    if (other) throw new Conflict(`Special day ${other.SpecialDayId} has one of these days already.`);
  }

  private async requireLine(caller: Principal, lineId: Guid): Promise<void> {
    const line = await this.rules.line(lineId);
    if (!line) throw noSuch('line');
    await this.locations.require(caller, line.LocationId);
  }
}

/** The booking rules of lines whose new customers a leaving agent gets. */
@Injectable()
export class BookingRules extends Holding {
  readonly kind = 'BookingRules';

  of({ AgentId }: Party): Sql {
    return sql`booking_rules r WHERE r.AgentId = ${AgentId}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const rules = await this.db.lock<BookingRule>(sql`SELECT ${columns(BookingRule, 'r')}
      FROM ${this.of(from)} ORDER BY r.LineId LIMIT ${most}`);
    await this.db.updateHeld(BookingRule, rules, { AgentId: to.AgentId });
    return rules.length;
  }
}

/** The errors of the days and hours of a special day. */
export function dayErrors({ FirstDay, LastDay, From, To }: SpecialDay): FieldError[] {
  return [
    ...(LastDay < FirstDay ? [fieldError('Invalid', 'LastDay', 'must not be before FirstDay')] : []),
    ...(From === '' && To === '' ? [] : timesErrors({ From, To })),
  ];
}
