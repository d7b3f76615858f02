import { setImmediate as nextTurn } from 'node:timers/promises';

/** Node 22 does not have it. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };

/** Milliseconds of processor time that the yardstick takes on a quiet core of 2026. */
const quiet = 4;
const numbers = `[${'0,'.repeat(2 ** 19)}0]`;

/**
 * Milliseconds of processor time that the longest turn of the event loop takes while the work runs: other callers wait
 * for so long. A busy or slow machine needs more time for the same turn, and for the yardstick too, so the result is
 * reduced by what the yardstick took beyond a quiet core. The least of some runs, because compiling and collecting
 * garbage fall into any of them.
 */
export async function longestTurnOf(work: () => Promise<unknown>, runs = 6): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = yardstick();
    const longest = await measured(work);
    least = Math.min(least, longest / Math.max(1, before, yardstick()));
  }
  return least;
}

/** How many times longer this core takes for a fixed piece of work than a quiet one. */
function yardstick(): number {
  const before = used();
  JSON.parse(numbers);
  const { user, system } = used();
  return (user - before.user + system - before.system) / 1000 / quiet;
}

/** Of this thread alone, if this Node measures it. */
const used = (): NodeJS.CpuUsage => (threadCpuUsage ?? process.cpuUsage)();

async function measured(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = used();
  let next: NodeJS.Immediate;
  const turn = (): void => {
    const now = used();
    longest = Math.max(longest, now.user - before.user + now.system - before.system);
    before = now;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  try {
    await work();
    // The turn in which the work ended.
    await nextTurn();
  } finally {
    clearImmediate(next);
  }
  return longest / 1000;
}
