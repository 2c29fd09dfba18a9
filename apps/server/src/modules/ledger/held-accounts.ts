import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { matchRefundsOf } from './match-refunds.ts';

/** Keeps the accounts' transactions, but counts none of them until `releaseAccounts`. */
export async function holdAccounts(
  tx: LedgerTransaction,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const { userId } = tx.ledger;
  const { rows } = await tx.execute(sql`
    update bank_transactions set is_held = true
    where user_id = ${userId} and account_id = any(${uuids(accountIds)}) and removed_at is null
    returning id::float8`);
  const ids = heldRows.parse(rows).map(({ id }) => id);
  if (ids.length === 0) return;
  const merchants = await withdrawTransactions(tx, sql`select unnest(${sql.param(ids)}::bigint[])`, now);
  await matchRefundsOf(tx, userId, merchants);
}

/** Counts the accounts' held transactions again. Edits and deletions stay. */
export async function releaseAccounts(tx: LedgerTransaction, accountIds: readonly string[]): Promise<void> {
  const { userId } = tx.ledger;
  const { rows } = await tx.execute(sql`
    with released as (
      update bank_transactions set is_held = false, removed_at = null
      where user_id = ${userId} and account_id = any(${uuids(accountIds)}) and is_held
      returning id, amount_cents, merchant_key
    ), counted as (
      update expenses e set withdrawn_at = null from released
      where e.user_id = ${userId} and e.bank_transaction_id = released.id and released.amount_cents > 0
      returning e.week_start
    )
    select array(select distinct merchant_key from released) as merchants,
      array(select distinct week_start::text from counted) as weeks`);
  const [{ merchants, weeks }] = releasedRows.parse(rows);
  touchWeeks(
    tx,
    weeks.map((weekStart) => ({ weekStart })),
  );
  await matchRefundsOf(tx, userId, merchants);
}

export function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}

const heldRows = z.array(z.object({ id: z.number() }));
const releasedRows = z.tuple([z.object({ merchants: z.array(z.string()), weeks: z.array(z.string()) })]);
