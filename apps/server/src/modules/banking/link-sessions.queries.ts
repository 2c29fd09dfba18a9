import { and, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { linkSessions } from '../../db/tables/banking.tables.ts';

export type LinkSession = typeof linkSessions.$inferSelect;

/** A session's one-time token, by its SHA-256 in base64url. */
export interface SessionToken {
  session: Pick<LinkSession, 'userId' | 'stateHash'>;
  tokenHash: string;
}

export async function insertLinkSession(
  db: Database,
  session: Omit<LinkSession, 'completedAt' | 'claimedUntil' | 'institutionName' | 'tokenResults'>,
): Promise<void> {
  await db.insert(linkSessions).values(session);
}

export async function deleteExpiredLinkSessions(db: Database, userId: string, now: Date): Promise<void> {
  await db.delete(linkSessions).where(and(eq(linkSessions.userId, userId), lt(linkSessions.expiresAt, now)));
}

export async function listOpenLinkSessions(db: Database, userId: string, now: Date): Promise<LinkSession[]> {
  return db
    .select()
    .from(linkSessions)
    .where(
      and(
        eq(linkSessions.userId, userId),
        gt(linkSessions.expiresAt, now),
        isNull(linkSessions.completedAt),
        isNull(linkSessions.connectionId),
      ),
    );
}

export async function findLinkSession(
  db: Database,
  userId: string,
  stateHash: Buffer,
  now: Date,
): Promise<(LinkSession & { isClaimed: boolean }) | undefined> {
  const [row] = await db
    .select({
      ...getTableColumns(linkSessions),
      isClaimed: sql<boolean>`coalesce(${linkSessions.claimedUntil} > statement_timestamp(), false)`,
    })
    .from(linkSessions)
    .where(ofUser(userId, stateHash, now));
  return row;
}

/** Searches the sessions of all users, because webhook events name no user. */
export async function findLinkSessionByProviderId(
  db: Database,
  provider: string,
  providerSessionId: string,
  now: Date,
): Promise<LinkSession | undefined> {
  const [row] = await db
    .select()
    .from(linkSessions)
    .where(
      and(
        eq(linkSessions.provider, provider),
        eq(linkSessions.providerSessionId, providerSessionId),
        gt(linkSessions.expiresAt, now),
      ),
    );
  return row;
}

/**
 * Lets tabs and jobs exchange each token once without an open transaction. Returns the claim's end, which
 * releases it; undefined if the token is done or the session claimed.
 */
export async function claimLinkSession(
  db: Database,
  { session, tokenHash }: SessionToken,
  claimMs: number,
): Promise<Date | undefined> {
  const [row] = await db
    .update(linkSessions)
    .set({
      // Whole milliseconds, like a Date.
      claimedUntil: sql`date_trunc('milliseconds', statement_timestamp()) + ${`${claimMs} milliseconds`}::interval`,
    })
    .where(
      and(
        sameSession(session),
        isUnknown(tokenHash),
        sql`(${linkSessions.claimedUntil} is null or ${linkSessions.claimedUntil} <= statement_timestamp())`,
      ),
    )
    .returning({ claimedUntil: linkSessions.claimedUntil });
  return row?.claimedUntil ?? undefined;
}

/** Does nothing if another caller has claimed the session since. */
export async function releaseLinkSession(
  db: Database,
  session: SessionToken['session'],
  claimedUntil: Date,
): Promise<void> {
  await db
    .update(linkSessions)
    .set({ claimedUntil: null })
    .where(and(sameSession(session), eq(linkSessions.claimedUntil, claimedUntil)));
}

export async function rememberLinkedBank(
  db: Database,
  { session, tokenHash }: SessionToken,
  institutionName: string,
): Promise<void> {
  await db
    .update(linkSessions)
    .set({ tokenResults: withResult(tokenHash, institutionName) })
    .where(sameSession(session));
}

/** Does nothing if the token linked a bank. */
export async function rememberLostToken(db: Database, { session, tokenHash }: SessionToken): Promise<void> {
  await db
    .update(linkSessions)
    .set({ tokenResults: withResult(tokenHash, null) })
    .where(and(sameSession(session), isUnknown(tokenHash)));
}

/** @param institutionName its banks, for later requests */
export async function completeLinkSession(
  db: Database,
  session: SessionToken['session'],
  outcome: { completedAt: Date; institutionName: string },
): Promise<void> {
  await db.update(linkSessions).set(outcome).where(sameSession(session));
}

function withResult(tokenHash: string, result: string | null) {
  return sql`${linkSessions.tokenResults} || ${JSON.stringify({ [tokenHash]: result })}::jsonb`;
}

function isUnknown(tokenHash: string) {
  return sql`not ${linkSessions.tokenResults} ? ${tokenHash}`;
}

function sameSession(session: SessionToken['session']) {
  return and(eq(linkSessions.userId, session.userId), eq(linkSessions.stateHash, session.stateHash));
}

function ofUser(userId: string, stateHash: Buffer, now: Date) {
  return and(
    eq(linkSessions.userId, userId),
    eq(linkSessions.stateHash, stateHash),
    gt(linkSessions.expiresAt, now),
  );
}
