import ipaddr from 'ipaddr.js';
import type { LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import type { Network } from '../../config/settings/webhooks.js';

/** An address that a webhook may not connect to. */
class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address, and WEBHOOK_ALLOW does not name it.`);
  }
}

/** Whether WEBHOOK_ALLOW names the network of the address. */
function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = ipaddr.process(address);
  return allowed.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/**
 * Throws ForbiddenAddress for an internal address (loopback, private, link-local, reserved) that WEBHOOK_ALLOW does not
 * name. onlyAllowed: also for a public address that it does not name.
 */
export function mustBeReachable(address: string, allowed: readonly Network[], onlyAllowed = false): void {
  if (!onlyAllowed && ipaddr.process(address).range() === 'unicast') return;
  if (!isAllowed(address, allowed)) throw new ForbiddenAddress(address);
}

/**
 * Resolves a name for a connection and refuses forbidden addresses, so that the connection goes to an address that was
 * checked. onlyAllowed: refuses public addresses too, unless WEBHOOK_ALLOW names them.
 */
export function checkedLookup(allowed: readonly Network[], onlyAllowed: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) {
        done(error, '');
        return;
      }
      try {
        for (const { address } of addresses) mustBeReachable(address, allowed, onlyAllowed);
      } catch (refused) {
        done(refused as Error, '');
        return;
      }
      if (options.all) done(null, addresses);
      else done(null, addresses[0].address, addresses[0].family);
    });
  };
}
