import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so; fails after `within` milliseconds, with what is said then. */
export async function until(
  is: () => boolean | Promise<boolean>,
  otherwise = (): string => 'It has not come about.',
  within = 25_000,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(otherwise());
    await sleep(20);
  }
}
