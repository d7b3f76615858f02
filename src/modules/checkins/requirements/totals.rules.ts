/** Money summed without the errors of binary fractions: in whole hundredths. */
export function totalCost(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + hundredths(cost), 0) / 100;
}

/** Rounded as its decimal digits say: 1.005 is a little less in binary. */
function hundredths(amount: number): number {
  return Math.round(Number((amount * 100).toPrecision(15)));
}
