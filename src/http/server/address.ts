import { isIPv6 } from 'node:net';

/**
 * The address that identifies a client for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because
 * one subscriber can use every address of such a network.
 */
export function callerAddress(ip: string | undefined): string {
  const bare = (ip ?? '').split('%')[0];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1];
  if (!isIPv6(bare)) return bare.slice(0, 45);
  const [head, tail] = bare.split('::') as [string, string | undefined];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const length = after.at(-1)?.includes('.') ? 7 : 8;
  const groups = [...before, ...Array<string>(Math.max(0, length - before.length - after.length)).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
