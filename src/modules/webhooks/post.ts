import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Network } from '../../config/settings/webhooks.js';

/** Milliseconds within which a receiver must respond. */
export const longestPost = 15_000;
/** Maximum number of informational responses, such as 103 Early Hints, before the response. */
const mostInformation = 10;

/**
 * Sends a body and returns the status of the response. Reads no body of a response and follows no redirect. Rejects
 * with ForbiddenAddress for an address to which webhooks may not connect, and with another Error if the connection
 * fails, no response comes within `longestPost`, or too many informational ones come before it.
 */
export function post(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  allowed: readonly Network[],
): Promise<number> {
  const url = new URL(target);
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    // Check a URL with an IP address here. For a host name, `checkedLookup` checks the resolved addresses.
    if (isIP(host) !== 0) mustBeReachable(host, allowed, isPlain(url));
    const sent = (isPlain(url) ? requestHttp : requestHttps)(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      lookup: checkedLookup(allowed, isPlain(url)),
      signal: AbortSignal.timeout(longestPost),
    });
    sent.on('response', (response) => {
      resolve(response.statusCode!);
      response.destroy();
    });
    let information = 0;
    sent.on('information', () => {
      if (++information > mostInformation)
        sent.destroy(new Error(`The receiver sent more than ${mostInformation} informational responses.`));
    });
    sent.on('error', (error) =>
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? new Error(`No response within ${longestPost / 1000} s.`)
          : error,
      ),
    );
    sent.end(body);
  });
}

/** Thrown for an address to which webhooks may not connect. */
export class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address, and WEBHOOK_ALLOW does not name it.`);
  }
}

/** Names that always lead to the own computer or network (RFC 6761, 6762, 8375 and ICANN's resolution on .internal). */
const internalName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

/**
 * Returns why webhooks can never connect to the URL: its port, its IP address, or a name that is always internal. The
 * addresses of other names are checked when the service connects, because they may change.
 */
export function forbidden(url: URL, allowed: readonly Network[]): string | undefined {
  if (url.port === '0') return 'must have a port from 1 to 65535';
  const host = hostOf(url);
  const isInternal =
    isIP(host) === 0 ? allowed.length === 0 && internalName.test(host) : !isReachable(host, allowed, isPlain(url));
  return isInternal ? 'must have a public address, or one that WEBHOOK_ALLOW names' : undefined;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isPlain({ protocol }: URL): boolean {
  return protocol === 'http:';
}

/** Whether one of the networks `allowed`, which WEBHOOK_ALLOW names, contains the address. */
function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = ipaddr.process(address);
  return allowed.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/** All public IPv6 addresses. Others, such as ::127.0.0.1, may lead to internal IPv4 addresses. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6));
}

/**
 * Throws ForbiddenAddress for an internal address (loopback, private, link-local, reserved) that WEBHOOK_ALLOW does not
 * name. With `onlyAllowed`, it throws also for a public address that WEBHOOK_ALLOW does not name.
 */
function mustBeReachable(address: string, allowed: readonly Network[], onlyAllowed = false): void {
  if (!isReachable(address, allowed, onlyAllowed)) throw new ForbiddenAddress(address);
}

function isReachable(address: string, allowed: readonly Network[], onlyAllowed: boolean): boolean {
  return (!onlyAllowed && isPublic(address)) || isAllowed(address, allowed);
}

/** Returns a lookup of host names whose results have passed `mustBeReachable`, so that a connection uses no others. */
function checkedLookup(allowed: readonly Network[], onlyAllowed: boolean): LookupFunction {
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
