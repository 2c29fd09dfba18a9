import { lookup } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** Private and multicast networks, also as the end of an IPv6 address. */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;
const PRIVATE_IPV6 = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

const privateAddresses = new BlockList();
for (const [network, bits] of PRIVATE_IPV4) privateAddresses.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of PRIVATE_IPV6) privateAddresses.addSubnet(network, bits, 'ipv6');

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(hostname: string) {
    super(`${hostname} leads to a private address`);
  }
}

/** Resolves a name and fails if any address is private (SEC-21). A URL with an address instead of a name is not resolved. */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error ? [] : addresses;
      const [first] = found;
      const isPrivate = found.some(({ address, family }) =>
        privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4'),
      );
      if (error) callback(error, []);
      else if (isPrivate) callback(new PrivateAddressError(hostname), []);
      else if (options.all || !first) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
