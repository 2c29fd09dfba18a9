import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { inUserTransaction, type Database, type DatabasePool } from './database.ts';
import { isOneOf } from './is-one-of.ts';
import { users } from './schema.ts';

/** A user's table. */
type UserTable = PgTable & { userId: PgColumn };

/** Users whose rows one statement looks at, so that none takes long. */
const USERS = 1000;

/** Deletes rows of one user after the other, without an index on the condition. */
export async function deleteExpiredOfUsers(
  db: DatabasePool,
  table: UserTable,
  condition: SQL | undefined,
  signal: AbortSignal,
): Promise<void> {
  let ids = await listUserIds(db, null);
  while (ids.length > 0 && !signal.aborted) {
    const { rows } = await db.execute<{ userId: string }>(sql`
      select distinct user_id as "userId" from ${table}
      where ${and(isOneOf(table.userId, ids), condition)}`);
    for (const { userId } of rows) {
      await deleteOf(db, userId, table, condition);
    }
    ids = await listUserIds(db, ids.at(-1) ?? null);
  }
}

async function listUserIds(db: Database, after: string | null): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(after === null ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(USERS);
  return rows.map(({ id }) => id);
}

async function deleteOf(
  db: DatabasePool,
  userId: string,
  table: UserTable,
  condition: SQL | undefined,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    await tx.delete(table).where(and(eq(table.userId, userId), condition));
  });
}
