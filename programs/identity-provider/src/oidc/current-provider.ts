import type { Provider } from 'oidc-provider';
import type pg from 'pg';
import { type Keys, loadKeys, readKeysVersion } from '../storage/keys.ts';

interface Parts {
  pool: pg.Pool;
  clock: () => Date;
  create: (keys: Keys) => Provider;
}

/** The provider with the database's current keys: after a rotation every process uses the new ones. */
export class CurrentProvider {
  readonly #parts: Parts;
  #provider: Provider;
  #keys: Keys;

  private constructor(parts: Parts, { keys, provider }: { keys: Keys; provider: Provider }) {
    this.#parts = parts;
    this.#provider = provider;
    this.#keys = keys;
  }

  static async open(parts: Parts): Promise<CurrentProvider> {
    const keys = await loadKeys(parts.pool, parts.clock());
    return new CurrentProvider(parts, { keys, provider: parts.create(keys) });
  }

  async get(): Promise<Provider> {
    const { pool, clock, create } = this.#parts;
    if ((await readKeysVersion(pool, clock())) !== this.#keys.version) {
      const keys = await loadKeys(pool, clock());
      this.#provider = create(keys);
      this.#keys = keys;
    }
    return this.#provider;
  }

  /** The first key signs. */
  async cookieKeys(): Promise<readonly string[]> {
    await this.get();
    return this.#keys.cookieKeys;
  }
}
