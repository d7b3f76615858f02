import type { Exact } from '../../record/values/exact.js';

export interface LevelRow {
  Level: Exact;
  RequiredPoints: Exact;
}

/** The levels and their required points, in hundredths. */
export class LevelTable {
  private readonly levels: readonly { level: bigint; required: bigint }[];

  constructor(rows: readonly LevelRow[]) {
    this.levels = rows
      .map(({ Level, RequiredPoints }) => ({ level: BigInt(Level), required: BigInt(RequiredPoints) }))
      .sort((a, b) => (a.level < b.level ? -1 : 1));
  }

  /** Lowest level; 0 if the table is empty. */
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
