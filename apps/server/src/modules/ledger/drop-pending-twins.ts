import { sql, type SQL } from 'drizzle-orm';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { renameTransactions } from './rename-transactions.ts';
import { insertFromStage } from './staged-transactions.ts';
import type { StageRef } from './staged-changes.queries.ts';

/** A pending and a posted row of one answer that look alike. */
interface Pair extends Record<string, unknown> {
  look: string;
  pendingSeq: number;
  pendingId: number | null;
  isWithdrawn: boolean;
  postedSeq: number;
  postedId: number | null;
  postedTransactionId: string;
}

/**
 * A bank may report a payment both as pending and as posted (PD-8). A posted row that is new takes over one pending row of its day, amount
 * and name, which is then stored as withdrawn. It stays so while the bank reports both. A posted row that was known, or continues
 * another row, explains nothing: the pending one is another purchase.
 */
export async function dropPendingTwins(
  tx: LedgerTransaction,
  run: StageRef & { now: Date },
  staged: SQL,
): Promise<void> {
  const pairs = await listPairs(tx, staged);
  const dropped: number[] = [];
  const names = new Map<number, string>();
  for (const ofLook of Map.groupBy(pairs, ({ look }) => look).values()) {
    const pendings = [...new Map(ofLook.map((pair) => [pair.pendingSeq, pair])).values()];
    const posted = [...new Map(ofLook.map((pair) => [pair.postedSeq, pair])).values()];
    const isKnown = posted.some(({ postedId }) => postedId !== null);
    const news = posted.filter(({ postedId }) => postedId === null);
    for (const { pendingSeq, pendingId, isWithdrawn } of pendings) {
      if (isWithdrawn && isKnown) {
        dropped.push(pendingSeq);
        continue;
      }
      const next = news.shift();
      if (!next) continue;
      dropped.push(pendingSeq);
      if (pendingId !== null) names.set(pendingId, next.postedTransactionId);
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
    delete from staged_changes s
    where s.user_id = ${run.userId} and s.connection_id = ${run.connectionId} and s.lease_owner = ${run.leaseOwner} and ${isDropped}`);
}

/** Rows that are stored go first. */
async function listPairs(tx: LedgerTransaction, staged: SQL): Promise<Pair[]> {
  const { rows } = await tx.execute<Pair>(sql`
    with reported as (
      select s.user_id, s.seq, s.transaction_id, a.id as account_id, s.is_pending,
        json_build_array(a.id, s.amount_cents, s.currency, s.name, coalesce(s.authorized_on, s.posted_on))::text as look
      from ${staged} and not s.is_removal
    )
    select p.look, p.seq::integer as "pendingSeq", kp.id::float8 as "pendingId", kp.removed_at is not null as "isWithdrawn",
      t.seq::integer as "postedSeq", kt.id::float8 as "postedId", t.transaction_id as "postedTransactionId"
    from reported p join reported t on t.user_id = p.user_id and t.look = p.look and p.is_pending and not t.is_pending
      left join bank_transactions kp
        on kp.user_id = p.user_id and kp.account_id = p.account_id and kp.transaction_id = p.transaction_id
      left join bank_transactions kt
        on kt.user_id = t.user_id and kt.account_id = t.account_id and kt.transaction_id = t.transaction_id
    order by kp.id, p.seq, t.seq`);
  return rows;
}
