import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { columns } from '../../../database/schema/columns.js';
import { Holding, type HandOver, type Party } from '../../agents/hand-over/holding.js';
import { BookingRule } from '../booking.entities.js';

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
