import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/**
 * The address that identifies a client for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because
 * one subscriber can use every address of such a network.
 */
export function callerAddress(ip = ''): string {
  if (!ipaddr.isValid(ip)) return ip.slice(0, 45);
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The last `proxies` entries of an X-Forwarded-For header, without the ports and brackets that some gateways write
 * (`203.0.113.5:51234`, `[2001:db8::1]:443`). An entry that is no address becomes the address of the proxy that wrote
 * it: the next entry, or `peer`, the address of the connection. Otherwise each such text would be a client of its own.
 */
export function forwardedFor(header: string, proxies: number, peer = ''): string {
  const entries: string[] = [];
  for (const entry of header.split(',').slice(-proxies).reverse())
    entries.unshift(addressIn(entry.trim()) ?? entries.at(0) ?? peer);
  return entries.join(', ');
}

function addressIn(entry: string): string | undefined {
  const found = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry);
  const address = found?.[1] ?? found?.[2] ?? entry;
  return isIP(address) > 0 ? address : undefined;
}
