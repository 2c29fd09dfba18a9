import { sql, type SQL } from 'drizzle-orm';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { bankTransactions } from '../../db/tables/ledger.tables.ts';
import { insertInto } from '../../db/writable-table.ts';

/** Reading a user's whole history once costs less than looking up more rows than this. */
const MAX_ROWS_TO_LOOK_UP = 100;

export interface StagedRows {
  userId: string;
  /** Rows are numbered below it. */
  rowCount: number;
}

export const isLong = ({ rowCount }: StagedRows): boolean => rowCount > MAX_ROWS_TO_LOOK_UP;

/**
 * Selects the stored rows that staged ones name. Few are looked up by their key. This is no join, because the planner has no statistics on
 * rows this young, and would read the history for each.
 */
export function storedIds(run: StagedRows, staged: SQL): SQL {
  return isLong(run)
    ? sql`(select k.id from bank_transactions k
        join (select a.id as account_id, s.transaction_id from ${staged}) t
          on k.account_id = t.account_id and k.transaction_id = t.transaction_id
        where k.user_id = ${run.userId})`
    : sql`(select ${storedId(run)} from ${staged} offset 0)`;
}

/** Whether no stored row has the id of a staged row `s` of an account `a`. */
export function isUnknown(run: StagedRows): SQL {
  return isLong(run) ? sql`not exists ${storedId(run)}` : sql`${storedId(run)} is null`;
}

function storedId({ userId }: StagedRows): SQL {
  return sql`(select k.id from bank_transactions k
    where k.user_id = ${userId} and k.account_id = a.id and k.transaction_id = s.transaction_id)`;
}

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
