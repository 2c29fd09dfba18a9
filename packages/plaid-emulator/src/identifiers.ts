import { createHash, randomBytes, randomUUID } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function toBase62(bytes: Uint8Array, length: number): string {
  let text = '';
  for (const byte of bytes) {
    // Six bits of each byte; the two values without a character are skipped, so that all characters are equally likely.
    const character = alphabet[byte & 63];
    if (character !== undefined) text += character;
    if (text.length === length) break;
  }
  return text;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += toBase62(randomBytes(length + 8), length - text.length);
  return text;
}

/** A new item, account or transaction id: 37 random alphanumerics, the shape of Plaid's. */
export function newIdentifier(): string {
  return randomBase62(37);
}

/** A new request id: 15 alphanumerics. */
export function newRequestId(): string {
  return randomBase62(15);
}

/** A new token of Plaid's form `<kind>-sandbox-<uuid>`. */
export function newToken(kind: 'access' | 'link' | 'public'): string {
  return `${kind}-sandbox-${randomUUID()}`;
}

/** The secret part of the address of somebody's visit to Link: 43 alphanumerics, about 256 bits. */
export function newLinkSecret(): string {
  return randomBase62(43);
}

/** The id of a merchant, the same everywhere and always: 37 alphanumerics derived from its key. */
export function entityIdOf(key: string): string {
  return toBase62(createHash('sha512').update(`entity|${key}`).digest(), 37);
}
