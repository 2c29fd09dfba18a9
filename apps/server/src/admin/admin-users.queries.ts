import { asc, count, eq, ilike, max, or, sql } from 'drizzle-orm';
import { inTransactionOfUsers, readDatabaseClock, type Database, type DatabasePool } from '../db/database.ts';
import { connections } from '../db/tables/readable-tables.ts';
import { pushSubscriptions } from '../db/tables/notifications.tables.ts';
import { sessions } from '../db/tables/identity.tables.ts';
import { users } from '../db/tables/users.tables.ts';

export interface AdminUser {
  id: string;
  email: string;
  fullName: string | null;
  createdAt: Date;
}

export interface ListedUser extends AdminUser {
  banks: number;
  /** Last use of a session, rounded to the hour. */
  lastSeenAt: Date | null;
}

const user = { id: users.id, email: users.email, fullName: users.fullName, createdAt: users.createdAt };

/** Lists users whose name or email contains `text`, by email. */
export async function listUsers(db: Database, text: string, limit: number): Promise<ListedUser[]> {
  const banks = db
    .select({ userId: connections.userId, banks: count().as('banks') })
    .from(connections)
    .groupBy(connections.userId)
    .as('banks_of');
  const seen = db
    .select({ userId: sessions.userId, lastSeenAt: max(sessions.lastSeenAt).as('last_seen_at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('seen');
  return db
    .select({
      ...user,
      banks: sql<number>`coalesce(${banks.banks}, 0)`.mapWith(Number),
      lastSeenAt: seen.lastSeenAt,
    })
    .from(users)
    .leftJoin(banks, eq(banks.userId, users.id))
    .leftJoin(seen, eq(seen.userId, users.id))
    .where(has(text))
    .orderBy(asc(users.email), asc(users.id))
    .limit(limit);
}

export async function countUsers(db: Database, text: string): Promise<number> {
  return db.$count(users, has(text));
}

export async function findUsersByEmail(db: Database, email: string): Promise<AdminUser[]> {
  return db
    .select(user)
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .orderBy(asc(users.createdAt));
}

export async function findUser(db: Database, id: string): Promise<AdminUser | undefined> {
  const [row] = await db.select(user).from(users).where(eq(users.id, id));
  return row;
}

/** Ends all users' sessions by hand, like `endSessions`. Returns how many. */
export async function endAllSessions(db: DatabasePool): Promise<number> {
  return inTransactionOfUsers(db, 'all', async (tx) => {
    const sessionsEndedAt = await readDatabaseClock(tx);
    await tx.update(users).set({ sessionsEndedAt });
    await tx.delete(pushSubscriptions);
    const { rowCount } = await tx.delete(sessions);
    return rowCount ?? 0;
  });
}

/** `%` and `_` are literal. */
function has(text: string) {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(users.email, pattern), ilike(users.fullName, pattern));
}
