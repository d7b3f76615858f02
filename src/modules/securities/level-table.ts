import type { Exact } from '../../record/values/exact.js';

export interface LevelRow {
  Level: Exact;
  RequiredPoints: Exact;
}

/** The levels and what they require, in hundredths. */
export class LevelTable {
  private readonly levels: readonly { level: bigint; required: bigint }[];

  constructor(rows: readonly LevelRow[]) {
    this.levels = rows
      .map(({ Level, RequiredPoints }) => ({ level: BigInt(Level), required: BigInt(RequiredPoints) }))
      .sort((a, b) => (a.level < b.level ? -1 : 1));
  }

  /** 0 while the table is empty. */
  get lowest(): bigint {
    return this.levels.at(0)?.level ?? 0n;
  }

  /** The highest level that so many points reach; the lowest below every requirement. */
  reachedBy(points: bigint): bigint {
    return this.levels.findLast(({ required }) => required <= points)?.level ?? this.lowest;
  }

  /** What the level above requires; 0 at the top. */
  requiredAbove(level: bigint): bigint {
    return this.levels.find((next) => next.level > level)?.required ?? 0n;
  }
}
