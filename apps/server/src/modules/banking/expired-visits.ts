import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { linkAttempts } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

/** Deletes everybody's visits to the provider's pages that can no longer be finished. */
export async function removeExpiredVisits(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteInBatches(db, linkAttempts, lt(linkAttempts.expiresAt, clock()), signal);
}
