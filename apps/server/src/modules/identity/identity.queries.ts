import { and, desc, eq, getTableColumns, gt, gte, lt, ne, type Placeholder } from 'drizzle-orm';
import { readDatabaseClock, type Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { identities, loginAttempts, sessions } from '../../db/tables/identity.tables.ts';
import { users } from '../../db/tables/users.tables.ts';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
/** The columns that every request reads. */
export type ActiveSession = Omit<SessionRow, 'userAgent' | 'idToken'>;
export type LoginAttempt = typeof loginAttempts.$inferSelect;

export async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user;
}

export async function insertLoginAttempt(db: Database, attempt: LoginAttempt): Promise<void> {
  await db.insert(loginAttempts).values(attempt);
}

export async function findLoginAttempt(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<LoginAttempt | undefined> {
  const [attempt] = await db
    .select()
    .from(loginAttempts)
    .where(and(eq(loginAttempts.tokenHash, tokenHash), gt(loginAttempts.expiresAt, now)));
  return attempt;
}

/** Deletes and returns an attempt, so that it works once. `takenAt` is by the database's clock. */
export async function takeLoginAttempt(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(LoginAttempt & { takenAt: Date }) | undefined> {
  const takenAt = await readDatabaseClock(db);
  const [attempt] = await db.delete(loginAttempts).where(eq(loginAttempts.tokenHash, tokenHash)).returning();
  return attempt && attempt.expiresAt > now ? { ...attempt, takenAt } : undefined;
}

export async function deleteExpiredLoginAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(loginAttempts).where(lt(loginAttempts.expiresAt, now));
}

export async function findUserByIdentity(
  db: Database,
  identity: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  const [known] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.subject)));
  return known && findUser(db, known.userId);
}

export async function listSubjects(db: Database, userId: string, issuer: string): Promise<string[]> {
  const rows = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer)));
  return rows.map(({ subject }) => subject);
}

/** Adds nothing and returns false if the identity has a user. Call it in a transaction. */
export async function insertUserWithIdentity(
  db: Database,
  user: Pick<UserRow, 'id' | 'email' | 'isEmailConfirmed' | 'createdAt'>,
  identity: { issuer: string; subject: string },
): Promise<boolean> {
  await db.insert(users).values(user);
  const added = await db
    .insert(identities)
    .values({ issuer: identity.issuer, subject: identity.subject, userId: user.id })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  if (added.length > 0) return true;
  await db.delete(users).where(eq(users.id, user.id));
  return false;
}

/** How a user logs in, and where they are about to. No foreign key deletes these rows. */
export async function deleteLogins(db: Database, userId: string): Promise<void> {
  await db.delete(identities).where(eq(identities.userId, userId));
  await db.delete(loginAttempts).where(eq(loginAttempts.userId, userId));
}

export async function updateEmail(
  db: Database,
  userId: string,
  email: Pick<UserRow, 'email' | 'isEmailConfirmed'>,
): Promise<void> {
  await db.update(users).set(email).where(eq(users.id, userId));
}

export async function markEmailConfirmed(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ isEmailConfirmed: true }).where(eq(users.id, userId));
}

/** Whether the user ended sessions by hand at `instant` of the database's clock or later. */
export async function haveSessionsEndedSince(db: Database, userId: string, instant: Date): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), gte(users.sessionsEndedAt, instant)))) > 0;
}

export async function insertSession(db: Database, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/**
 * Finds a session with its user, if it began after `begunAfter` and was used after `usedAfter`. With the user's id, it
 * asks one server of a cluster.
 */
export async function findSession(
  db: Database,
  { userId, tokenHash }: { userId: string | null; tokenHash: Buffer },
  limits: { begunAfter: Date; usedAfter: Date },
): Promise<{ session: ActiveSession; user: UserRow } | undefined> {
  const [row] =
    userId === null
      ? await selectSession(db, { tokenHash, ...limits })
      : await selectSessionOfUser(db, { userId, tokenHash, ...limits });
  return row;
}

const { userAgent: _userAgent, idToken: _idToken, ...activeSession } = getTableColumns(sessions);

interface SessionValues extends Record<string, unknown> {
  tokenHash: Buffer;
  begunAfter: Date;
  usedAfter: Date;
}

interface FoundSession {
  session: ActiveSession;
  user: UserRow;
}
type ValueOf = (name: keyof SessionValues & string) => Placeholder;

const selectSession = preparedQuery<SessionValues, FoundSession>('find_session', (value, db) =>
  activeSessions(db, value),
);

const selectSessionOfUser = preparedQuery<SessionValues & { userId: string }, FoundSession>(
  'find_session_of_user',
  (value, db) => activeSessions(db, value, value('userId')),
);

function activeSessions(db: Database, value: ValueOf, userId?: Placeholder) {
  return db
    .select({ session: activeSession, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        userId && and(eq(sessions.userId, userId), eq(users.id, userId)),
        eq(sessions.tokenHash, value('tokenHash')),
        gt(sessions.createdAt, value('begunAfter')),
        gt(sessions.lastSeenAt, value('usedAfter')),
      ),
    );
}

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

/** Returns how many it deleted. */
export async function deleteOtherSessions(db: Database, userId: string, tokenHash: Buffer): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash)))
    .returning({ userId: sessions.userId });
  return ended.length;
}

/** Returns how many it deleted. */
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
