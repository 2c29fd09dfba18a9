import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { IdentityProviderOptions } from './options.ts';

/** Half of SHA-256 tells all emails apart. */
const HASH_HEX_DIGITS = 32;

/** What the log says of a login that failed: enough to find attempts that belong together, and not whose they were. */
export class AttemptLog {
  readonly #networkOf: IdentityProviderOptions['networkOf'];
  readonly #key: string;

  constructor({ networkOf, client }: Pick<IdentityProviderOptions, 'networkOf' | 'client'>) {
    this.#networkOf = networkOf;
    this.#key = `attempt log of ${client.clientSecret}`;
  }

  /** The network that a login came from, and the keyed hash of the normalized email that it named. */
  describe({ ip }: Pick<FastifyRequest, 'ip'>, email?: string): { network: string; emailHash?: string } {
    const network = this.#networkOf(ip);
    if (email === undefined) return { network };
    const hash = createHmac('sha256', this.#key).update(email).digest('hex');
    return { network, emailHash: hash.slice(0, HASH_HEX_DIGITS) };
  }
}
