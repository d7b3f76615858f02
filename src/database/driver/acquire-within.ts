import type { Semaphore } from 'async-mutex';

/**
 * Takes a unit of the semaphore, and returns the function that releases it. Throws the error of `failure` if no unit is
 * free within `milliseconds`. Creates a timer and an error only if it has to wait.
 *
 * It replaces `withTimeout` of async-mutex, which keeps each call that waits in memory until V8 collects the whole heap
 * (docs/decisions/memory.md).
 */
export async function acquireWithin(
  semaphore: Semaphore,
  milliseconds: number,
  failure: () => Error,
): Promise<() => void> {
  if (!semaphore.isLocked()) return (await semaphore.acquire())[1];
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(failure());
    }, milliseconds);
    void semaphore.acquire().then(([, release]) => {
      clearTimeout(timer);
      // The semaphore still gives a unit to the call that gave up.
      if (isLate) release();
      else resolve(release);
    });
  });
}
