import type { DatabasePool, Transaction } from './database.ts';

/** Any fixed numbers will do, as long as nothing else takes them. */
const TOKEN_KEY_LOCK = 7_246_555;
const ROTATION_LOCK = 7_246_556;

/** Shares the token keys until the transaction ends: sealing happens before any key is removed, or after. */
export async function useTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock_shared($1)', [TOKEN_KEY_LOCK]);
}

/** Waits for every transaction that seals, and blocks new ones until this transaction ends. */
export async function haltTokenKeys(tx: Transaction): Promise<void> {
  await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [TOKEN_KEY_LOCK]);
}

/** Runs `work` while no other process rotates keys on this database; null, without running it, when one does. */
export async function whileNobodyElseRotates<T>(db: DatabasePool, work: () => Promise<T>): Promise<T | null> {
  const client = await db.$client.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      ROTATION_LOCK,
    ]);
    return rows[0]?.isOurs ? await work() : null;
  } finally {
    // The lock ends with the connection, however this process ends.
    client.release(true);
  }
}
