import { addDays, type Day } from '@oinkly/domain/days';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { unsubscribeTokens } from '../../db/tables/mail.tables.ts';
import { users } from '../../db/tables/users.tables.ts';

export async function updateWantsRecapMail(
  db: Database,
  userId: string,
  wantsRecapMail: boolean,
): Promise<void> {
  await db.update(users).set({ wantsRecapMail }).where(eq(users.id, userId));
}

/** True for one call only: what begins to send a week's recap must claim it first. */
export async function claimRecap(db: Database, userId: string, weekStart: Day): Promise<boolean> {
  const claimed = await db
    .update(users)
    .set({ recapMailedWeek: weekStart })
    .where(
      and(
        eq(users.id, userId),
        eq(users.wantsRecapMail, true),
        or(isNull(users.recapMailedWeek), lt(users.recapMailedWeek, weekStart)),
      ),
    )
    .returning({ id: users.id });
  return claimed.length > 0;
}

/** Lets another try claim a recap that certainly was not sent. */
export async function releaseRecap(db: Database, userId: string, weekStart: Day): Promise<void> {
  await db
    .update(users)
    .set({ recapMailedWeek: addDays(weekStart, -7) })
    .where(and(eq(users.id, userId), eq(users.recapMailedWeek, weekStart)));
}

export async function findUnsubscribeToken(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: unsubscribeTokens.token })
    .from(unsubscribeTokens)
    .where(eq(unsubscribeTokens.userId, userId))
    .limit(1);
  return row?.token;
}

export async function insertUnsubscribeToken(db: Database, userId: string, token: string): Promise<void> {
  await db.insert(unsubscribeTokens).values({ userId, token });
}

export async function findUserIdByUnsubscribeToken(db: Database, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: unsubscribeTokens.userId })
    .from(unsubscribeTokens)
    .where(eq(unsubscribeTokens.token, token));
  return row?.userId;
}

export async function forgetUnsubscribeTokens(db: Database, userId: string): Promise<void> {
  await db.delete(unsubscribeTokens).where(eq(unsubscribeTokens.userId, userId));
}
