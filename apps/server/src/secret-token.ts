import { hash as digest, randomBytes } from 'node:crypto';

/** A token of 256 random bits, and the hash under which the database knows it. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** Makes a token that cannot be guessed. Only its hash is stored, so that a leaked database opens no door. */
export function newSecretToken(): SecretToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** SHA-256. A token of 256 random bits needs no slow hash. */
export function hashOfToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}
