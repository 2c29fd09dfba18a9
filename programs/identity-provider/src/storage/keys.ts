import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from './open-database.ts';

/** All processes share them; the first of each kind is in use. */
export interface Keys {
  /** RS256, which every client must support (OpenID Connect Core 15.1). */
  signingKeys: JWK[];
  cookieKeys: string[];
  version: string;
}

type KeyName = 'signing' | 'cookie';

const DAY_MS = 24 * 60 * 60_000;

/** The application sends an ID token back at sign-out, for as long as its session. Cookies last half a day. */
const RECOGNIZED_FOR_MS: Record<KeyName, number> = { signing: 31 * DAY_MS, cookie: DAY_MS };

/** Parameters from `recognizedSince`. */
const RECOGNIZED = `(retired_at IS NULL OR retired_at > CASE name WHEN 'signing' THEN $1::timestamptz ELSE $2 END)`;
const recognizedSince = (now: Date): Date[] =>
  [RECOGNIZED_FOR_MS.signing, RECOGNIZED_FOR_MS.cookie].map((ms) => new Date(now.getTime() - ms));

const storedSigningKey = z.looseObject({ kty: z.literal('RSA') });

const CREATORS: Record<KeyName, () => Promise<unknown>> = {
  signing: createSigningKey,
  cookie: async () => randomBytes(32).toString('base64url'),
};

/** Reads the keys, or creates them: concurrent processes create the same ones. */
export async function loadKeys(pool: pg.Pool, now: Date): Promise<Keys> {
  await Promise.all([createMissing(pool, 'signing'), createMissing(pool, 'cookie')]);
  const { rows } = await pool.query<{ id: string; name: KeyName; value: unknown }>(
    `SELECT id, name, value FROM identity.keys WHERE ${RECOGNIZED} ORDER BY id DESC`,
    recognizedSince(now),
  );
  const valuesOf = (kind: KeyName) => rows.filter(({ name }) => name === kind).map(({ value }) => value);
  return {
    signingKeys: z.array(storedSigningKey).parse(valuesOf('signing')),
    cookieKeys: z.array(z.string()).parse(valuesOf('cookie')),
    version: rows.map(({ id }) => id).join(),
  };
}

export async function readKeysVersion(pool: pg.Pool, now: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM identity.keys WHERE ${RECOGNIZED} ORDER BY id DESC`,
    recognizedSince(now),
  );
  return rows.map(({ id }) => id).join();
}

/** @param dropOld invalidates old keys at once, which signs out all users here */
export async function rotateKeys(pool: pg.Pool, now: Date, { dropOld }: { dropOld: boolean }): Promise<void> {
  const fresh = await Promise.all(
    (['signing', 'cookie'] as const).map(async (name) => ({ name, value: await CREATORS[name]() })),
  );
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE identity.keys SET retired_at = $1 WHERE retired_at IS NULL', [now]);
    if (dropOld) await client.query('DELETE FROM identity.keys');
    else await client.query(`DELETE FROM identity.keys WHERE NOT ${RECOGNIZED}`, recognizedSince(now));
    for (const { name, value } of fresh) {
      await client.query('INSERT INTO identity.keys (name, value) VALUES ($1, $2)', [
        name,
        JSON.stringify(value),
      ]);
    }
  });
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
}

async function createMissing(pool: pg.Pool, name: KeyName): Promise<void> {
  const { rows } = await pool.query('SELECT 1 FROM identity.keys WHERE name = $1 AND retired_at IS NULL', [
    name,
  ]);
  if (rows.length > 0) return;
  await pool.query(
    `INSERT INTO identity.keys (name, value) VALUES ($1, $2)
     ON CONFLICT (name) WHERE retired_at IS NULL DO NOTHING`,
    [name, JSON.stringify(await CREATORS[name]())],
  );
}
