import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inUserTransaction, type DatabasePool } from './database.ts';
import { isOneOf, type Key } from './is-one-of.ts';
import { users } from './tables/users.tables.ts';
import { deleteFrom, type WritableTable } from './writable-table.ts';

type UserTable = WritableTable & { userId: PgColumn };

/** Rows or users that one statement looks at, so that none takes long and the job can stop between two. */
const KEYS = 1000;

/** Deletes rows of one user after the other, without an index on the condition. */
export async function deleteExpiredOfUsers(
  db: DatabasePool,
  table: UserTable,
  condition: SQL | undefined,
  signal: AbortSignal,
): Promise<void> {
  for await (const ids of partsOf(db, users.id, signal)) {
    const { rows } = await db.execute<{ userId: string }>(sql`
      select distinct user_id as "userId" from ${table}
      where ${and(isOneOf(table.userId, ids), condition)}`);
    for (const { userId } of rows) {
      await inUserTransaction(db, userId, async (tx) => {
        await tx.delete(table).where(and(eq(table.userId, userId), condition));
      });
    }
  }
}

/** Deletes rows of a table on the coordinator, which has this primary key, without an index on the condition. */
export async function deleteExpired(
  db: DatabasePool,
  table: WritableTable,
  key: PgColumn,
  condition: SQL | undefined,
  signal: AbortSignal,
): Promise<void> {
  for await (const keys of partsOf(db, key, signal)) {
    await db.execute(sql`${deleteFrom(table)} where ${and(isOneOf(key, keys), condition)}`);
  }
}

async function* partsOf(db: DatabasePool, key: PgColumn, signal: AbortSignal): AsyncGenerator<Key[]> {
  for (let after: Key | undefined; !signal.aborted;) {
    const { rows } = await db.execute<{ key: Key }>(sql`
      select ${key} as key from ${key.table} where ${after === undefined ? sql`true` : gt(key, after)}
      order by ${key} limit ${KEYS}`);
    if (rows.length === 0) return;
    yield rows.map((row) => row.key);
    after = rows.at(-1)?.key;
  }
}
