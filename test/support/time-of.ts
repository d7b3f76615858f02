const step = 10;

/** Milliseconds that the work waits. What the machine leaves this process waiting does not count. */
export async function waitOf(work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const timer = setInterval(() => steps++, step);
  await work();
  clearInterval(timer);
  return steps * step;
}

/** Milliseconds of the processor that the work takes. */
export function effortOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
