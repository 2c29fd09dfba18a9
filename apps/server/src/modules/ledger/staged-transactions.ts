import { sql, type SQL } from 'drizzle-orm';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { bankTransactions } from '../../db/tables/ledger.tables.ts';
import { insertInto } from '../../db/writable-table.ts';

/** Stores staged rows `s` of accounts `a` as transactions `r`. */
export async function insertFromStage(
  tx: LedgerTransaction,
  { now }: { now: Date },
  staged: SQL,
  { removedAt, onConflict }: { removedAt: Date | null; onConflict: SQL },
): Promise<void> {
  await tx.execute(sql`
    ${insertInto(bankTransactions)} as r (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day,
      posted_on, authorized_on, name, merchant_name, merchant_key, is_pending, reported_category,
      kind, expense_category, created_at, removed_at)
    select s.user_id, a.id, s.connection_id, s.transaction_id, s.amount_cents, s.currency,
      coalesce(s.authorized_on, s.posted_on), s.posted_on, s.authorized_on, s.name, s.merchant_name, s.merchant_key,
      s.is_pending, s.reported_category, s.kind, s.expense_category, ${now.toISOString()}::timestamptz,
      ${removedAt?.toISOString() ?? null}::timestamptz
    from ${staged}
    order by s.seq
    on conflict (user_id, account_id, transaction_id) ${onConflict}`);
}
