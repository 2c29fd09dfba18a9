import type { Day } from '@oinkly/domain/days';
import { sql, type SQL } from 'drizzle-orm';
import { forEachPage, inPages } from '../../db/in-pages.ts';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { matchRefundsOf } from './match-refunds.ts';
import { bankTransactions, expenses } from '../../db/tables/ledger.tables.ts';
import { update } from '../../db/writable-table.ts';

/** Keeps the accounts' transactions, but counts none of them until `releaseAccounts`. */
export async function holdAccounts(
  tx: LedgerTransaction,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const { userId } = tx.ledger;
  const ids = await listIds(tx, accountIds, sql`removed_at is null`);
  if (ids.length === 0) return;
  await forEachPage(ids, (page) =>
    tx.execute(sql`
      ${update(bankTransactions)} set is_held = true
      where user_id = ${userId} and id = any(${sql.param(page)}::bigint[])`),
  );
  await matchRefundsOf(tx, userId, await withdrawTransactions(tx, ids, now));
}

/** Counts the accounts' held transactions again. Edits and deletions stay. */
export async function releaseAccounts(tx: LedgerTransaction, accountIds: readonly string[]): Promise<void> {
  await matchRefundsOf(tx, tx.ledger.userId, await releaseTransactionsOf(tx, accountIds));
}

/** Releases accounts without matching refunds. Returns the merchants. */
export async function releaseTransactionsOf(
  tx: LedgerTransaction,
  accountIds: readonly string[],
): Promise<string[]> {
  const { userId } = tx.ledger;
  const merchantsOfPages = await inPages(await listIds(tx, accountIds, sql`is_held`), async (page) => {
    const ids = sql`${sql.param(page)}::bigint[]`;
    const { rows: released } = await tx.execute<{ merchantKey: string }>(sql`
      ${update(bankTransactions)} set is_held = false, removed_at = null
      where user_id = ${userId} and id = any(${ids})
      returning merchant_key as "merchantKey"`);
    const { rows: counted } = await tx.execute<{ weekStart: Day }>(sql`
      ${update(expenses)} e set withdrawn_at = null from bank_transactions r
      where e.user_id = ${userId} and r.user_id = ${userId} and r.id = any(${ids}) and e.bank_transaction_id = r.id
        and r.amount_cents > 0
      returning e.week_start as "weekStart"`);
    touchWeeks(tx, counted);
    return released;
  });
  return [...new Set(merchantsOfPages.map(({ merchantKey }) => merchantKey))];
}

async function listIds(
  tx: LedgerTransaction,
  accountIds: readonly string[],
  condition: SQL,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id::float8 from bank_transactions
    where user_id = ${tx.ledger.userId} and account_id = any(${uuids(accountIds)}) and ${condition}`);
  return rows.map(({ id }) => id);
}

export function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}
