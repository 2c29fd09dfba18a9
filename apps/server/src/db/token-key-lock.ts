import type { DatabasePool, Transaction } from './database.ts';

/** Any fixed numbers that nothing else uses. */
const TOKEN_KEY_LOCK = 7_246_555;
const ROTATION_LOCK = 7_246_556;

/** Shares the keys until the transaction ends, so that no key is removed while sealing. */
export async function useTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock_shared($1)', [TOKEN_KEY_LOCK]);
}

/** Waits for every sealing transaction and blocks new ones until this transaction ends. */
export async function haltTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [TOKEN_KEY_LOCK]);
}

/** Runs `work` unless another process rotates keys; then returns null. */
export async function withRotationLock<T>(db: DatabasePool, work: () => Promise<T>): Promise<T | null> {
  const client = await db.$client.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      ROTATION_LOCK,
    ]);
    return rows[0]?.isOurs ? await work() : null;
  } finally {
    // The lock ends with the connection, even in a crash.
    client.release(true);
  }
}
