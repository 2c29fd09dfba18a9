import { createHash, randomBytes, randomUUID } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function toBase62(bytes: Uint8Array, length: number): string {
  let text = '';
  for (const byte of bytes) {
    // Six bits per byte; skipping the two values without a character keeps all characters equally likely.
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

/** 37 random alphanumerics, like Plaid's item, account and transaction ids. */
export function newIdentifier(): string {
  return randomBase62(37);
}

export function newRequestId(): string {
  return randomBase62(15);
}

export function newToken(kind: 'access' | 'link' | 'public'): string {
  return `${kind}-sandbox-${randomUUID()}`;
}

/** Secret of a link session's address: 43 alphanumerics, about 256 bits. */
export function newLinkSecret(): string {
  return randomBase62(43);
}

/** Always the same for a key. */
export function entityIdOf(key: string): string {
  return toBase62(createHash('sha512').update(`entity|${key}`).digest(), 37);
}
