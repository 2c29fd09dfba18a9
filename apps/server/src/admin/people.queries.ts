import { asc, count, eq, ilike, max, or, sql } from 'drizzle-orm';
import { inTransaction, type Database, type DatabasePool } from '../db/database.ts';
import { connections, pushSubscriptions, sessions, users } from '../db/schema.ts';

/** A user as the operator may see them, without money. */
export interface Person {
  id: string;
  email: string;
  fullName: string | null;
  createdAt: Date;
}

/** The same with signs of use. */
export interface ListedPerson extends Person {
  banks: number;
  /** When a session of theirs was last used, to the hour; null when none is left. */
  lastSeenAt: Date | null;
}

const person = { id: users.id, email: users.email, fullName: users.fullName, createdAt: users.createdAt };

/** The people whose name or e-mail has this text in it, by e-mail. */
export async function listPeople(db: Database, text: string, limit: number): Promise<ListedPerson[]> {
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
      ...person,
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

/** How many people these are. */
export async function countPeople(db: Database, text: string): Promise<number> {
  return db.$count(users, has(text));
}

/** Everybody with this e-mail, whatever its case. */
export async function findPeopleByEmail(db: Database, email: string): Promise<Person[]> {
  return db
    .select(person)
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .orderBy(asc(users.createdAt));
}

/** The person with this id. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [row] = await db.select(person).from(users).where(eq(users.id, id));
  return row;
}

/** Ends everybody's sessions by hand, as `endSessions` does for one user; how many there were. */
export async function endAllSessions(db: DatabasePool): Promise<number> {
  return inTransaction(db, async (tx) => {
    // All or none, however many there are.
    await tx.$client.query('SET LOCAL statement_timeout = 0');
    // Every transaction that locks several users does it in this order, so no deadlock can occur.
    await tx.$client.query(
      'SELECT count(*) FROM (SELECT 1 FROM users ORDER BY id FOR NO KEY UPDATE) AS locked',
    );
    await tx.update(users).set({ sessionsEndedAt: sql`clock_timestamp()` });
    await tx.delete(pushSubscriptions);
    const { rowCount } = await tx.delete(sessions);
    return rowCount ?? 0;
  });
}

/** Matches everybody for an empty text. What people type for it means itself, also `%` and `_`. */
function has(text: string) {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(users.email, pattern), ilike(users.fullName, pattern));
}
