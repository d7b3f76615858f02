import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { columns } from '../../../database/schema/columns.js';
import { refuse } from '../../../errors/errors.js';
import type { FieldError } from '../../../record/field-error.js';
import { CheckedSet, TableSet } from '../../../sets/table-set.js';
import { TransferRulesService } from '../../agents/transfer-rules.service.js';
import { weeklyErrors } from '../../lines/hours.js';
import { BookingRule, SpecialDay } from '../booking.entities.js';
import { PlacesService } from '../places/places.service.js';
import { BookingSetupService, dayErrors } from './booking-setup.service.js';

/** Imports booking rules, and checks changed values as a PUT does. */
@Injectable()
export class BookingRulesRecordSet extends TableSet<BookingRule> {
  constructor(
    db: Db,
    private readonly setup: BookingSetupService,
    private readonly agents: TransferRulesService,
    private readonly places: PlacesService,
  ) {
    super(db, 'booking-rules', BookingRule);
  }

  override problems({ Hours }: Partial<BookingRule>): FieldError[] {
    return weeklyErrors(Hours ?? [], 'Hours');
  }

  override async save(rules: readonly Partial<BookingRule>[]): Promise<Upserted> {
    await this.places.lock(rules.map(({ LineId }) => LineId!));
    const stored = await this.db.lock<BookingRule>(sql`SELECT ${columns(BookingRule, 'r')} FROM booking_rules r
      WHERE r.LineId IN (${join(rules.map(({ LineId }) => LineId))}) ORDER BY r.LineId`);
    const before = new Map(stored.map((rule) => [rule.LineId, rule]));
    for (const { LineId, EventTypeId, AgentId } of rules) {
      const old = before.get(LineId!);
      if (EventTypeId !== undefined && EventTypeId !== old?.EventTypeId)
        refuse(await this.setup.typeErrors(EventTypeId));
      if (AgentId && AgentId !== old?.AgentId) await this.agents.mustBeActive([AgentId]);
    }
    return super.save(rules);
  }
}

/** Imports special days, and checks them as a POST does. An import cancels no bookings. */
@Injectable()
export class SpecialDaysRecordSet extends CheckedSet<SpecialDay> {
  constructor(
    db: Db,
    private readonly setup: BookingSetupService,
    private readonly places: PlacesService,
  ) {
    super(db, 'special-days', SpecialDay);
  }

  protected override lock(): Promise<void> {
    return this.places.lockLocations(null);
  }

  protected async check(days: readonly Partial<SpecialDay>[]): Promise<void> {
    const stored = await this.db.all<SpecialDay>(sql`SELECT ${columns(SpecialDay, 's')} FROM special_days s
      WHERE s.SpecialDayId IN (${join(days.map(({ SpecialDayId }) => SpecialDayId))}) ORDER BY s.SpecialDayId`);
    refuse(stored.flatMap(dayErrors));
    for (const day of stored) await this.setup.mustBeSingle(day, day.SpecialDayId);
  }
}
