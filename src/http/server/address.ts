import ipaddr from 'ipaddr.js';

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
