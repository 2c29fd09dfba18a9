import { sql, type SQL } from 'drizzle-orm';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { renameTransactions } from './rename-transactions.ts';
import { insertFromStage } from './staged-transactions.ts';
import type { StageRef } from './staged-changes.queries.ts';
import { stagedChanges } from '../../db/tables/ledger.tables.ts';
import { deleteFrom } from '../../db/writable-table.ts';

/** A row of an answer that has a pending and a posted row of this look. */
interface AlikeRow extends Record<string, unknown> {
  look: string;
  seq: number;
  transactionId: string;
  isPending: boolean;
  /** Null for a new one. */
  storedId: number | null;
  isWithdrawn: boolean;
}

/**
 * A bank may report a payment both as pending and as posted (PD-8). A posted row that is new takes over one pending row of its day, amount
 * and name, which is then stored as withdrawn. It stays so while the bank reports both. A posted row that was known, or continues
 * another row, explains nothing: the pending one is another purchase. Cost: n log n in the rows.
 */
export async function dropPendingTwins(
  tx: LedgerTransaction,
  run: StageRef & { now: Date },
  staged: SQL,
): Promise<void> {
  const dropped: number[] = [];
  const names = new Map<number, string>();
  for (const alike of Map.groupBy(await listAlike(tx, run.userId, staged), ({ look }) => look).values()) {
    const posted = alike.filter(({ isPending }) => !isPending);
    const isKnown = posted.some(({ storedId }) => storedId !== null);
    const news = posted.filter(({ storedId }) => storedId === null).toSorted((a, b) => b.seq - a.seq);
    for (const { seq, storedId, isWithdrawn } of alike.filter(({ isPending }) => isPending)) {
      if (isWithdrawn && isKnown) {
        dropped.push(seq);
        continue;
      }
      const next = news.pop();
      if (!next) continue;
      dropped.push(seq);
      if (storedId !== null) names.set(storedId, next.transactionId);
    }
  }
  if (dropped.length === 0) return;
  await renameTransactions(tx, names);
  const isDropped = sql`s.seq = any(${sql.param(dropped)}::integer[])`;
  await insertFromStage(tx, run, sql`${staged} and ${isDropped}`, {
    removedAt: run.now,
    onConflict: sql`do nothing`,
  });
  await tx.execute(sql`
    ${deleteFrom(stagedChanges)} s
    where s.user_id = ${run.userId} and s.connection_id = ${run.connectionId} and s.lease_owner = ${run.leaseOwner} and ${isDropped}`);
}

/** Rows that are stored go first. */
async function listAlike(tx: LedgerTransaction, userId: string, staged: SQL): Promise<AlikeRow[]> {
  const { rows } = await tx.execute<AlikeRow>(sql`
    with reported as (
      select s.seq, s.transaction_id, a.id as account_id, s.is_pending,
        json_build_array(a.id, s.amount_cents, s.currency, s.name, coalesce(s.authorized_on, s.posted_on))::text as look
      from ${staged} and not s.is_removal
    )
    select r.look, r.seq::integer, r.transaction_id as "transactionId", r.is_pending as "isPending", k.id::float8 as "storedId",
      k.removed_at is not null as "isWithdrawn"
    from reported r
      join (select look from reported group by look having bool_or(is_pending) and not bool_and(is_pending)) both_kinds using (look)
      left join bank_transactions k
        on k.user_id = ${userId} and k.account_id = r.account_id and k.transaction_id = r.transaction_id
    order by k.id, r.seq`);
  return rows;
}
