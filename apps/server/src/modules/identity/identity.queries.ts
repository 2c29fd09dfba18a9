import { and, desc, eq, getTableColumns, gt, gte, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { identities, loginAttempts, sessions, users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
/** The columns that every request reads. */
export type ActiveSession = Omit<SessionRow, 'userAgent' | 'idToken'>;
export type LoginAttempt = typeof loginAttempts.$inferSelect;

export async function insertLoginAttempt(db: Database, attempt: LoginAttempt): Promise<void> {
  await db.insert(loginAttempts).values(attempt);
}

/** Deletes and returns an attempt with the database's time, so that it works once. */
export async function takeLoginAttempt(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(LoginAttempt & { takenAt: Date }) | undefined> {
  const [attempt] = await db
    .delete(loginAttempts)
    .where(eq(loginAttempts.tokenHash, tokenHash))
    .returning({
      ...getTableColumns(loginAttempts),
      takenAt: sql`clock_timestamp()`.mapWith(loginAttempts.expiresAt),
    });
  return attempt && attempt.expiresAt > now ? attempt : undefined;
}

export async function deleteExpiredLoginAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(loginAttempts).where(lt(loginAttempts.expiresAt, now));
}

export async function findUserByIdentity(
  db: Database,
  identity: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.subject)));
  return row?.user;
}

export async function listSubjects(db: Database, userId: string, issuer: string): Promise<string[]> {
  const rows = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer)));
  return rows.map(({ subject }) => subject);
}

/** Adds nothing if the identity has a user. Call it in a transaction. */
export async function insertUserWithIdentity(
  db: Database,
  user: { id: string; email: string; createdAt: Date },
  identity: { issuer: string; subject: string },
): Promise<void> {
  await db.insert(users).values(user);
  const added = await db
    .insert(identities)
    .values({ issuer: identity.issuer, subject: identity.subject, userId: user.id })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  if (added.length === 0) await db.delete(users).where(eq(users.id, user.id));
}

export async function updateEmail(db: Database, userId: string, email: string): Promise<void> {
  await db.update(users).set({ email }).where(eq(users.id, userId));
}

/** Whether the user ended sessions by hand at `instant` of the database's clock or later. */
export async function haveSessionsEndedSince(db: Database, userId: string, instant: Date): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), gte(users.sessionsEndedAt, instant)))) > 0;
}

export async function insertSession(db: Database, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Finds a session with its user, if it began after `begunAfter` and was used after `usedAfter`. */
export async function findSession(
  db: Database,
  tokenHash: Buffer,
  limits: { begunAfter: Date; usedAfter: Date },
): Promise<{ session: ActiveSession; user: UserRow } | undefined> {
  const [row] = await selectSession(db, { tokenHash, ...limits });
  return row;
}

const { userAgent: _userAgent, idToken: _idToken, ...activeSession } = getTableColumns(sessions);

const selectSession = preparedQuery<
  { tokenHash: Buffer; begunAfter: Date; usedAfter: Date },
  { session: ActiveSession; user: UserRow }[]
>('find_session', (db, value) =>
  db
    .select({ session: activeSession, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, value('tokenHash')),
        gt(sessions.createdAt, value('begunAfter')),
        gt(sessions.lastSeenAt, value('usedAfter')),
      ),
    ),
);

export async function touchSession(db: Database, session: ActiveSession, lastSeenAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt })
    .where(and(eq(sessions.userId, session.userId), eq(sessions.tokenHash, session.tokenHash)));
}

/** Lists usable sessions, latest used first. */
export async function listSessions(
  db: Database,
  userId: string,
  limits: { begunAfter: Date; usedAfter: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.createdAt, limits.begunAfter),
        gt(sessions.lastSeenAt, limits.usedAfter),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}

export async function hasSession(db: Database, userId: string, tokenHash: Buffer): Promise<boolean> {
  return (await db.$count(sessions, and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)))) > 0;
}

export async function deleteSession(
  db: Database,
  userId: string,
  tokenHash: Buffer,
): Promise<Pick<SessionRow, 'idToken'> | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)))
    .returning({ idToken: sessions.idToken });
  return ended;
}

/** Returns how many. */
export async function deleteOtherSessions(db: Database, userId: string, tokenHash: Buffer): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash)))
    .returning({ userId: sessions.userId });
  return ended.length;
}

/** Returns how many. */
export async function deleteSessions(db: Database, userId: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ userId: sessions.userId });
  return ended.length;
}

export async function deleteEndedSessions(
  db: Database,
  userId: string,
  limits: { begunAfter: Date; usedAfter: Date },
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), lt(sessions.createdAt, limits.begunAfter)));
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), lt(sessions.lastSeenAt, limits.usedAfter)));
}
