import { ConfigError } from '../errors/config-error.ts';
import type { TokenKey } from './token-box.ts';

export const TOKEN_KEYS_FORM =
  "one or more 'name:key' with a comma between, each key 32 bytes in base64; the first one seals";

/** Reads `name:base64,…`. Throws a `ConfigError` that never shows a key. */
export function parseTokenKeys(given: string): TokenKey[] {
  const keys = given.split(',').map((part) => {
    const [id = '', encoded = '', ...rest] = part.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64'), isWhole: rest.length === 0 };
  });
  const isRight = keys.every(({ id, key, isWhole }) => id !== '' && key.length === 32 && isWhole);
  if (!isRight) throw new ConfigError(`TOKEN_KEYS is wrong: it must be ${TOKEN_KEYS_FORM}.`);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new ConfigError('TOKEN_KEYS has two keys with the same name: give each its own.');
  }
  return keys.map(({ id, key }) => ({ id, key }));
}
