import { and, asc, count, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { bankAccounts, bankTransactions, connections } from '../../db/schema.ts';
import type { ChosenAccount, ChosenBank, ProviderAccount } from './provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync/sync-runs.queries.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** The connection that accounts belong to. */
export interface AccountsOwner {
  userId: string;
  connectionId: string;
  provider: string;
}

/**
 * Stores a connection's accounts as reported. An account without a connection that matches one (institution, type, mask) is taken over with
 * its history (PD-8).
 */
export async function writeAccounts(
  db: Database,
  owner: AccountsOwner,
  accounts: readonly ProviderAccount[],
): Promise<void> {
  const { userId, connectionId, provider } = owner;
  for (const account of accounts) {
    const row = { connectionId, ...account };
    const moved = {
      ...row,
      hasOldHistory: sql`${bankAccounts.hasOldHistory} or ${bankAccounts.connectionId} is distinct from ${connectionId}`,
    };
    const [known] = await db
      .update(bankAccounts)
      .set(moved)
      .where(
        and(
          eq(bankAccounts.userId, userId),
          eq(bankAccounts.provider, provider),
          eq(bankAccounts.providerAccountId, account.providerAccountId),
        ),
      )
      .returning({ id: bankAccounts.id });
    if (known) continue;
    const orphanId = await findOrphan(db, owner, account);
    if (orphanId) {
      await db
        .update(bankAccounts)
        .set(moved)
        .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, orphanId)));
    } else {
      await db
        .insert(bankAccounts)
        .values({ userId, id: randomUUID(), provider, ...row })
        .onConflictDoNothing();
    }
  }
}

/** Returns a user's other connections that hold at least one of these accounts (institution, type and mask). */
export async function findConnectionsWithSameAccounts(
  db: Database,
  owner: AccountsOwner,
  accounts: readonly ProviderAccount[],
): Promise<ConnectionRow[]> {
  const comparable = accounts.filter(({ institutionId, mask }) => institutionId !== null && mask !== null);
  if (comparable.length === 0) return [];
  const rows = await db
    .selectDistinctOn([connections.id], { connection: connections })
    .from(connections)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, connections.userId), eq(bankAccounts.connectionId, connections.id)),
    )
    .where(
      and(
        eq(connections.userId, owner.userId),
        eq(connections.provider, owner.provider),
        ne(connections.id, owner.connectionId),
        or(
          ...comparable.map(({ institutionId, type, mask }) =>
            and(
              eq(bankAccounts.institutionId, institutionId ?? ''),
              eq(bankAccounts.type, type),
              eq(bankAccounts.mask, mask ?? ''),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(connections.id));
  return rows.map((row) => row.connection);
}

/**
 * The user's healthy connection that already holds every account of a bank that was chosen: same bank, type, subtype, mask and name.
 * Undefined when the bank says too little of them to tell.
 */
export async function findHealthyTwin(
  db: Database,
  owner: Pick<AccountsOwner, 'userId' | 'provider'>,
  { institutionId, accounts }: ChosenBank,
): Promise<ConnectionRow | undefined> {
  if (institutionId === null || accounts.length === 0) return undefined;
  if (accounts.some((account) => account.mask === null)) return undefined;
  const rows = await db
    .select({ connection: connections, account: bankAccounts })
    .from(connections)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, connections.userId), eq(bankAccounts.connectionId, connections.id)),
    )
    .where(
      and(
        eq(connections.userId, owner.userId),
        eq(connections.provider, owner.provider),
        eq(connections.institutionId, institutionId),
        eq(connections.status, 'healthy'),
      ),
    );
  const keyOf = ({ type, subtype, mask, name }: ChosenAccount) => JSON.stringify([type, subtype, mask, name]);
  for (const [id, held] of Map.groupBy(rows, (row) => row.connection.id)) {
    const keys = new Set(held.map((row) => keyOf(row.account)));
    if (accounts.every((account) => keys.has(keyOf(account))))
      return rows.find((row) => row.connection.id === id)?.connection;
  }
  return undefined;
}

/** The accounts of a user's connections, in a steady order. */
export async function listConnectedAccounts(
  db: Database,
  userId: string,
  provider: string,
): Promise<BankAccountRow[]> {
  return db
    .select()
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.userId, userId),
        eq(bankAccounts.provider, provider),
        sql`${bankAccounts.connectionId} is not null`,
      ),
    )
    .orderBy(asc(bankAccounts.institutionName), asc(bankAccounts.name), asc(bankAccounts.id));
}

/** How many transactions each account of a user has. */
export async function countTransactionsByAccount(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ accountId: bankTransactions.accountId, count: count() })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), isNull(bankTransactions.removedAt)))
    .groupBy(bankTransactions.accountId);
  return new Map(rows.map((row) => [row.accountId, row.count]));
}

/** Notes which of a connection's accounts hold no transaction of an earlier connection any more. */
export async function clearOldHistory(db: Database, { userId, connectionId }: ConnectionRef): Promise<void> {
  const ofEarlier = db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, userId),
        eq(bankTransactions.accountId, bankAccounts.id),
        ne(bankTransactions.connectionId, connectionId),
        isNull(bankTransactions.removedAt),
      ),
    );
  await db
    .update(bankAccounts)
    .set({ hasOldHistory: false })
    .where(
      and(
        eq(bankAccounts.userId, userId),
        eq(bankAccounts.connectionId, connectionId),
        eq(bankAccounts.hasOldHistory, true),
        notExists(ofEarlier),
      ),
    );
}

/** Leaves a connection's accounts and their history without a connection. */
export async function detachAccounts(db: Database, userId: string, connectionId: string): Promise<void> {
  await db
    .update(bankAccounts)
    .set({ connectionId: null })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)));
}

/** Deletes a connection's accounts, whose transactions must have been deleted. */
export async function deleteAccounts(db: Database, { userId, connectionId }: ConnectionRef): Promise<void> {
  await db
    .delete(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)));
}

async function findOrphan(
  db: Database,
  owner: AccountsOwner,
  account: ProviderAccount,
): Promise<string | undefined> {
  if (account.institutionId === null || account.mask === null) return undefined;
  const [orphan] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.userId, owner.userId),
        eq(bankAccounts.provider, owner.provider),
        eq(bankAccounts.institutionId, account.institutionId),
        eq(bankAccounts.type, account.type),
        eq(bankAccounts.mask, account.mask),
        isNull(bankAccounts.connectionId),
      ),
    )
    // Of several with one mask, the one most like it.
    .orderBy(
      sql`${bankAccounts.subtype} is distinct from ${account.subtype}`,
      sql`${bankAccounts.name} <> ${account.name}`,
      asc(bankAccounts.id),
    )
    .limit(1);
  return orphan?.id;
}
