import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { noSuch, refuse } from '../../errors/errors.js';
import type { Exact } from '../../record/values/exact.js';
import { ScopeService } from '../agents/scope.service.js';
import { LevelTable, summaryOf, type LedgerSums, type LevelRow } from './listing-summary.js';
import type { BranchSummary, ListingSummary } from './securities.records.js';
import { periodsOf, rangeErrors, type Days, type SummaryPeriods } from './summary-period.js';
import { quoted } from '../../database/sql/quoted.js';

/** A summary, and the AgentId by which the summaries are sorted. The rows of the response do not contain AgentId. */
export type AgentSummary = ListingSummary & { AgentId: number };

type Sums<Name extends 'listings' | 'adjustments'> = NonNullable<LedgerSums[Name]> & { AgentId: number };

@Injectable()
export class SecuritiesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
  ) {}

  /**
   * The summary of an agent, or of the caller's own agent. An Administrator without an agent gets one summary for each
   * agent with ledger rows, sorted by AgentId. `start` and `end` are the first and last day of the range, `yyyy-MM-dd`.
   * Throws Invalid, NotFound and Forbidden.
   */
  async summaries(caller: Principal, start: string, end: string, agentId: number | undefined): Promise<AgentSummary[]> {
    refuse(rangeErrors(start, end));
    const periods = periodsOf(start, end, this.clock.today());
    if (agentId !== undefined) {
      if (!(await this.db.exists(sql`agents WHERE AgentId = ${agentId}`))) throw noSuch('agent', agentId);
      await this.scope.require(caller, agentId);
      return this.summarize(periods, ofAgent(agentId), [agentId]);
    }
    if (caller.AgentId !== 0) return this.summarize(periods, ofAgent(caller.AgentId), [caller.AgentId]);
    return this.scope.isUnlimited(caller) ? this.summarize(periods, empty) : [];
  }

  /** Summaries of the agents in scope that have ledger rows, sorted by AgentId. Throws Invalid. */
  async branch(caller: Principal, start: string, end: string): Promise<BranchSummary[]> {
    refuse(rangeErrors(start, end));
    const periods = periodsOf(start, end, this.clock.today());
    const inScope = this.scope.within(caller, sql`AgentId`);
    const summaries = await this.summarize(periods, sql`AND ${inScope}`);
    const agents = await this.db.all<{ AgentId: number; AgentName: string }>(
      sql`SELECT AgentId, AgentName FROM agents WHERE ${inScope}`,
    );
    const names = new Map(agents.map(({ AgentId, AgentName }) => [AgentId, AgentName]));
    return summaries.map((summary) => ({ ...summary, AgentName: names.get(summary.AgentId) ?? '' }));
  }

  /**
   * The summaries, by a constant number of queries. `whose` is an SQL condition on the AgentId of ledger rows. The
   * agents in `always` get a summary even without ledger rows.
   */
  private async summarize(
    periods: SummaryPeriods,
    whose: Sql,
    always: readonly number[] = [],
  ): Promise<AgentSummary[]> {
    const levels = new LevelTable(
      await this.db.all<LevelRow>(sql`SELECT Level, RequiredPoints FROM securities_levels`),
    );
    const ledgers = new Map<number, LedgerSums & { policies: string[] }>();
    const ledger = (agent: number) => {
      const known = ledgers.get(agent) ?? { paidBefore: 0, policies: [] };
      ledgers.set(agent, known);
      return known;
    };
    for (const agent of always) ledger(agent);

    for await (const { AgentId, ...sums } of this.db.rows<Sums<'listings'>>(listingSums(periods, whose)))
      ledger(AgentId).listings = sums;
    for await (const { AgentId, ...sums } of this.db.rows<Sums<'adjustments'>>(adjustmentSums(periods, whose)))
      ledger(AgentId).adjustments = sums;
    for await (const { AgentId, Paid } of this.db.rows<{ AgentId: number; Paid: Exact }>(paymentSums(periods, whose)))
      ledger(AgentId).paidBefore = Paid;
    for await (const { AgentId, Level } of this.db.rows<{ AgentId: number; Level: Exact }>(
      levelsInForce(periods, whose),
    )) {
      const known = ledgers.get(AgentId);
      if (known) known.level = Level;
    }
    for await (const { AgentId, PolicyNumber } of this.db.rows<{ AgentId: number; PolicyNumber: string }>(
      policies(periods, whose),
    ))
      ledger(AgentId).policies.push(PolicyNumber);

    return [...ledgers].sort(([a], [b]) => a - b).map(([AgentId, sums]) => ({ AgentId, ...summaryOf(sums, levels) }));
  }
}

function listingSums(periods: SummaryPeriods, whose: Sql): Sql {
  return sql`SELECT AgentId, ${pointSums('ListingDate', periods)},
      ${sumOf('Commission', 'ListingDate', periods.range)} AS Commission,
      ${sumBefore('Commission', 'ListingDate', periods.range)} AS CommissionBefore
    FROM securities_listings WHERE Void = 0 ${whose} GROUP BY AgentId`;
}

function adjustmentSums(periods: SummaryPeriods, whose: Sql): Sql {
  return sql`SELECT AgentId, ${pointSums('AdjustmentDate', periods)},
      ${sumOf('Amount', 'AdjustmentDate', periods.range)} AS Amount,
      ${sumBefore('Amount', 'AdjustmentDate', periods.range)} AS AmountBefore
    FROM securities_adjustments WHERE 1 = 1 ${whose} GROUP BY AgentId`;
}

function paymentSums({ range }: SummaryPeriods, whose: Sql): Sql {
  return sql`SELECT AgentId, ${sumBefore('Amount', 'PaymentDate', range)} AS Paid
    FROM securities_payments WHERE 1 = 1 ${whose} GROUP BY AgentId`;
}

/** Selects for each agent the level in force at the end of the range: the latest row of `agent_levels` until then. */
function levelsInForce({ range }: SummaryPeriods, whose: Sql): Sql {
  return sql`SELECT l.AgentId AS AgentId, l.Level AS Level FROM agent_levels l
    JOIN (SELECT AgentId, MAX(EffectiveDate) AS Since FROM agent_levels
      WHERE EffectiveDate <= ${range.to} ${whose} GROUP BY AgentId) latest
    ON latest.AgentId = l.AgentId AND latest.Since = l.EffectiveDate`;
}

/** Selects each PolicyNumber that an agent listed in the range once, in the order of its first listing there. */
function policies({ range }: SummaryPeriods, whose: Sql): Sql {
  return sql`SELECT AgentId, PolicyNumber FROM securities_listings
    WHERE Void = 0 AND PolicyNumber <> '' AND ListingDate BETWEEN ${range.from} AND ${range.to} ${whose}
    GROUP BY AgentId, PolicyNumber ORDER BY MIN(ListingDate), MIN(ListingId)`;
}

function pointSums(
  date: string,
  { range, yearToDate, running, currentYearToDate, currentRunning }: SummaryPeriods,
): Sql {
  return sql`${sumOf('Points', date, range)} AS InRange, ${sumOf('Points', date, yearToDate)} AS YearToDate,
    ${sumOf('Points', date, running)} AS Running,
    SUM(CASE WHEN ${quoted(date)} <= ${range.to} THEN Points ELSE 0 END) AS Overall,
    ${sumOf('Points', date, currentYearToDate)} AS CurrentYearToDate,
    ${sumOf('Points', date, currentRunning)} AS CurrentRunning`;
}

function sumOf(value: string, date: string, { from, to }: Days): Sql {
  return sql`SUM(CASE WHEN ${quoted(date)} BETWEEN ${from} AND ${to} THEN ${quoted(value)} ELSE 0 END)`;
}

function sumBefore(value: string, date: string, { from }: Days): Sql {
  return sql`SUM(CASE WHEN ${quoted(date)} < ${from} THEN ${quoted(value)} ELSE 0 END)`;
}

function ofAgent(agentId: number): Sql {
  return sql`AND AgentId = ${agentId}`;
}
