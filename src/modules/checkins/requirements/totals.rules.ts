/** Minutes until a line's next free station: every visit ahead takes the line's duration, shared out among the stations. */
export function waitMinutes(durationMinutes: number, visitsAhead: number, openStations: number): number {
  return Math.ceil((durationMinutes * visitsAhead) / Math.max(1, openStations));
}

/** Money summed without the errors of binary fractions: in whole hundredths. */
export function totalCost(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + hundredths(cost), 0) / 100;
}

/** Rounded as its decimal digits say: 1.005 is a little less in binary. */
function hundredths(amount: number): number {
  return Math.round(Number((amount * 100).toPrecision(15)));
}
