import type { Provider } from 'oidc-provider';
import type pg from 'pg';
import { type Keys, loadKeys, readKeysVersion } from '../storage/keys.ts';

interface Parts {
  pool: pg.Pool;
  clock: () => Date;
  /** Makes a provider that signs with these keys. */
  create: (keys: Keys) => Provider;
}

/**
 * The OpenID provider with the keys of this moment. Whoever rotates them does so in the database; from the next request on every process
 * signs with the new ones, and none meets a cookie of another that it does not know yet.
 */
export class CurrentProvider {
  readonly #parts: Parts;
  #provider: Provider;
  #version: string;

  private constructor(parts: Parts, { keys, provider }: { keys: Keys; provider: Provider }) {
    this.#parts = parts;
    this.#provider = provider;
    this.#version = keys.version;
  }

  /** Makes the first provider, and its keys where there are none. */
  static async open(parts: Parts): Promise<CurrentProvider> {
    const keys = await loadKeys(parts.pool, parts.clock());
    return new CurrentProvider(parts, { keys, provider: parts.create(keys) });
  }

  /** The provider for one request. */
  async get(): Promise<Provider> {
    const { pool, clock, create } = this.#parts;
    if ((await readKeysVersion(pool, clock())) !== this.#version) {
      const keys = await loadKeys(pool, clock());
      this.#provider = create(keys);
      this.#version = keys.version;
    }
    return this.#provider;
  }
}
