import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealedSecret {
  keyId: string;
  sealed: Buffer;
}

/** Stored in a connection whose token's key was lost. No key opens it. */
export const FORGOTTEN_SECRET: SealedSecret = { keyId: 'forgotten', sealed: Buffer.alloc(0) };

/** A key of 32 bytes, and the name that sealed secrets refer to. */
export interface TokenKey {
  id: string;
  key: Buffer;
}

/** The key is missing, or the secret was changed or moved from another row. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM, bound to the row's id, so that a secret moved to another row does not open (SEC-9). */
export class TokenBox {
  readonly #keys = new Map<string, Buffer>();
  readonly #readAgain: (() => readonly TokenKey[]) | undefined;
  #current: TokenKey;

  /**
   * The first key seals; all of them open.
   * @param readAgain for keys that may change; called before every seal and for unknown keys
   */
  constructor(keys: readonly TokenKey[], readAgain?: () => readonly TokenKey[]) {
    this.#current = this.#take(keys);
    this.#readAgain = readAgain;
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  seal(secret: string, rowId: string): SealedSecret {
    if (this.#readAgain) this.#current = this.#take(this.#readAgain());
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, nonce).setAAD(Buffer.from(rowId));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { keyId: this.#current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  }

  /** Throws a `SealedSecretError`. */
  open({ keyId, sealed }: SealedSecret, rowId: string): string {
    if (!this.#keys.has(keyId) && this.#readAgain) this.#current = this.#take(this.#readAgain());
    const key = this.#keys.get(keyId);
    if (!key) throw new SealedSecretError(`The key '${keyId}' of a stored token is not among TOKEN_KEYS`);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    } catch (cause) {
      throw new SealedSecretError(`A stored token does not open with the key '${keyId}'`, { cause });
    }
  }

  opens(secret: SealedSecret, rowId: string): boolean {
    try {
      this.open(secret, rowId);
      return true;
    } catch (error) {
      if (error instanceof SealedSecretError) return false;
      throw error;
    }
  }

  #take(keys: readonly TokenKey[]): TokenKey {
    const [current] = keys;
    if (!current) throw new Error('There is no key to seal tokens with');
    for (const { id, key } of keys) this.#keys.set(id, key);
    return current;
  }
}
