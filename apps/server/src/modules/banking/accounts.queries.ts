import { and, asc, count, eq, exists, isNull, lt, ne, notExists, notInArray, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { bankAccounts, connections } from '../../db/tables/banking.tables.ts';
import { bankTransactions } from '../../db/tables/readable-tables.ts';
import type { ProviderAccount } from './provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync-runs.queries.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

export interface AccountsOwner {
  userId: string;
  connectionId: string;
  provider: string;
  /** When the connection was linked. */
  createdAt: Date;
}

export interface AccountIdentity {
  institutionId: string;
  type: string;
  mask: string;
}

/** False if the user has no such account. */
export async function updateReportedAccount(
  db: Database,
  { userId, connectionId, provider, createdAt }: AccountsOwner,
  account: ProviderAccount,
): Promise<boolean> {
  const rows = await db
    .update(bankAccounts)
    .set(attached(connectionId, account))
    .where(
      and(
        eq(bankAccounts.userId, userId),
        eq(bankAccounts.provider, provider),
        eq(bankAccounts.providerAccountId, account.providerAccountId),
        isOpenTo(createdAt),
      ),
    )
    .returning({ id: bankAccounts.id });
  return rows.length > 0;
}

export async function attachAccount(
  db: Database,
  { userId, connectionId }: AccountsOwner,
  id: string,
  account: ProviderAccount,
): Promise<void> {
  await db
    .update(bankAccounts)
    .set(attached(connectionId, account))
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
}

/** Undefined if the user chose the account's twin, so that it stays replaced. */
export async function insertAccount(
  db: Database,
  { userId, connectionId, provider }: AccountsOwner,
  account: ProviderAccount,
): Promise<string | undefined> {
  const rows = await db
    .insert(bankAccounts)
    .values({ id: randomUUID(), userId, connectionId, provider, ...account })
    .onConflictDoNothing()
    .returning({ id: bankAccounts.id });
  return rows[0]?.id;
}

/** Lists the accounts with this identity that no connection reports, by id. The owner's connection reports those of `reportedIds`. */
export async function listUnreportedAccounts(
  db: Database,
  { userId, connectionId, provider, createdAt }: AccountsOwner,
  identity: AccountIdentity,
  reportedIds: readonly string[],
): Promise<BankAccountRow[]> {
  return db
    .select()
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.userId, userId),
        eq(bankAccounts.provider, provider),
        hasIdentity(identity),
        or(
          isNull(bankAccounts.connectionId),
          and(
            eq(bankAccounts.connectionId, connectionId),
            notInArray(bankAccounts.providerAccountId, [...reportedIds]),
          ),
        ),
        isOpenTo(createdAt),
      ),
    )
    .orderBy(asc(bankAccounts.id));
}

/** Lists the accounts of the user's other connections to this provider, by connection. */
export async function listAccountsOfOthers(
  db: Database,
  owner: AccountsOwner,
): Promise<{ connection: ConnectionRow; account: BankAccountRow }[]> {
  return db
    .select({ connection: connections, account: bankAccounts })
    .from(connections)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, owner.userId), eq(bankAccounts.connectionId, connections.id)),
    )
    .where(
      and(
        eq(connections.userId, owner.userId),
        eq(connections.provider, owner.provider),
        ne(connections.id, owner.connectionId),
      ),
    )
    .orderBy(asc(connections.id), asc(bankAccounts.id));
}

export async function listHealthyAccounts(
  db: Database,
  { userId, provider }: Pick<AccountsOwner, 'userId' | 'provider'>,
  institutionId: string,
): Promise<{ connection: ConnectionRow; account: BankAccountRow }[]> {
  return db
    .select({ connection: connections, account: bankAccounts })
    .from(connections)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connections.id)),
    )
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.provider, provider),
        eq(connections.institutionId, institutionId),
        eq(connections.status, 'healthy'),
      ),
    );
}

export async function listBankNames(
  db: Database,
  { userId, connectionId }: Pick<AccountsOwner, 'userId' | 'connectionId'>,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: bankAccounts.institutionName })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)))
    .orderBy(bankAccounts.institutionName);
  return rows.map(({ name }) => name);
}

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

export async function countTransactionsByAccount(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ accountId: bankTransactions.accountId, count: count() })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), isNull(bankTransactions.removedAt)))
    .groupBy(bankTransactions.accountId);
  return new Map(rows.map((row) => [row.accountId, row.count]));
}

/** Updates which accounts still hold an earlier connection's transactions. */
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

export async function detachAccounts(db: Database, userId: string, connectionId: string): Promise<void> {
  await db
    .update(bankAccounts)
    .set({ connectionId: null })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)));
}

/** The accounts' connections no longer report them. */
export async function replaceAccounts(
  db: Database,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .update(bankAccounts)
    .set({ connectionId: null, replacedAt: now })
    .where(and(eq(bankAccounts.userId, userId), isOneOf(bankAccounts.id, ids)));
}

/** Marks those of the accounts that hold transactions of a connection that is not their own. */
export async function noteOldHistory(db: Database, userId: string, ids: readonly string[]): Promise<void> {
  const ofOthers = db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, userId),
        eq(bankTransactions.accountId, bankAccounts.id),
        sql`${bankTransactions.connectionId} is distinct from ${bankAccounts.connectionId}`,
        isNull(bankTransactions.removedAt),
      ),
    );
  await db
    .update(bankAccounts)
    .set({ hasOldHistory: true })
    .where(and(eq(bankAccounts.userId, userId), isOneOf(bankAccounts.id, ids), exists(ofOthers)));
}

export async function hasAccounts(db: Database, { userId, connectionId }: ConnectionRef): Promise<boolean> {
  const rows = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)))
    .limit(1);
  return rows.length > 0;
}

export async function detachAccount(db: Database, { userId, id }: BankAccountRow): Promise<void> {
  await db
    .update(bankAccounts)
    .set({ connectionId: null })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
}

export async function deleteAccountsById(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await db.delete(bankAccounts).where(and(eq(bankAccounts.userId, userId), isOneOf(bankAccounts.id, ids)));
}

export async function deleteAccounts(db: Database, { userId, connectionId }: ConnectionRef): Promise<void> {
  await db
    .delete(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.connectionId, connectionId)));
}

/** Whether a connection of that time may report the account: not if the user chose its twin since. */
function isOpenTo(createdAt: Date) {
  return or(isNull(bankAccounts.replacedAt), lt(bankAccounts.replacedAt, createdAt));
}

function hasIdentity({ institutionId, type, mask }: AccountIdentity) {
  return and(
    eq(bankAccounts.institutionId, institutionId),
    eq(bankAccounts.type, type),
    eq(bankAccounts.mask, mask),
  );
}

function attached(connectionId: string, account: ProviderAccount) {
  return {
    connectionId,
    ...account,
    replacedAt: null,
    hasOldHistory: sql`${bankAccounts.hasOldHistory} or ${bankAccounts.connectionId} is distinct from ${connectionId}`,
  };
}
