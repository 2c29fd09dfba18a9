import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { linkAttempts } from '../../db/schema.ts';

export type LinkAttempt = typeof linkAttempts.$inferSelect;

export async function insertLinkAttempt(
  db: Database,
  attempt: Omit<LinkAttempt, 'completedAt' | 'claimedUntil' | 'institutionName'>,
): Promise<void> {
  await db.insert(linkAttempts).values(attempt);
}

/** Forgets a user's attempts that can no longer be finished. */
export async function deleteExpiredLinkAttempts(db: Database, userId: string, now: Date): Promise<void> {
  await db.delete(linkAttempts).where(and(eq(linkAttempts.userId, userId), lt(linkAttempts.expiresAt, now)));
}

/** The user's attempt, unless it has expired or is somebody else's. */
export async function findLinkAttempt(
  db: Database,
  userId: string,
  stateHash: Buffer,
  now: Date,
): Promise<LinkAttempt | undefined> {
  const [row] = await db
    .select()
    .from(linkAttempts)
    .where(ofUser(userId, stateHash, now));
  return row;
}

/**
 * Claims an attempt for `claimMs`, so that the page and the job, or two tabs, exchange its results once; no database session is held
 * while the provider answers. False when it is completed or somebody else is at it.
 */
export async function claimLinkAttempt(
  db: Database,
  attempt: LinkAttempt,
  claimMs: number,
): Promise<boolean> {
  const rows = await db
    .update(linkAttempts)
    .set({ claimedUntil: sql`clock_timestamp() + ${`${claimMs} milliseconds`}::interval` })
    .where(
      and(
        sameAttempt(attempt),
        isNull(linkAttempts.completedAt),
        sql`(${linkAttempts.claimedUntil} is null or ${linkAttempts.claimedUntil} < clock_timestamp())`,
      ),
    )
    .returning({ userId: linkAttempts.userId });
  return rows.length === 1;
}

export async function releaseLinkAttempt(db: Database, attempt: LinkAttempt): Promise<void> {
  await db.update(linkAttempts).set({ claimedUntil: null }).where(sameAttempt(attempt));
}

export async function completeLinkAttempt(
  db: Database,
  attempt: LinkAttempt,
  outcome: { completedAt: Date; institutionName: string },
): Promise<void> {
  await db.update(linkAttempts).set(outcome).where(sameAttempt(attempt));
}

function sameAttempt(attempt: LinkAttempt) {
  return and(eq(linkAttempts.userId, attempt.userId), eq(linkAttempts.stateHash, attempt.stateHash));
}

function ofUser(userId: string, stateHash: Buffer, now: Date) {
  return and(
    eq(linkAttempts.userId, userId),
    eq(linkAttempts.stateHash, stateHash),
    gt(linkAttempts.expiresAt, now),
  );
}
