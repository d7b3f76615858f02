import type { Exact } from '../../record/values/exact.js';
import type { ListingSummary } from './securities.records.js';

export interface LevelRow {
  Level: Exact;
  RequiredPoints: Exact;
}

/** The levels and the points that they require, both in hundredths. */
export class LevelTable {
  private readonly levels: readonly { level: bigint; required: bigint }[];

  constructor(rows: readonly LevelRow[]) {
    this.levels = rows
      .map(({ Level, RequiredPoints }) => ({ level: BigInt(Level), required: BigInt(RequiredPoints) }))
      .sort((a, b) => (a.level < b.level ? -1 : 1));
  }

  /** The lowest level; 0 if there are no levels. */
  get lowest(): bigint {
    return this.levels.at(0)?.level ?? 0n;
  }

  /** The highest level that these points reach; the lowest level if they reach none. */
  reachedBy(points: bigint): bigint {
    return this.levels.findLast(({ required }) => required <= points)?.level ?? this.lowest;
  }

  /** The points that the next level requires; 0 at the top. */
  requiredAbove(level: bigint): bigint {
    return this.levels.find((next) => next.level > level)?.required ?? 0n;
  }
}

/** Sums of an agent's points in the periods of a summary, either of listings or of adjustments, in hundredths. */
interface PointSums {
  InRange: Exact;
  YearToDate: Exact;
  Running: Exact;
  Overall: Exact;
  CurrentYearToDate: Exact;
  CurrentRunning: Exact;
}

/** Sums of one agent's ledger, in hundredths. */
export interface LedgerSums {
  listings?: PointSums & { Commission: Exact; CommissionBefore: Exact };
  adjustments?: PointSums & { Amount: Exact; AmountBefore: Exact };
  /** Sum of the payments before the range. */
  paidBefore: Exact;
  /** Level at the end of the range; undefined if the agent had no level yet. */
  level?: Exact;
  policies: readonly string[];
}

/** Calculates the summary from an agent's sums. The sums are exact integers; the summary has doubles. */
export function summaryOf(sums: LedgerSums, levels: LevelTable): ListingSummary {
  const { listings, adjustments } = sums;
  const net = (name: keyof PointSums): bigint => whole(listings?.[name]) + whole(adjustments?.[name]);
  const level = sums.level === undefined ? levels.lowest : BigInt(sums.level);
  const required = levels.requiredAbove(level);
  const lacking = required - net('CurrentRunning');
  return {
    AgentLevel: double(level),
    AgentYTDTotal: double(net('YearToDate')),
    AgentRTotal: double(net('Running')),
    AgentOverallTotal: double(net('Overall')),
    AgentNextLevelPrerequired: double(required),
    AgentCurrentYTDTotal: double(net('CurrentYearToDate')),
    AgentCurrentRunningTotal: double(net('CurrentRunning')),
    AgentLevelCalculatedFromListingPart: double(levels.reachedBy(whole(listings?.Running))),
    AgentRequiredBeforeNextLevel: double(lacking > 0n ? lacking : 0n),
    AgentAdjustmentTotal: double(whole(adjustments?.Amount)),
    AgentCommissionSubtotal: double(whole(listings?.Commission)),
    AgentBalanceForward: double(
      whole(listings?.CommissionBefore) + whole(adjustments?.AmountBefore) - whole(sums.paidBefore),
    ),
    AgentPoints: twoDecimals(net('InRange')),
    AgentPolicyNumbers: sums.policies.join(','),
  };
}

function whole(hundredths: Exact | undefined): bigint {
  return BigInt(hundredths ?? 0);
}

/** The double nearest to `hundredths` / 100. It is parsed from text, because a division could round twice. */
function double(hundredths: bigint): number {
  return Number(twoDecimals(hundredths));
}

function twoDecimals(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
