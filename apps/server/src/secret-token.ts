import { hash as digest, randomBytes } from 'node:crypto';

/** 256 random bits, and their hash in the database. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** Only the hash is stored, so that a leaked database opens nothing. `prefix` tells what a token is for. */
export function newSecretToken(prefix = ''): SecretToken {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** SHA-256. A random token needs no slow hash. */
export function hashOfToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}
