import { lt } from 'drizzle-orm';
import { deleteInParts } from '../../db/delete-in-parts.ts';
import { linkAttempts } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

/** Deletes everybody's visits to the provider's pages that can no longer be finished. */
export async function removeExpiredVisits(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteInParts(db, linkAttempts, lt(linkAttempts.expiresAt, clock()), signal);
}
