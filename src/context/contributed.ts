import type { DiscoveryService } from '@nestjs/core';

/**
 * The providers of all modules that are instances of `kind`. A module contributes its record sets, merge rules,
 * holdings and so on by listing their classes among its providers.
 */
export function contributed<T extends object>(
  discovery: DiscoveryService,
  kind: abstract new (...given: never[]) => T,
): T[] {
  const found = discovery.getProviders().map(({ instance }) => instance as unknown);
  // A provider with useExisting has the instance of another one.
  return [...new Set(found.filter((instance): instance is T => instance instanceof kind))];
}
