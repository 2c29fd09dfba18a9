import { MAX_BANK_TRANSACTIONS_PER_USER } from '@oinkly/contract/limits';
import { count, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { bankTransactions } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';

/** Throws TOO_MANY_TRANSACTIONS. Call it under the user's lock. Rows that are reported again count twice, which matters only near the limit. */
export async function requireRoomForTransactions(
  tx: LedgerTransaction,
  userId: string,
  added: number,
): Promise<void> {
  const [row] = await tx
    .select({ stored: count() })
    .from(bankTransactions)
    .where(eq(bankTransactions.userId, userId));
  if ((row?.stored ?? 0) + added > MAX_BANK_TRANSACTIONS_PER_USER)
    throw new AppError('TOO_MANY_TRANSACTIONS');
}

export interface ConnectionAccounts {
  userId: string;
  connectionId: string;
}

/** Those whose `id` a query selects, with their expenses. Returns the merchants. */
export async function withdrawTransactions(
  tx: LedgerTransaction,
  selectIds: SQL,
  now: Date,
): Promise<string[]> {
  const { userId } = tx.ledger;
  const { rows } = await tx.execute(sql`
    with removed as (
      update bank_transactions set removed_at = ${now.toISOString()}
      where user_id = ${userId} and id in (${selectIds})
      returning id, merchant_key
    ), withdrawn as (
      update expenses e set withdrawn_at = ${now.toISOString()} from removed
      where e.user_id = ${userId} and e.bank_transaction_id = removed.id
      returning e.week_start
    )
    select array(select distinct merchant_key from removed) as merchants,
      array(select distinct week_start::text from withdrawn) as weeks`);
  const [{ merchants, weeks }] = withdrawnRows.parse(rows);
  tx.ledger.hasWithdrawn = true;
  touchWeeks(
    tx,
    weeks.map((weekStart) => ({ weekStart })),
  );
  return merchants;
}

const withdrawnRows = z.tuple([z.object({ merchants: z.array(z.string()), weeks: z.array(z.string()) })]);

/** Withdraws a connection's transactions with their expenses. Returns the merchants. */
export async function withdrawConnection(
  tx: LedgerTransaction,
  { userId, connectionId }: ConnectionAccounts,
  now: Date,
): Promise<string[]> {
  return withdrawTransactions(
    tx,
    sql`select r.id from bank_transactions r join bank_accounts a on a.user_id = r.user_id and a.id = r.account_id
      where a.user_id = ${userId} and a.connection_id = ${connectionId}`,
    now,
  );
}

export async function deleteWithdrawnConnection(
  tx: LedgerTransaction,
  { userId, connectionId }: ConnectionAccounts,
): Promise<void> {
  // Withdrawn expenses count nothing, so no week is touched.
  await tx.execute(sql`
    delete from bank_transactions r using bank_accounts a
    where r.user_id = ${userId} and a.user_id = ${userId} and a.connection_id = ${connectionId} and r.account_id = a.id
      and r.removed_at is not null`);
}
