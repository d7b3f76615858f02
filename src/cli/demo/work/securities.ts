import { AgentLevel } from '../../../modules/securities/ledger/agent-level.entity.js';
import { SecuritiesAdjustment } from '../../../modules/securities/ledger/securities-adjustment.entity.js';
import { SecuritiesLevel } from '../../../modules/securities/ledger/securities-level.entity.js';
import { SecuritiesListing } from '../../../modules/securities/ledger/securities-listing.entity.js';
import { SecuritiesPayment } from '../../../modules/securities/ledger/securities-payment.entity.js';
import type { DateTime } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { agentIds, branchOfAgent, daysSinceLeaving, isActive, isLeader, own } from '../people/hierarchy.js';

/** Percent of commission and the points that reach it, in hundredths. */
const levels = [
  { Level: 55_00, RequiredPoints: 0 },
  { Level: 60_00, RequiredPoints: 5_000_00 },
  { Level: 65_00, RequiredPoints: 10_000_00 },
  { Level: 70_00, RequiredPoints: 25_000_00 },
  { Level: 75_00, RequiredPoints: 50_000_00 },
];

const daysOfHistory = 900;
/** The points of the largest listing: of small sellers and of large ones. */
const largest = [400, 700, 1200, 2200, 3400];
const largestOfAgent = 1000;
/** Money and points are written in hundredths. */
const leastPayment = 500_00;

interface Listing extends Pick<SecuritiesListing, 'AgentId' | 'PolicyNumber' | 'ListingDate' | 'Void'> {
  Points: number;
  Commission: number;
}

interface Ledger {
  listings: Listing[];
  adjustments: Partial<SecuritiesAdjustment>[];
  payments: Partial<SecuritiesPayment>[];
  levels: { AgentId: number; Level: number; EffectiveDate: DateTime }[];
}

/** Whether an agent sells securities: agent@'s branch and a good part of the others. */
export function isSeller(AgentId: number): boolean {
  return branchOfAgent.some((id) => id === AgentId) || AgentId === own.upline || AgentId % 4 === 0;
}

/** The level that an agent is on today, in hundredths. */
export function levelNow(filling: Filling, AgentId: number): number {
  return isSeller(AgentId) ? ledgerOf(filling, AgentId).levels.at(-1)!.Level : levels[0].Level;
}

/** The ledgers of those who sell: listings, adjustments, payments and the levels that the points reached. */
export async function fillSecurities(filling: Filling): Promise<void> {
  await filling.put(SecuritiesLevel, levels);
  await filling.put(AgentLevel, rowsOf(filling, 'levels'));
  await filling.put(SecuritiesListing, numbered('ListingId', rowsOf(filling, 'listings')));
  await filling.put(SecuritiesAdjustment, numbered('AdjustmentId', rowsOf(filling, 'adjustments')));
  await filling.put(SecuritiesPayment, numbered('PaymentId', rowsOf(filling, 'payments')));
}

function* rowsOf<K extends keyof Ledger>(filling: Filling, part: K): Generator<Ledger[K][number]> {
  for (const AgentId of agentIds(filling)) if (isSeller(AgentId)) yield* ledgerOf(filling, AgentId)[part];
}

function* numbered<T>(key: string, rows: Iterable<T>): Generator<T> {
  let number = 0;
  for (const row of rows) yield { ...row, [key]: ++number };
}

/**
 * About three listings a month, the latest yesterday or before the agent left. Whoever reaches a level with the points
 * of twelve months is on it from the next day on.
 */
function ledgerOf(filling: Filling, AgentId: number): Ledger {
  const { calendar } = filling;
  const random = filling.chanceOf('ledger', AgentId);
  const most = AgentId === own.agent ? largestOfAgent : random.pick(isLeader(AgentId) ? largest.slice(-2) : largest);
  const start = { AgentId, Level: levels[0].Level, EffectiveDate: calendar.daysAgo(daysOfHistory) };
  const ledger: Ledger = { listings: [], adjustments: [], payments: [], levels: [start] };
  const last = isActive(AgentId) ? 1 : daysSinceLeaving + 1;
  let owed = 0;
  for (let day = daysOfHistory; day >= last; day = day > last ? Math.max(last, day - random.int(6, 13)) : 0) {
    const { Level } = ledger.levels.at(-1)!;
    const ListingDate = calendar.daysAgo(day);
    const Points = random.int(Math.ceil(most / 8), most) * 100;
    const Commission = (Points / 100) * (Level / 100);
    const Void = random.chance(0.04);
    const number = `${String(AgentId).padStart(3, '0')}${String(ledger.listings.length + 1).padStart(3, '0')}`;
    const PolicyNumber = `LS-${ListingDate.slice(2, 4)}${ListingDate.slice(5, 7)}-${number}`;
    ledger.listings.push({ AgentId, PolicyNumber, ListingDate, Points, Commission, Void });
    if (!Void) owed += Commission;
    if (random.chance(0.08)) {
      const adjustment = adjustmentOf(ledger.listings, random.int(0, ledger.listings.length - 1), random.chance(0.3));
      ledger.adjustments.push({ AgentId, AdjustmentDate: ListingDate, ...adjustment });
      owed += adjustment.Amount;
    }
    const reached = levels.findLast(({ RequiredPoints }) => RequiredPoints <= pointsOfYear(ledger.listings))!.Level;
    if (reached > Level) ledger.levels.push({ AgentId, Level: reached, EffectiveDate: calendar.daysAgo(day - 1) });
    if (owed > leastPayment && day > 20 && random.chance(0.4)) {
      ledger.payments.push({ AgentId, PaymentDate: calendar.daysAgo(day - 5), Amount: owed });
      owed = 0;
    }
  }
  return ledger;
}

/** A bonus, or half of what an earlier policy earned: it lapsed. */
function adjustmentOf(listings: readonly Listing[], index: number, bonus: boolean): { Points: number; Amount: number } {
  const { Points, Commission, Void } = listings[index];
  return bonus || Void ? { Points: 0, Amount: 100_00 } : { Points: -Points / 2, Amount: -Math.round(Commission / 2) };
}

/** Listed in the twelve months that end with the last listing. */
function pointsOfYear(listings: readonly Listing[]): number {
  const end = listings.at(-1)!.ListingDate;
  const yearBefore = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`;
  return listings
    .filter(({ ListingDate, Void }) => !Void && ListingDate > yearBefore)
    .reduce((sum, { Points }) => sum + Points, 0);
}
