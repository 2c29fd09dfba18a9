import { lookup } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** A leading dot matches every subdomain. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Endpoints come from browsers and choose what the server calls: only known push services, over HTTPS on its own port (SEC-21). */
export function isPushEndpoint(endpoint: string, moreOrigins: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (moreOrigins.includes(url.origin)) return true;
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    PUSH_HOSTS.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
  );
}

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

/** Resolves a name and fails if any address is private (SEC-21). */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error ? [] : addresses;
      const [first] = found;
      const isPrivate = found.some(({ address, family }) =>
        privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4'),
      );
      if (error) callback(error, []);
      else if (isPrivate) callback(new Error(`${hostname} leads to a private address`), []);
      else if (options.all || !first) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
