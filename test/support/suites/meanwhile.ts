import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '../app/app.js';

/** Milliseconds in which a parallel call ends, unless it waits for a lock. */
const long = 700;

type Method = (...given: unknown[]) => Promise<unknown>;
type Provider<T> = abstract new (...given: never[]) => T;

/**
 * Returns a function that runs another call before or after the next call of a provider's method, with enough time to
 * finish. Suites must restore the mocks after each test.
 */
export function interleavingIn(app: () => Pick<TestApp, 'get'>) {
  return function meanwhile<T extends object, U>(
    [provider, name, place]: [Provider<T>, keyof T & string, 'before' | 'after'],
    other: () => Promise<U>,
  ): Promise<U> {
    const service = app().get(provider) as unknown as Record<string, Method>;
    const method = service[name].bind(service);
    // The other call must not join the transaction of the interrupted call.
    const apart = AsyncResource.bind(async () => other());
    return new Promise((resolve, reject) => {
      jest.spyOn(service, name).mockImplementationOnce(async (...given) => {
        const first = place === 'after' ? await method(...given) : undefined;
        const done = apart();
        done.then(resolve, reject);
        await Promise.race([done.catch(() => undefined), sleep(long)]);
        return place === 'after' ? first : method(...given);
      });
    });
  };
}
