import { hash as digest, randomBytes } from 'node:crypto';

/** 256 random bits, and their hash. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** Creates a token. Only its hash is stored, so a leaked database opens nothing. */
export function newSecretToken(prefix = ''): SecretToken {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}
