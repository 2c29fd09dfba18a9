import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { IdentityProviderOptions } from './options.ts';

/** Half of SHA-256 is enough to distinguish emails. */
const HASH_HEX_DIGITS = 32;

/** Relates failed logins without naming the user. */
export class AttemptLog {
  readonly #networkOf: IdentityProviderOptions['networkOf'];
  readonly #key: string;

  constructor({ networkOf, client }: Pick<IdentityProviderOptions, 'networkOf' | 'client'>) {
    this.#networkOf = networkOf;
    this.#key = `attempt log of ${client.clientSecret}`;
  }

  describe({ ip }: Pick<FastifyRequest, 'ip'>, email?: string): { network: string; emailHash?: string } {
    const network = this.#networkOf(ip);
    if (email === undefined) return { network };
    const hash = createHmac('sha256', this.#key).update(email).digest('hex');
    return { network, emailHash: hash.slice(0, HASH_HEX_DIGITS) };
  }
}
