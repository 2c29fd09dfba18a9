import type { Provider } from 'oidc-provider';
import type pg from 'pg';
import { type Keys, loadKeys, readKeysVersion } from '../storage/keys.ts';

interface Parts {
  pool: pg.Pool;
  clock: () => Date;
  /** Creates a provider that signs with these keys. */
  create: (keys: Keys) => Provider;
}

/** The OpenID provider with the current keys. The database holds them: once they are rotated there, every process uses the new ones. */
export class CurrentProvider {
  readonly #parts: Parts;
  #provider: Provider;
  #keys: Keys;

  private constructor(parts: Parts, { keys, provider }: { keys: Keys; provider: Provider }) {
    this.#parts = parts;
    this.#provider = provider;
    this.#keys = keys;
  }

  /** Creates the first provider, and its keys if there are none. */
  static async open(parts: Parts): Promise<CurrentProvider> {
    const keys = await loadKeys(parts.pool, parts.clock());
    return new CurrentProvider(parts, { keys, provider: parts.create(keys) });
  }

  /** Returns the provider for one request. */
  async get(): Promise<Provider> {
    const { pool, clock, create } = this.#parts;
    if ((await readKeysVersion(pool, clock())) !== this.#keys.version) {
      const keys = await loadKeys(pool, clock());
      this.#provider = create(keys);
      this.#keys = keys;
    }
    return this.#provider;
  }

  /** Returns the keys that sign cookies; the first is in use, the others are still recognized. */
  async cookieKeys(): Promise<readonly string[]> {
    await this.get();
    return this.#keys.cookieKeys;
  }
}
