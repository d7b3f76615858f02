import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds; fails after `within` milliseconds with the text of `otherwise`. */
export async function until(
  is: () => boolean | Promise<boolean>,
  otherwise = (): string => 'The condition was not met in time.',
  within = 60_000,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(otherwise());
    await sleep(20);
  }
}
