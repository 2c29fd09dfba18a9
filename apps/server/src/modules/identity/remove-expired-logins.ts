import { lt, or } from 'drizzle-orm';
import { deleteExpiredOfUsers } from '../../db/delete-expired.ts';
import { sessions } from '../../db/tables/identity.tables.ts';
import type { Deps } from '../deps.ts';
import { deleteExpiredLoginAttempts } from './identity.queries.ts';
import { sessionLimits } from './identity.service.ts';

/** Sessions name browsers and emails. */
export async function removeExpiredLogins(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const { begunAfter, usedAfter } = sessionLimits(now);
  const hasEnded = or(lt(sessions.createdAt, begunAfter), lt(sessions.lastSeenAt, usedAfter));
  if (!signal.aborted) await deleteExpiredLoginAttempts(db, now);
  await deleteExpiredOfUsers(db, sessions, hasEnded, signal);
}
