import { lt, or } from 'drizzle-orm';
import { deleteInParts } from '../../db/delete-in-parts.ts';
import { loginAttempts, sessions } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { sessionLimits } from './identity.service.ts';

/** Sessions name browsers and emails. */
export async function removeExpiredLogins(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const { begunAfter, usedAfter } = sessionLimits(now);
  const hasEnded = or(lt(sessions.createdAt, begunAfter), lt(sessions.lastSeenAt, usedAfter));
  await deleteInParts(db, sessions, hasEnded, signal);
  await deleteInParts(db, loginAttempts, lt(loginAttempts.expiresAt, now), signal);
}
