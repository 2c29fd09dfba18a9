import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';

/** The keys that all processes on one database share. */
export interface Keys {
  /** Signs ID tokens. RS256, the algorithm that every client must know (OpenID Connect Core 15.1). */
  signingKey: JWK;
  /** Signs cookies. */
  cookieKey: string;
}

const storedSigningKey = z.looseObject({ kty: z.literal('RSA') });

/** Reads the keys, making each at the first start; when two processes make one at once, both get the same. */
export async function loadKeys(pool: pg.Pool): Promise<Keys> {
  return {
    signingKey: storedSigningKey.parse(await loadOrCreate(pool, 'signing', createSigningKey)),
    cookieKey: z
      .string()
      .parse(await loadOrCreate(pool, 'cookie', async () => randomBytes(32).toString('base64url'))),
  };
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
}

async function loadOrCreate(pool: pg.Pool, name: string, create: () => Promise<unknown>): Promise<unknown> {
  const found = await read(pool, name);
  if (found !== undefined) return found;
  await pool.query('INSERT INTO identity.keys (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    JSON.stringify(await create()),
  ]);
  return read(pool, name);
}

async function read(pool: pg.Pool, name: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>('SELECT value FROM identity.keys WHERE name = $1', [
    name,
  ]);
  return rows[0]?.value;
}
