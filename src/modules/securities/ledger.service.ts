import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { refuse } from '../../errors/errors.js';
import type { Day } from '../../record/fields.js';
import { isFiltered, type ListOptions, type ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { LedgerLine } from './securities.records.js';
import { rangeErrors } from './summary-period.js';

/** Lists the lines of ledgers: listings, adjustments and payments. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** The lines of the agents in scope, by Day, AgentId, Kind and Id. Throws Invalid. */
  list(caller: Principal, from: Day, to: Day, options: ListOptions): ListResult<LedgerLine> {
    refuse(rangeErrors(from.slice(0, 10), to.slice(0, 10), ['From', 'To']));
    const inScope = this.scope.within(caller, sql`AgentId`);
    const within = (date: Sql): Sql => sql`${date} BETWEEN ${from} AND ${to} AND ${inScope}`;
    return this.db.list(
      LedgerLine,
      {
        columns: {
          Day: sql`l.Day`,
          Kind: sql`l.Kind`,
          Id: sql`l.Id`,
          AgentId: sql`l.AgentId`,
          AgentName: joinedName('g', 'AgentName'),
          PolicyNumber: sql`l.PolicyNumber`,
          Points: sql`l.Points`,
          Amount: sql`l.Amount`,
          Void: sql`l.Void`,
        },
        from: sql`(SELECT ListingDate AS Day, 'Listing' AS Kind, ListingId AS Id, AgentId, PolicyNumber, Points,
            Commission AS Amount, Void FROM securities_listings WHERE ${within(sql`ListingDate`)}
          UNION ALL SELECT AdjustmentDate, 'Adjustment', AdjustmentId, AgentId, '', Points, Amount, 0
            FROM securities_adjustments WHERE ${within(sql`AdjustmentDate`)}
          UNION ALL SELECT PaymentDate, 'Payment', PaymentId, AgentId, '', 0, Amount, 0
            FROM securities_payments WHERE ${within(sql`PaymentDate`)}) l`,
        joins: { g: sql`JOIN agents g ON g.AgentId = l.AgentId` },
        ...(isFiltered(options, 'Void') ? {} : { where: sql`l.Void = 0` }),
        order: [sql`l.Day`, sql`l.AgentId`, sql`l.Kind`, sql`l.Id`],
        key: [sql`l.Kind`, sql`l.Id`],
      },
      options,
    );
  }
}
