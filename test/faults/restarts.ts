import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/time/until.js';
import type { Ledger } from './ledger.js';
import type { Service } from './service.js';

/**
 * Restarts the instances behind the proxy at `url` under load, one after the other. Returns a line for each response
 * other than 200. around: what the operator does before and after the restart of an instance.
 */
export async function lostByRestarts(
  ledger: Ledger,
  instances: readonly Service[],
  url: string,
  around?: (instance: string, isDown: boolean) => Promise<void>,
): Promise<string[]> {
  const before = ledger.entries.length;
  await ledger.start([url], { writers: 8, pause: 5 });
  await ledger.more(100);
  for (const instance of instances) {
    await around?.(instance.url, true);
    expect(await instance.end('SIGTERM')).toEqual([0, null]);
    await instance.start();
    await until(() => isReady(instance.url));
    await around?.(instance.url, false);
    // Wait until the health check of the proxy has found the instance.
    await sleep(3000);
    await ledger.more(100);
  }
  await ledger.stop();
  await ledger.settle(`restarts behind ${url}`);
  const said = ledger.entries.slice(before).flatMap(({ said: lines = '' }) => lines.trim().split('\n  '));
  return said.filter((line) => !line.includes(' ms: 200'));
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
