import type { MissingRow } from '@oinkly/domain/successors';
import { findUnlinkedSuccessors } from '@oinkly/domain/unlinked-successors';
import { sql, type SQL } from 'drizzle-orm';
import { listNew, longestAbsenceSince } from './apply-covered-days.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { renameTransactions } from './rename-transactions.ts';
import { storedIds, type StagedRows } from './staged-transactions.ts';

/**
 * A bank may remove a pending row and report the posted one under an id that refers to nothing, at once or in a later sync. That row takes
 * over the expense and its edits (PD-7, PD-8). Cost: the reported rows, and an index's entries of the last 30 days of their merchants.
 */
export async function continueRemoved(
  tx: LedgerTransaction,
  run: StagedRows & { now: Date },
  staged: SQL,
): Promise<void> {
  const removed = await listRemoved(tx, run, staged);
  if (removed.length === 0) return;
  const unlinked = await listNew(tx, run, sql`${staged} and s.pending_transaction_id is null`);
  await renameTransactions(tx, findUnlinkedSuccessors(removed, unlinked));
}

/** Lists the pending rows that this run removes, and the withdrawn ones whose merchants it reports. */
async function listRemoved(
  tx: LedgerTransaction,
  run: StagedRows & { now: Date },
  staged: SQL,
): Promise<MissingRow[]> {
  const { userId } = run;
  const { rows } = await tx.execute<MissingRow & Record<string, unknown>>(sql`
    select r.id::float8, r.account_id as "accountId", r.amount_cents::float8 as "amountCents", r.currency, r.day::text,
      r.posted_on::text as "postedOn", r.name, r.merchant_key as "merchantKey", r.is_pending as "isPending",
      r.removed_at is not null as "isWithdrawn"
    from bank_transactions r
    where r.user_id = ${userId} and r.is_pending and r.id = any(array(
      select k.id from bank_transactions k
        where k.user_id = ${userId} and k.id in ${storedIds(run, sql`${staged} and s.is_removal`)} and k.removed_at is null
      union all
      select k.id from (select distinct a.id as account_id, s.merchant_key from ${staged} and not s.is_removal) t
        -- The limit keeps the planner from joining in another order.
        cross join lateral (
          select k.id, k.account_id, k.transaction_id from bank_transactions k
          where k.user_id = ${userId} and k.merchant_key = t.merchant_key and k.day > ${longestAbsenceSince(run.now)}::date
            and k.removed_at is not null
          limit all) k
        where k.account_id = t.account_id and not exists (
          select from (select a.id as account_id, s.transaction_id from ${staged}) u
          where u.account_id = k.account_id and u.transaction_id = k.transaction_id)))
    order by r.id`);
  return rows;
}
