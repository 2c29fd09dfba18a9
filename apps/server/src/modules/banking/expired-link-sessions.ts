import { lt } from 'drizzle-orm';
import { deleteInParts } from '../../db/delete-in-parts.ts';
import { linkSessions } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

export async function removeExpiredLinkSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteInParts(db, linkSessions, lt(linkSessions.expiresAt, clock()), signal);
}
