import ipaddr from 'ipaddr.js';
import { Resolver, type lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** A name that must not be called (SEC-21). */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(hostname: string) {
    super(`${hostname} leads to a private address`);
  }
}

export class NoAddressError extends Error {
  override readonly name = 'NoAddressError';

  constructor(hostname: string) {
    super(`${hostname} has no address`);
  }
}

/** All IPv6 addresses that are assigned to networks of the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Resolves a name and fails without an address, or if any address is not public (SEC-21). A URL with an address instead of a name is
 * not resolved.
 */
export function publicLookup(resolve: Resolve = resolveInTime): LookupFunction {
  return (hostname, options, callback) => {
    // With an error, Node gives no addresses, whatever its types say.
    const answer = (error: Error | null, addresses: readonly LookupAddress[] = []) => {
      const problem = error ?? problemOf(hostname, addresses);
      const [first] = addresses;
      if (problem || !first) callback(problem, []);
      else if (options.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    try {
      resolve(hostname, { ...options, all: true }, answer);
    } catch (error) {
      // Node expects no answer before the call has returned.
      process.nextTick(answer, error instanceof Error ? error : new NoAddressError(hostname), []);
    }
  };
}

type Resolve =
  | typeof lookup
  | ((
      hostname: string,
      options: object,
      answer: (error: Error | null, found?: LookupAddress[]) => void,
    ) => void);

/** Node's `lookup` waits for a silent name server on one of a few threads, which all of the process share. */
const resolver = new Resolver({ timeout: 3_000, tries: 1 });

function resolveInTime(
  hostname: string,
  _options: object,
  answer: (error: Error | null, found?: LookupAddress[]) => void,
): void {
  const found: LookupAddress[] = [];
  let waiting = 2;
  const take = (family: 4 | 6) => (error: Error | null, addresses: readonly string[] | undefined) => {
    for (const address of addresses ?? []) found.push({ address, family });
    waiting -= 1;
    if (waiting === 0) answer(found.length === 0 ? error : null, found);
  };
  resolver.resolve4(hostname, take(4));
  resolver.resolve6(hostname, take(6));
}

function problemOf(hostname: string, addresses: readonly LookupAddress[]): Error | null {
  if (!addresses.some(({ address }) => ipaddr.isValid(address))) return new NoAddressError(hostname);
  return addresses.every(({ address }) => isPublic(address)) ? null : new PrivateAddressError(hostname);
}

/** Whether an address belongs to no special purpose of IANA's registries. */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
