import sql from 'sql-template-tag';
import { quotedList } from '../../database/sql/quoted.js';
import type { Agent } from '../../modules/agents/agent.entity.js';
import { AgentLevel } from '../../modules/agents/hierarchy/agent-level.entity.js';
import { SecuritiesAdjustment, SecuritiesListing, SecuritiesPayment } from '../../modules/securities/ledger.entity.js';
import type { DateTime } from '../../record/fields.js';
import { daysSinceLeaving } from './agents.js';
import { own, numbered, type Filling } from './filling.js';

const daysOfHistory = 900;
/** The most points that a listing of a seller can have: one value for each size of seller, from small to large. */
const largest = [400, 700, 1200, 2200, 3400];
const largestOfAgent = 1000;
const leastPayment = 500_00;

interface Listing extends Pick<SecuritiesListing, 'AgentId' | 'PolicyNumber' | 'ListingDate' | 'Void'> {
  Points: number;
  Commission: number;
}

type Seller = Pick<Agent, 'AgentId' | 'AgentStatus' | 'Rank' | 'IsSecurityLicensed'>;
/** A percentage of commission, and the points that it requires. Both numbers are in hundredths. */
interface CommissionLevel {
  Level: number;
  RequiredPoints: number;
}

/** Writes listings, adjustments, payments, and the levels that the points reached. */
export async function fillLedgers(filling: Filling): Promise<void> {
  const { db } = filling;
  const levels = await db.all<CommissionLevel>(
    sql`SELECT l.Level AS Level, l.RequiredPoints AS RequiredPoints FROM securities_levels l ORDER BY l.Level`,
  );
  const names = ['AgentId', 'AgentStatus', 'Rank', 'IsSecurityLicensed'];
  const agents = await db.all<Seller>(sql`SELECT ${quotedList(names, 'a')} FROM agents a ORDER BY a.AgentId`);
  await new Ledgers(filling, levels, agents).fill();
}

class Ledgers {
  private readonly listings: Listing[] = [];
  private readonly adjustments: Partial<SecuritiesAdjustment>[] = [];
  private readonly payments: Partial<SecuritiesPayment>[] = [];
  private readonly reached: { AgentId: number; Level: number; EffectiveDate: DateTime }[] = [];
  /** The current commission level of each agent by AgentId, in hundredths of a percent. */
  private readonly levels = new Map<number, number>();

  constructor(
    private readonly filling: Filling,
    private readonly all: readonly CommissionLevel[],
    agents: readonly Seller[],
  ) {
    for (const agent of agents) {
      this.reach(agent.AgentId, all[0].Level, filling.calendar.daysAgo(daysOfHistory));
      if (agent.IsSecurityLicensed) this.sell(agent);
    }
  }

  async fill(): Promise<void> {
    await this.filling.put(AgentLevel, this.reached);
    await this.filling.put(SecuritiesListing, numbered('ListingId', this.listings));
    await this.filling.put(SecuritiesAdjustment, numbered('AdjustmentId', this.adjustments));
    await this.filling.put(SecuritiesPayment, numbered('PaymentId', this.payments));
  }

  /**
   * Adds about three listings a month, the last one yesterday or before the agent left. An agent whose points of twelve
   * months reach a level has that level from the next day.
   */
  private sell({ AgentId, AgentStatus, Rank }: Seller): void {
    const { filling } = this;
    const { calendar } = filling;
    const sizes = Rank.endsWith('VP') ? largest.slice(-2) : largest;
    const most = AgentId === own.agent ? largestOfAgent : filling.pick(sizes);
    const last = AgentStatus === 'Active' ? 1 : daysSinceLeaving + 1;
    const listings: Listing[] = [];
    let owed = 0;
    for (let day = daysOfHistory; day >= last; day = day > last ? Math.max(last, day - filling.int(6, 13)) : 0) {
      const Level = this.levels.get(AgentId)!;
      const ListingDate = calendar.daysAgo(day);
      const Points = filling.int(Math.ceil(most / 8), most) * 100;
      const Commission = (Points / 100) * (Level / 100);
      const Void = filling.chance(0.04);
      const number = `${String(AgentId).padStart(3, '0')}${String(listings.length + 1).padStart(3, '0')}`;
      const PolicyNumber = `LS-${ListingDate.slice(2, 4)}${ListingDate.slice(5, 7)}-${number}`;
      listings.push({ AgentId, PolicyNumber, ListingDate, Points, Commission, Void });
      if (!Void) owed += Commission;
      if (filling.chance(0.08)) {
        const adjustment = adjustmentOf(filling.pick(listings), filling.chance(0.3));
        this.adjustments.push({ AgentId, AdjustmentDate: ListingDate, ...adjustment });
        owed += adjustment.Amount;
      }
      const reached = this.all.findLast(({ RequiredPoints }) => RequiredPoints <= pointsOfYear(listings))!.Level;
      if (reached > Level) this.reach(AgentId, reached, calendar.daysAgo(day - 1));
      if (owed > leastPayment && day > 20 && filling.chance(0.4)) {
        this.payments.push({ AgentId, PaymentDate: calendar.daysAgo(day - 5), Amount: owed });
        owed = 0;
      }
    }
    this.listings.push(...listings);
  }

  private reach(AgentId: number, Level: number, EffectiveDate: DateTime): void {
    this.levels.set(AgentId, Level);
    this.reached.push({ AgentId, Level, EffectiveDate });
  }
}

/** A bonus, or the return of half of a listing's points and commission because the policy lapsed. */
function adjustmentOf({ Points, Commission, Void }: Listing, bonus: boolean): { Points: number; Amount: number } {
  return bonus || Void ? { Points: 0, Amount: 100_00 } : { Points: -Points / 2, Amount: -Math.round(Commission / 2) };
}

/** The points of the twelve months that end with the last listing. */
function pointsOfYear(listings: readonly Listing[]): number {
  const end = listings.at(-1)!.ListingDate;
  const yearBefore = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`;
  return listings
    .filter(({ ListingDate, Void }) => !Void && ListingDate > yearBefore)
    .reduce((sum, { Points }) => sum + Points, 0);
}
