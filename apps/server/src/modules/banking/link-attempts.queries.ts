import { and, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { linkAttempts } from '../../db/schema.ts';

export type LinkAttempt = typeof linkAttempts.$inferSelect;

/** Names one public token of a visit, by its SHA-256 in base64url. */
export interface VisitToken {
  attempt: Pick<LinkAttempt, 'userId' | 'stateHash'>;
  tokenHash: string;
}

/** Adds a visit that has just begun. */
export async function insertLinkAttempt(
  db: Database,
  attempt: Omit<LinkAttempt, 'completedAt' | 'claimedUntil' | 'institutionName' | 'tokenResults'>,
): Promise<void> {
  await db.insert(linkAttempts).values(attempt);
}

/** Forgets a user's attempts that can no longer be finished. */
export async function deleteExpiredLinkAttempts(db: Database, userId: string, now: Date): Promise<void> {
  await db.delete(linkAttempts).where(and(eq(linkAttempts.userId, userId), lt(linkAttempts.expiresAt, now)));
}

/** The user's visits from which the person has not come back and which may still bring banks. */
export async function listOpenVisits(db: Database, userId: string, now: Date): Promise<LinkAttempt[]> {
  return db
    .select()
    .from(linkAttempts)
    .where(
      and(
        eq(linkAttempts.userId, userId),
        gt(linkAttempts.expiresAt, now),
        isNull(linkAttempts.completedAt),
        isNull(linkAttempts.connectionId),
      ),
    );
}

/** The user's attempt and whether it is claimed now, unless it has expired or is somebody else's. */
export async function findLinkAttempt(
  db: Database,
  userId: string,
  stateHash: Buffer,
  now: Date,
): Promise<(LinkAttempt & { isClaimed: boolean }) | undefined> {
  const [row] = await db
    .select({
      ...getTableColumns(linkAttempts),
      isClaimed: sql<boolean>`coalesce(${linkAttempts.claimedUntil} > clock_timestamp(), false)`,
    })
    .from(linkAttempts)
    .where(ofUser(userId, stateHash, now));
  return row;
}

/** Whoever's attempt has this link token, unless it has expired. The provider's notices name no user; every other query names the owner. */
export async function findLinkAttemptOfToken(
  db: Database,
  provider: string,
  linkToken: string,
  now: Date,
): Promise<LinkAttempt | undefined> {
  const [row] = await db
    .select()
    .from(linkAttempts)
    .where(
      and(
        eq(linkAttempts.provider, provider),
        eq(linkAttempts.linkToken, linkToken),
        gt(linkAttempts.expiresAt, now),
      ),
    );
  return row;
}

/**
 * Claims an attempt for `claimMs` to exchange one of its tokens, so that the page and the job, or two tabs, exchange each token once; no
 * database session is held while the provider answers. Returns the claim's end, by which to release it; undefined when the token has
 * been dealt with or somebody else is at the attempt.
 */
export async function claimLinkAttempt(
  db: Database,
  { attempt, tokenHash }: VisitToken,
  claimMs: number,
): Promise<Date | undefined> {
  const [row] = await db
    .update(linkAttempts)
    .set({
      // Whole milliseconds, which is what a Date can tell apart.
      claimedUntil: sql`date_trunc('milliseconds', clock_timestamp()) + ${`${claimMs} milliseconds`}::interval`,
    })
    .where(
      and(
        sameAttempt(attempt),
        isUnknown(tokenHash),
        sql`coalesce(${linkAttempts.claimedUntil} <= clock_timestamp(), true)`,
      ),
    )
    .returning({ claimedUntil: linkAttempts.claimedUntil });
  return row?.claimedUntil ?? undefined;
}

/** Releases a claim, unless it has run out and somebody else has claimed the attempt since. */
export async function releaseLinkAttempt(
  db: Database,
  attempt: VisitToken['attempt'],
  claimedUntil: Date,
): Promise<void> {
  await db
    .update(linkAttempts)
    .set({ claimedUntil: null })
    .where(and(sameAttempt(attempt), eq(linkAttempts.claimedUntil, claimedUntil)));
}

/** Remembers the bank that a token has linked. */
export async function rememberLinkedBank(
  db: Database,
  { attempt, tokenHash }: VisitToken,
  institutionName: string,
): Promise<void> {
  await db
    .update(linkAttempts)
    .set({ tokenResults: withResult(tokenHash, institutionName) })
    .where(sameAttempt(attempt));
}

/** Remembers that a token can no longer be exchanged, unless it is known to have linked a bank. */
export async function rememberLostToken(db: Database, { attempt, tokenHash }: VisitToken): Promise<void> {
  await db
    .update(linkAttempts)
    .set({ tokenResults: withResult(tokenHash, null) })
    .where(and(sameAttempt(attempt), isUnknown(tokenHash)));
}

/** Marks a visit as ended with success; `institutionName` names its banks, for whoever asks again. */
export async function completeLinkAttempt(
  db: Database,
  attempt: VisitToken['attempt'],
  outcome: { completedAt: Date; institutionName: string },
): Promise<void> {
  await db.update(linkAttempts).set(outcome).where(sameAttempt(attempt));
}

function withResult(tokenHash: string, result: string | null) {
  return sql`${linkAttempts.tokenResults} || ${JSON.stringify({ [tokenHash]: result })}::jsonb`;
}

function isUnknown(tokenHash: string) {
  return sql`not ${linkAttempts.tokenResults} ? ${tokenHash}`;
}

function sameAttempt(attempt: VisitToken['attempt']) {
  return and(eq(linkAttempts.userId, attempt.userId), eq(linkAttempts.stateHash, attempt.stateHash));
}

function ofUser(userId: string, stateHash: Buffer, now: Date) {
  return and(
    eq(linkAttempts.userId, userId),
    eq(linkAttempts.stateHash, stateHash),
    gt(linkAttempts.expiresAt, now),
  );
}
