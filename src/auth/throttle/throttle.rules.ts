const second = 1000;
const minute = 60 * second;

/** Number of failures in a row, for an account from one address, from which attempts must wait. */
const freeFailures = 5;
const longestWait = 15 * minute;

/** Milliseconds to wait after so many failures in a row: from the fifth on 1 s, 2 s, 4 s … 15 min. */
export function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * second, longestWait);
}

/** Maximum number of failures within a window of milliseconds. */
export interface WindowRule {
  failures: number;
  window: number;
}

export const addressRule: WindowRule = { failures: 50, window: 15 * minute };
/** After so many failures, only addresses with a successful sign-in to the account within `knownFor` may try. */
export const accountRule: WindowRule = { failures: 100, window: 60 * minute };
export const knownFor = 30 * 24 * 60 * minute;
