import { lt } from 'drizzle-orm';
import { deleteExpiredOfUsers } from '../../db/delete-expired.ts';
import { linkSessions } from '../../db/tables/banking.tables.ts';
import type { Deps } from '../deps.ts';

export async function removeExpiredLinkSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpiredOfUsers(db, linkSessions, lt(linkSessions.expiresAt, clock()), signal);
}
