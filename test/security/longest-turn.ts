import { setImmediate as nextTurn } from 'node:timers/promises';

// Node 22 lacks threadCpuUsage.
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };

/** Milliseconds of processor time that the reference work, parsing `numbers`, takes on an idle core of 2026. */
const quiet = 4;
const numbers = `[${'0,'.repeat(2 ** 19)}0]`;

/**
 * Milliseconds of processor time of the longest turn of the event loop while the work runs, for which other clients
 * wait. A busy or slow machine needs more time, so the result is divided by the slowdown of a reference work.
 * Compilation and garbage collection may slow any run, so this returns the minimum of up to `runs` runs. A run that
 * takes less than `enough` is the last one.
 */
export async function longestTurnOf(work: () => Promise<unknown>, enough: number, runs = 16): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs && least >= enough; run++) {
    const before = yardstick();
    const longest = await measured(work);
    least = Math.min(least, longest / Math.max(1, before, yardstick()));
  }
  return least;
}

/** How many times longer this core takes for the reference work than an idle core of 2026. */
function yardstick(): number {
  const before = used();
  JSON.parse(numbers);
  const { user, system } = used();
  return (user - before.user + system - before.system) / 1000 / quiet;
}

/** Processor time of this thread or, on Node 22, of the whole process. */
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
    // Measure the turn in which the work ended, too.
    await nextTurn();
  } finally {
    clearImmediate(next);
  }
  return longest / 1000;
}
