import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { accountTwins, bankAccounts, connections } from '../../db/schema.ts';
import type { BankAccountRow } from './accounts.queries.ts';
import type { ConnectionRef } from './sync/sync-runs.queries.ts';

export type TwinRow = typeof accountTwins.$inferSelect;

/** Lists the twins that the user has not decided, the first noticed first. */
export async function listOpenTwins(
  db: Database,
  userId: string,
): Promise<{ twin: TwinRow; older: BankAccountRow; younger: BankAccountRow }[]> {
  const [older, younger] = [alias(bankAccounts, 'older'), alias(bankAccounts, 'younger')];
  return db
    .select({ twin: accountTwins, older, younger })
    .from(accountTwins)
    .innerJoin(older, and(eq(older.userId, accountTwins.userId), eq(older.id, accountTwins.olderAccountId)))
    .innerJoin(
      younger,
      and(eq(younger.userId, accountTwins.userId), eq(younger.id, accountTwins.youngerAccountId)),
    )
    .where(and(eq(accountTwins.userId, userId), isNull(accountTwins.choice)))
    .orderBy(asc(accountTwins.noticedAt), asc(accountTwins.id));
}

/** Lists the undecided twins whose held account is the connection's. */
export async function listHeldTwins(
  db: Database,
  { userId, connectionId }: ConnectionRef,
): Promise<{ twin: TwinRow; isOlderConnected: boolean }[]> {
  const [older, younger] = [alias(bankAccounts, 'older'), alias(bankAccounts, 'younger')];
  return db
    .select({ twin: accountTwins, isOlderConnected: sql<boolean>`${older.connectionId} is not null` })
    .from(accountTwins)
    .innerJoin(older, and(eq(older.userId, accountTwins.userId), eq(older.id, accountTwins.olderAccountId)))
    .innerJoin(
      younger,
      and(eq(younger.userId, accountTwins.userId), eq(younger.id, accountTwins.youngerAccountId)),
    )
    .where(
      and(
        eq(accountTwins.userId, userId),
        isNull(accountTwins.choice),
        eq(younger.connectionId, connectionId),
      ),
    );
}

export async function findTwin(db: Database, userId: string, id: string): Promise<TwinRow | undefined> {
  const [row] = await db
    .select()
    .from(accountTwins)
    .where(and(eq(accountTwins.userId, userId), eq(accountTwins.id, id)));
  return row;
}

export async function listTwins(db: Database, userId: string): Promise<TwinRow[]> {
  return db.select().from(accountTwins).where(eq(accountTwins.userId, userId));
}

/** Lists a user's accounts with the time that their connections were linked; null without a connection. */
export async function listAccountsByAge(
  db: Database,
  userId: string,
): Promise<{ account: BankAccountRow; linkedAt: Date | null }[]> {
  return db
    .select({ account: bankAccounts, linkedAt: connections.createdAt })
    .from(bankAccounts)
    .leftJoin(
      connections,
      and(eq(connections.userId, bankAccounts.userId), eq(connections.id, bankAccounts.connectionId)),
    )
    .where(and(eq(bankAccounts.userId, userId), isNull(bankAccounts.replacedAt)))
    .orderBy(sql`${connections.createdAt} nulls first`, asc(bankAccounts.id));
}

/** Asks again if the user chose one of the two earlier. */
export async function upsertTwin(
  db: Database,
  twin: Pick<TwinRow, 'userId' | 'olderAccountId' | 'youngerAccountId' | 'noticedAt'>,
): Promise<void> {
  await db
    .insert(accountTwins)
    .values({ id: randomUUID(), ...twin })
    .onConflictDoUpdate({
      target: [accountTwins.userId, accountTwins.olderAccountId, accountTwins.youngerAccountId],
      set: { choice: null, noticedAt: twin.noticedAt },
    });
}

export async function setTwinChoice(
  db: Database,
  { userId, id }: TwinRow,
  choice: NonNullable<TwinRow['choice']>,
): Promise<void> {
  await db
    .update(accountTwins)
    .set({ choice })
    .where(and(eq(accountTwins.userId, userId), eq(accountTwins.id, id)));
}

export async function deleteTwin(db: Database, { userId, id }: TwinRow): Promise<void> {
  await db.delete(accountTwins).where(and(eq(accountTwins.userId, userId), eq(accountTwins.id, id)));
}

/** Lists the undecided twins with an account of the connection. */
export async function listOpenTwinsOf(
  db: Database,
  { userId, connectionId }: ConnectionRef,
): Promise<{ twin: TwinRow; isOfOlder: boolean }[]> {
  return db
    .select({
      twin: accountTwins,
      isOfOlder: sql<boolean>`${bankAccounts.id} = ${accountTwins.olderAccountId}`,
    })
    .from(accountTwins)
    .innerJoin(
      bankAccounts,
      and(
        eq(bankAccounts.userId, accountTwins.userId),
        or(
          eq(bankAccounts.id, accountTwins.olderAccountId),
          eq(bankAccounts.id, accountTwins.youngerAccountId),
        ),
      ),
    )
    .where(
      and(
        eq(accountTwins.userId, userId),
        isNull(accountTwins.choice),
        eq(bankAccounts.connectionId, connectionId),
      ),
    );
}

export async function findAccount(
  db: Database,
  userId: string,
  id: string,
): Promise<BankAccountRow | undefined> {
  const [row] = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
  return row;
}
