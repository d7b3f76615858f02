import ipaddr from 'ipaddr.js';
import type { LookupFunction } from 'node:net';
import { lookup } from 'node:dns';
import type { Network } from '../../config/settings/webhooks.js';

/** An address that a webhook may not connect to. */
class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is not an address of the internet, and WEBHOOK_ALLOW does not name it.`);
  }
}

/** Whether WEBHOOK_ALLOW names the network of the address. */
function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = ipaddr.process(address);
  return allowed.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/** Throws ForbiddenAddress for an address inside a house: loopback, private, link-local, reserved and the like. */
export function mustBeOutside(address: string, allowed: readonly Network[], onlyAllowed = false): void {
  if (!onlyAllowed && ipaddr.process(address).range() === 'unicast') return;
  if (!isAllowed(address, allowed)) throw new ForbiddenAddress(address);
}

/**
 * Resolves a name for a connection and refuses forbidden addresses, so that the address which was checked is the one
 * that is connected to. onlyAllowed: addresses of the internet are refused too.
 */
export function checkedLookup(allowed: readonly Network[], onlyAllowed: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) {
        done(error, '');
        return;
      }
      try {
        for (const { address } of addresses) mustBeOutside(address, allowed, onlyAllowed);
      } catch (refused) {
        done(refused as Error, '');
        return;
      }
      if (options.all) done(null, addresses);
      else done(null, addresses[0].address, addresses[0].family);
    });
  };
}
