import { and, desc, eq, getTableColumns, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { personalTokens } from '../../db/tables/personal-tokens.tables.ts';
import { users } from '../../db/tables/readable-tables.ts';
import type { UserRow } from '../identity/index.ts';

export type PersonalTokenRow = typeof personalTokens.$inferSelect;

/** Finds one that has not expired. Without a user, it asks all servers of a cluster (ADR 36). */
export async function findToken(
  db: Database,
  { userId, tokenHash, now }: { userId: string | null; tokenHash: Buffer; now: Date },
): Promise<{ token: PersonalTokenRow; user: UserRow } | undefined> {
  const [row] = await db
    .select({ token: personalTokens, user: getTableColumns(users) })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .where(
      and(
        userId === null ? undefined : and(eq(personalTokens.userId, userId), eq(users.id, userId)),
        eq(personalTokens.tokenHash, tokenHash),
        gt(personalTokens.expiresAt, now),
      ),
    );
  return row;
}

/** Lists them, newest first, without expired ones. */
export async function listTokens(db: Database, userId: string, now: Date): Promise<PersonalTokenRow[]> {
  return db
    .select()
    .from(personalTokens)
    .where(and(eq(personalTokens.userId, userId), gt(personalTokens.expiresAt, now)))
    .orderBy(desc(personalTokens.createdAt), personalTokens.id);
}

/** Counts those that have not expired. */
export async function countTokens(db: Database, userId: string, now: Date): Promise<number> {
  return db.$count(personalTokens, and(eq(personalTokens.userId, userId), gt(personalTokens.expiresAt, now)));
}

export async function insertToken(db: Database, row: PersonalTokenRow): Promise<void> {
  await db.insert(personalTokens).values(row);
}

export async function touchToken(
  db: Database,
  { userId, id }: Pick<PersonalTokenRow, 'userId' | 'id'>,
  lastUsedAt: Date,
): Promise<void> {
  await db
    .update(personalTokens)
    .set({ lastUsedAt })
    .where(and(eq(personalTokens.userId, userId), eq(personalTokens.id, id)));
}

export async function deleteToken(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(personalTokens)
    .where(and(eq(personalTokens.userId, userId), eq(personalTokens.id, id)))
    .returning({ id: personalTokens.id });
  return deleted.length > 0;
}

export async function deleteAllTokens(db: Database, userId: string): Promise<void> {
  await db.delete(personalTokens).where(eq(personalTokens.userId, userId));
}
