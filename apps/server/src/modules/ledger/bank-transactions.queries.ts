import type { Day } from '@oinkly/domain/days';
import { count, eq, sql, type SQL } from 'drizzle-orm';
import { inPages } from '../../db/in-pages.ts';
import { bankTransactions, expenses } from '../../db/tables/ledger.tables.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { deleteFrom, update } from '../../db/writable-table.ts';

/** Counts a user's stored transactions, withdrawn ones too. */
export async function countTransactions(tx: LedgerTransaction, userId: string): Promise<number> {
  const [row] = await tx
    .select({ stored: count() })
    .from(bankTransactions)
    .where(eq(bankTransactions.userId, userId));
  return row?.stored ?? 0;
}

export interface ConnectionAccounts {
  userId: string;
  connectionId: string;
}

/** Withdraws transactions with their expenses, in pages. Returns the merchants. */
export async function withdrawTransactions(
  tx: LedgerTransaction,
  ids: readonly number[],
  now: Date,
): Promise<string[]> {
  const { userId } = tx.ledger;
  tx.ledger.hasWithdrawn = true;
  const merchantsOfPages = await inPages(ids, async (page) => {
    const isOfPage = sql`any(${sql.param(page)}::bigint[])`;
    const { rows: removed } = await tx.execute<{ merchantKey: string }>(sql`
      ${update(bankTransactions)} set removed_at = ${now.toISOString()}
      where user_id = ${userId} and id = ${isOfPage}
      returning merchant_key as "merchantKey"`);
    const { rows: withdrawn } = await tx.execute<{ weekStart: Day }>(sql`
      ${update(expenses)} set withdrawn_at = ${now.toISOString()}
      where user_id = ${userId} and bank_transaction_id = ${isOfPage}
      returning week_start as "weekStart"`);
    touchWeeks(tx, withdrawn);
    return removed;
  });
  return [...new Set(merchantsOfPages.map(({ merchantKey }) => merchantKey))];
}

/** Withdraws the transactions whose `id` a query selects, like `withdrawTransactions`. */
export async function withdrawSelected(tx: LedgerTransaction, selectIds: SQL, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id::float8 as id from (${selectIds}) selected`,
  );
  return withdrawTransactions(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}

/** Withdraws a connection's transactions with their expenses. Returns the merchants. */
export async function withdrawConnection(
  tx: LedgerTransaction,
  { userId, connectionId }: ConnectionAccounts,
  now: Date,
): Promise<string[]> {
  return withdrawSelected(
    tx,
    sql`select r.id from bank_transactions r join bank_accounts a on a.user_id = r.user_id and a.id = r.account_id
      where r.user_id = ${userId} and a.user_id = ${userId} and a.connection_id = ${connectionId}`,
    now,
  );
}

export async function deleteWithdrawnConnection(
  tx: LedgerTransaction,
  { userId, connectionId }: ConnectionAccounts,
): Promise<void> {
  // Withdrawn expenses count nothing, so no week is touched.
  await tx.execute(sql`
    ${deleteFrom(bankTransactions)} r using bank_accounts a
    where r.user_id = ${userId} and a.user_id = ${userId} and a.connection_id = ${connectionId} and r.account_id = a.id
      and r.removed_at is not null`);
}
