import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from './open-database.ts';

/** The keys that all processes on one database share; the first of each kind is the one in use. */
export interface Keys {
  /** Sign ID tokens. RS256, the algorithm that every client must know (OpenID Connect Core 15.1). */
  signingKeys: JWK[];
  /** Sign cookies. */
  cookieKeys: string[];
  /** Changes whenever the keys do. */
  version: string;
}

type KeyName = 'signing' | 'cookie';

const DAY_MS = 24 * 60 * 60_000;

/**
 * How long a key that has been replaced is still recognised. A cookie lives for half a day. An ID token runs out after minutes, but the
 * application hands it back as the sign-out's proof for as long as its own session lasts.
 */
const RECOGNISED_FOR_MS: Record<KeyName, number> = { signing: 31 * DAY_MS, cookie: DAY_MS };

/** Which keys are in use or still recognised; the parameters are those of `recognisedSince`. */
const RECOGNISED = `(retired_at IS NULL OR retired_at > CASE name WHEN 'signing' THEN $1::timestamptz ELSE $2 END)`;
const recognisedSince = (now: Date): Date[] =>
  [RECOGNISED_FOR_MS.signing, RECOGNISED_FOR_MS.cookie].map((ms) => new Date(now.getTime() - ms));

const storedSigningKey = z.looseObject({ kty: z.literal('RSA') });

const CREATORS: Record<KeyName, () => Promise<unknown>> = {
  signing: createSigningKey,
  cookie: async () => randomBytes(32).toString('base64url'),
};

/** Reads the keys, making each at the first start; when two processes make one at once, both get the same. */
export async function loadKeys(pool: pg.Pool, now: Date): Promise<Keys> {
  await Promise.all([createMissing(pool, 'signing'), createMissing(pool, 'cookie')]);
  const { rows } = await pool.query<{ id: string; name: KeyName; value: unknown }>(
    `SELECT id, name, value FROM identity.keys WHERE ${RECOGNISED} ORDER BY id DESC`,
    recognisedSince(now),
  );
  const valuesOf = (kind: KeyName) => rows.filter(({ name }) => name === kind).map(({ value }) => value);
  return {
    signingKeys: z.array(storedSigningKey).parse(valuesOf('signing')),
    cookieKeys: z.array(z.string()).parse(valuesOf('cookie')),
    version: rows.map(({ id }) => id).join(),
  };
}

/** The version of the keys as they are now. */
export async function readKeysVersion(pool: pg.Pool, now: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM identity.keys WHERE ${RECOGNISED} ORDER BY id DESC`,
    recognisedSince(now),
  );
  return rows.map(({ id }) => id).join();
}

/**
 * Puts new keys in the place of those in use, which are still recognised for a while.
 * @param dropOld the old ones are recognised no more from now on, because somebody else has them: everybody is signed out here
 */
export async function rotateKeys(pool: pg.Pool, now: Date, { dropOld }: { dropOld: boolean }): Promise<void> {
  const fresh = await Promise.all(
    (['signing', 'cookie'] as const).map(async (name) => ({ name, value: await CREATORS[name]() })),
  );
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE identity.keys SET retired_at = $1 WHERE retired_at IS NULL', [now]);
    if (dropOld) await client.query('DELETE FROM identity.keys');
    else await client.query(`DELETE FROM identity.keys WHERE NOT ${RECOGNISED}`, recognisedSince(now));
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
