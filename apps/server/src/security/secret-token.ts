import { hash as digest, randomBytes } from 'node:crypto';

/** 256 random bits, and their hash. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** Creates a token. Only its hash is stored, so a leaked database opens nothing. */
export function newSecretToken(): SecretToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** Creates a token that begins with its user's id, so that a lookup asks one server of a cluster (ADR 36). */
export function newUserToken(userId: string, prefix = ''): SecretToken {
  return userToken(userId, randomBytes(32), prefix);
}

/** Returns the token of these 32 random bytes. */
export function userToken(userId: string, bytes: Buffer, prefix = ''): SecretToken {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const token = prefix + Buffer.concat([id, bytes]).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** Null if the token doesn't name its user, like those of older versions. */
export function userOfToken(token: string, prefix = ''): string | null {
  const bytes = token.slice(prefix.length);
  if (!token.startsWith(prefix) || !/^[\w-]{64}$/.test(bytes)) return null;
  const id = Buffer.from(bytes, 'base64url').toString('hex', 0, 16);
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function hashOfToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}
