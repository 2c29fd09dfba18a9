import type { DatabasePool, Transaction } from './database.ts';

/** Any fixed numbers that nothing else uses. The embedded log-in pages share this one too. */
export const TOKEN_KEY_LOCK = 7_246_555;
const ROTATION_LOCK = 7_246_556;

/** Shares the token keys, so that none is removed while this transaction seals. */
export async function useTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock_shared($1)', [TOKEN_KEY_LOCK]);
}

/** Waits for transactions that seal, and blocks new ones. */
export async function haltTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [TOKEN_KEY_LOCK]);
}

/** Returns null while another process rotates keys. */
export async function withRotationLock<T>(db: DatabasePool, work: () => Promise<T>): Promise<T | null> {
  const client = await db.$client.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      ROTATION_LOCK,
    ]);
    return rows[0]?.isOurs ? await work() : null;
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}
