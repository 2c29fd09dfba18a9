import type { Day } from '@oinkly/domain/days';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankConsents } from '../../db/tables/banking.tables.ts';

/** Stores a consent; a repeated one changes nothing. */
export async function insertConsent(
  db: Database,
  consent: { userId: string; noticeDay: Day; givenAt: Date },
): Promise<void> {
  await db.insert(bankConsents).values(consent).onConflictDoNothing();
}

/** Lists them, oldest first. */
export async function listConsents(
  db: Database,
  userId: string,
): Promise<{ noticeDay: Day; givenAt: Date }[]> {
  return db
    .select({ noticeDay: bankConsents.noticeDay, givenAt: bankConsents.givenAt })
    .from(bankConsents)
    .where(eq(bankConsents.userId, userId))
    .orderBy(asc(bankConsents.noticeDay));
}
