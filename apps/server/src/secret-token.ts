import { hash as digest, randomBytes } from 'node:crypto';

/** 256 random bits. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** Only the hash is stored: a leaked database opens nothing. */
export function newSecretToken(prefix = ''): SecretToken {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** SHA-256. A random token needs no slow hash. */
export function hashOfToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}
