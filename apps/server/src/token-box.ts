import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A secret as it is stored: which key sealed it, and the sealed bytes. */
export interface SealedSecret {
  keyId: string;
  sealed: Buffer;
}

/** A key of 32 bytes and the name by which sealed secrets refer to it. */
export interface TokenKey {
  id: string;
  key: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bank tokens before they are stored (SEC-9): AES-256-GCM under a key kept outside the database. The row's id is bound in as
 * additional data, so that a sealed token moved to another row does not open.
 */
export class TokenBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: TokenKey;

  /** The first key seals; all of them open. */
  constructor(keys: readonly TokenKey[]) {
    const [current] = keys;
    if (!current) throw new Error('There is no key to seal tokens with');
    this.#current = current;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  seal(secret: string, rowId: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, nonce).setAAD(Buffer.from(rowId));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { keyId: this.#current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  }

  /** Throws when the key is unknown, or when the secret was sealed for another row or changed. */
  open({ keyId, sealed }: SealedSecret, rowId: string): string {
    const key = this.#keys.get(keyId);
    if (!key) throw new Error(`The key '${keyId}' of a stored token is not among TOKEN_KEYS`);
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(rowId))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  }
}
