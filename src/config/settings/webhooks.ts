import { makeValidator } from 'envalid';
import ipaddr from 'ipaddr.js';
import { listed, refuse } from './validators.js';

/** A network: its address, and its prefix length in bits. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const networks = makeValidator<readonly Network[]>((text) =>
  listed(text).map((part) => {
    if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
    if (!ipaddr.isValid(part)) return refuse('a comma-separated list of addresses or networks such as 10.1.2.0/24');
    const address = ipaddr.process(part);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }),
);

export const webhookEnvironment = {
  WEBHOOK_ALLOW: networks({
    default: [],
    desc:
      'Comma-separated private addresses or networks, such as `10.1.2.0/24`, that webhooks may call, also by http. ' +
      'Unset: webhooks call only https URLs at public addresses.',
  }),
};
