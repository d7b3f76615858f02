const step = 10;

/** Milliseconds that the work takes, without the time that this process waits for a processor. */
export async function waitOf(work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const timer = setInterval(() => steps++, step);
  await work();
  clearInterval(timer);
  return steps * step;
}

/** Milliseconds of processor time that the work takes. */
export function effortOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
