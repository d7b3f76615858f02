const second = 1000;
const minute = 60 * second;

/** After this number of failures in a row, an account must wait before the next attempt from the same address. */
const freeFailures = 5;
const longestWait = 15 * minute;

/** Milliseconds to wait after this number of failures in a row: 1 s after the fifth, then 2 s, 4 s … 15 min. */
export function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * second, longestWait);
}

/** After `failures` failures within `window` milliseconds, further attempts are refused. */
export interface WindowRule {
  failures: number;
  window: number;
}

export const addressRule: WindowRule = { failures: 50, window: 15 * minute };
/** After 100 failures in an hour, only addresses from which the account signed in within `knownFor` may try. */
export const accountRule: WindowRule = { failures: 100, window: 60 * minute };
export const knownFor = 30 * 24 * 60 * minute;
