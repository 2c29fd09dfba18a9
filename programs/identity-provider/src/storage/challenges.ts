import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface ChallengeStore {
  pool: pg.Pool;
  clock: () => Date;
}

const CHALLENGE_BYTES = 32;

/**
 * Creates a challenge, base64url.
 * @param boundTo the interaction or session, and the purpose
 */
export async function createChallenge(
  { pool, clock }: ChallengeStore,
  { boundTo, lifetimeMs }: { boundTo: string; lifetimeMs: number },
): Promise<string> {
  const now = clock();
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await pool.query(
    `DELETE FROM identity.challenges WHERE hash IN (
       SELECT hash FROM identity.challenges WHERE expires_at <= $1 LIMIT 200 FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  await pool.query('INSERT INTO identity.challenges (hash, bound_to, expires_at) VALUES ($1, $2, $3)', [
    hash(challenge),
    hash(boundTo),
    new Date(now.getTime() + lifetimeMs),
  ]);
  return challenge;
}

/** True once, for its purpose, until it expires. */
export async function takeChallenge(
  { pool, clock }: ChallengeStore,
  { challenge, boundTo }: { challenge: string; boundTo: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'DELETE FROM identity.challenges WHERE hash = $1 AND bound_to = $2 AND expires_at > $3',
    [hash(challenge), hash(boundTo), clock()],
  );
  return rowCount === 1;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
