import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';

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
