import type { lookup, LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { publicLookup } from './public-lookup.ts';

type Answer = (error: Error | null, addresses: LookupAddress[]) => void;
const answering = (work: (answer: Answer) => void) =>
  ((_name: string, _options: object, answer: Answer) => work(answer)) as typeof lookup;
const addressesOf = (addresses: readonly string[]) =>
  answering((answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    ),
  );

/** What Node would connect to, or why it would not. */
const look = (resolve: typeof lookup, all = true) =>
  new Promise<unknown>((done) => {
    publicLookup(resolve)('bridge.example', { all }, (error, found, family) =>
      done(error ?? (all ? found : [found, family])),
    );
  });

/** The registries of special-purpose addresses that IANA keeps: the first and last address of each block. */
const SPECIAL: [name: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local', '169.254.0.0', '169.254.255.255'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['multicast tunnels', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['AS112 service', '192.175.48.0', '192.175.48.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4 compatible', '::10.0.0.1', '::ffff:ffff'],
  ['IPv4 mapped, private', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ['IPv4 translated', '::ffff:0:0', '::ffff:0:ffff:ffff'],
  ['IPv4 translated', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['IPv4 translated, local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['discard only, dummy', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112 service', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unassigned', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local with a zone', 'fe80::1%eth0', 'fe80::1%2'],
  ['site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test.each(SPECIAL)('refuses addresses for %s: %s to %s (report 13) [SEC-21]', async (_name, ...ends) => {
  for (const address of ends) {
    expect(await look(addressesOf(['93.184.215.14', address]))).toMatchObject({
      name: 'PrivateAddressError',
      message: 'bridge.example leads to a private address',
    });
  }
});

test.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ['2001:200::', '2001:4860:4860::8888', '2606:4700:4700::1111', '2a00::1'],
])('accepts public addresses such as %s', async (...addresses) => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  expect(await look(addressesOf(addresses))).toEqual(found);
  expect(await look(addressesOf(addresses), false)).toEqual([found[0]?.address, found[0]?.family]);
});

test.each<[string, typeof lookup]>([
  ['fails', answering((answer) => answer(new Error('SERVFAIL'), []))],
  ['finds nothing', addressesOf([])],
  ['finds no address', addressesOf(['bridge'])],
  [
    'throws',
    answering(() => {
      throw new Error('bad resolver');
    }),
  ],
])('a resolver that %s gives an error, in either way of asking', async (_title, resolve) => {
  for (const all of [true, false]) expect(await look(resolve, all)).toBeInstanceOf(Error);
});

test('a name that does not exist is an error of the request, and ends no process', async () => {
  for (const all of [true, false]) {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      publicLookup()('no-such-host.invalid', { all }, (problem) => resolve(problem));
    });
    expect(error?.code).toMatch(/^E/);
  }
});
