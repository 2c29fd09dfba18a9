import type { TwinChoice } from '@oinkly/contract/banking';
import { and, asc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { accountTwins, bankAccounts, connections } from '../../db/tables/banking.tables.ts';
import type { BankAccountRow } from './accounts.queries.ts';
import type { ConnectionRef } from './sync-runs.queries.ts';
import { insertInto } from '../../db/writable-table.ts';

type TwinRow = typeof accountTwins.$inferSelect;

/** A pair of accounts, and whether the younger one's transactions are held: those of a new card are not. */
export type Twin = TwinRow & { isHeld: boolean };

const twinColumns = (userId: string) => ({
  ...getTableColumns(accountTwins),
  isHeld: sql<boolean>`exists (
    select from bank_transactions r
    where r.user_id = ${userId} and r.account_id = account_twins.younger_account_id and r.is_held)`,
});

/** A pair that the user has not decided. */
export interface OpenTwin {
  twin: Twin;
  older: BankAccountRow;
  younger: BankAccountRow;
}

/** Lists the twins that the user has not decided, the first noticed first. */
export async function listOpenTwins(db: Database, userId: string): Promise<OpenTwin[]> {
  const [older, younger] = [alias(bankAccounts, 'older'), alias(bankAccounts, 'younger')];
  return db
    .select({ twin: twinColumns(userId), older, younger })
    .from(accountTwins)
    .innerJoin(older, and(eq(older.userId, userId), eq(older.id, accountTwins.olderAccountId)))
    .innerJoin(younger, and(eq(younger.userId, userId), eq(younger.id, accountTwins.youngerAccountId)))
    .where(and(eq(accountTwins.userId, userId), isNull(accountTwins.choice)))
    .orderBy(asc(accountTwins.noticedAt), asc(accountTwins.id));
}

/** Lists the undecided twins whose younger account is the connection's. */
export async function listTwinsOfYounger(
  db: Database,
  { userId, connectionId }: ConnectionRef,
): Promise<{ twin: Twin; isOlderConnected: boolean }[]> {
  const [older, younger] = [alias(bankAccounts, 'older'), alias(bankAccounts, 'younger')];
  return db
    .select({ twin: twinColumns(userId), isOlderConnected: sql<boolean>`${older.connectionId} is not null` })
    .from(accountTwins)
    .innerJoin(older, and(eq(older.userId, userId), eq(older.id, accountTwins.olderAccountId)))
    .innerJoin(younger, and(eq(younger.userId, userId), eq(younger.id, accountTwins.youngerAccountId)))
    .where(
      and(
        eq(accountTwins.userId, userId),
        isNull(accountTwins.choice),
        eq(younger.connectionId, connectionId),
      ),
    );
}

export async function findTwin(db: Database, userId: string, id: string): Promise<Twin | undefined> {
  const [row] = await db
    .select(twinColumns(userId))
    .from(accountTwins)
    .where(and(eq(accountTwins.userId, userId), eq(accountTwins.id, id)));
  return row;
}

export async function listTwins(db: Database, userId: string): Promise<Twin[]> {
  return db.select(twinColumns(userId)).from(accountTwins).where(eq(accountTwins.userId, userId));
}

/** Lists a user's accounts with the time that their connections were linked; null without a connection. */
export async function listAccountsByAge(
  db: Database,
  userId: string,
): Promise<{ account: BankAccountRow; linkedAt: Date | null }[]> {
  return db
    .select({ account: bankAccounts, linkedAt: connections.createdAt })
    .from(bankAccounts)
    .leftJoin(connections, and(eq(connections.userId, userId), eq(connections.id, bankAccounts.connectionId)))
    .where(and(eq(bankAccounts.userId, userId), isNull(bankAccounts.replacedAt)))
    .orderBy(sql`${connections.createdAt} nulls first`, asc(bankAccounts.id));
}

/** Asks again about pairs of which the user chose one account earlier. */
export async function upsertTwins(
  db: Database,
  userId: string,
  twins: readonly (Pick<TwinRow, 'olderAccountId' | 'youngerAccountId' | 'noticedAt'> & { id?: string })[],
): Promise<void> {
  if (twins.length === 0) return;
  const rows = twins.map((twin) => ({ id: randomUUID(), ...twin }));
  await db.execute(sql`
    ${insertInto(accountTwins)} (user_id, id, older_account_id, younger_account_id, noticed_at)
    select distinct on (t."olderAccountId", t."youngerAccountId")
      ${userId}::uuid, t.id, t."olderAccountId", t."youngerAccountId", t."noticedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(id uuid, "olderAccountId" uuid, "youngerAccountId" uuid, "noticedAt" timestamptz)
    on conflict (user_id, older_account_id, younger_account_id)
      do update set choice = null, noticed_at = excluded.noticed_at`);
}

export async function setTwinChoices(
  db: Database,
  userId: string,
  ids: readonly string[],
  choice: TwinChoice,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(accountTwins)
    .set({ choice })
    .where(and(eq(accountTwins.userId, userId), isOneOf(accountTwins.id, ids)));
}

export async function deleteTwins(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(accountTwins).where(and(eq(accountTwins.userId, userId), isOneOf(accountTwins.id, ids)));
}

/** Lists the undecided twins with an account of the connection, once for each such account. */
export async function listOpenTwinsOf(
  db: Database,
  { userId, connectionId }: ConnectionRef,
): Promise<{ twin: Twin; isOfOlder: boolean }[]> {
  return db
    .select({
      twin: twinColumns(userId),
      isOfOlder: sql<boolean>`${bankAccounts.id} = ${accountTwins.olderAccountId}`,
    })
    .from(accountTwins)
    .innerJoin(
      bankAccounts,
      and(
        eq(bankAccounts.userId, userId),
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
