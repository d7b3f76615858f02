import { AgentLevel } from '../../modules/securities/agent-level.entity.js';
import { SecuritiesAdjustment } from '../../modules/securities/securities-adjustment.entity.js';
import { SecuritiesLevel } from '../../modules/securities/securities-level.entity.js';
import { SecuritiesListing } from '../../modules/securities/securities-listing.entity.js';
import { SecuritiesPayment } from '../../modules/securities/securities-payment.entity.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { own } from './people.js';

/** Percent of commission and the points that reach it, in hundredths. */
const levels = [
  { Level: 55_00, RequiredPoints: 0 },
  { Level: 60_00, RequiredPoints: 5_000_00 },
  { Level: 65_00, RequiredPoints: 10_000_00 },
  { Level: 70_00, RequiredPoints: 25_000_00 },
  { Level: 75_00, RequiredPoints: 50_000_00 },
];

const daysOfHistory = 900;

interface Ledger {
  listings: Partial<SecuritiesListing>[];
  adjustments: Partial<SecuritiesAdjustment>[];
  payments: Partial<SecuritiesPayment>[];
  levels: Partial<AgentLevel>[];
}

/** The ledgers of the agents who sell securities: listings, adjustments, payments and the level they were on. */
export async function fillSecurities(filling: Filling, agents: Agents): Promise<void> {
  const sellers = agents.ids.filter(
    (id) => agents.near.includes(id) || id === own.upline || id === own.other || id % 4 === 0,
  );
  const ledgers = sellers.map((AgentId) => ledgerOf(filling, AgentId));
  await filling.put(SecuritiesLevel, levels);
  await filling.put(
    AgentLevel,
    ledgers.flatMap((ledger) => ledger.levels),
  );
  const numbered = <T>(rows: T[], key: string): T[] => rows.map((row, index) => ({ ...row, [key]: index + 1 }));
  await filling.put(
    SecuritiesListing,
    numbered(
      ledgers.flatMap(({ listings }) => listings),
      'ListingId',
    ),
  );
  await filling.put(
    SecuritiesAdjustment,
    numbered(
      ledgers.flatMap(({ adjustments }) => adjustments),
      'AdjustmentId',
    ),
  );
  await filling.put(
    SecuritiesPayment,
    numbered(
      ledgers.flatMap(({ payments }) => payments),
      'PaymentId',
    ),
  );
}

/** Two or three listings a month, the latest yesterday; a level up about once a year. */
function ledgerOf({ random, calendar }: Filling, AgentId: number): Ledger {
  const ledger: Ledger = { listings: [], adjustments: [], payments: [], levels: [] };
  let level = random.int(0, 2);
  let owed = 0;
  ledger.levels.push({ AgentId, Level: levels[level].Level, EffectiveDate: calendar.daysAgo(daysOfHistory) });
  for (let day = daysOfHistory; day > 0;) {
    if (day < daysOfHistory && level < levels.length - 1 && random.chance(0.03)) {
      level++;
      ledger.levels.push({ AgentId, Level: levels[level].Level, EffectiveDate: calendar.daysAgo(day) });
    }
    const ListingDate = calendar.daysAgo(day);
    const Points = random.int(200, 1800) * 100;
    const Commission = (Points / 100) * (levels[level].Level / 100);
    const Void = random.chance(0.04);
    const PolicyNumber = `LS-${ListingDate.slice(2, 4)}${ListingDate.slice(5, 7)}-${random.digits(5)}`;
    ledger.listings.push({ AgentId, PolicyNumber, ListingDate, Points, Commission, Void });
    if (!Void) owed += Commission;
    if (random.chance(0.06)) {
      const taken = random.int(1, 5);
      ledger.adjustments.push({
        AgentId,
        AdjustmentDate: ListingDate,
        Points: -taken * 100_00,
        Amount: -taken * 60_00,
      });
      owed -= taken * 60_00;
    }
    if (owed > 2_000_00 && day > 20) {
      ledger.payments.push({ AgentId, PaymentDate: calendar.daysAgo(day - 5), Amount: owed });
      owed = 0;
    }
    day = day > 1 ? Math.max(1, day - random.int(7, 16)) : 0;
  }
  return ledger;
}
