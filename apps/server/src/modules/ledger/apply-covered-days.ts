import { findSuccessors, type MissingRow, type NewRow } from '@oinkly/domain/successors';
import { sql, type SQL } from 'drizzle-orm';
import type { CoveredDays } from './bank-changes.ts';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import type { StageRef } from './staged-changes.queries.ts';

/** How long a withdrawn transaction may return under another id. */
const LONGEST_ABSENCE_DAYS = 30;
/** Rows this long before the covered days may have come back under another id, but are not withdrawn. */
const EDGE_DAYS = 3;

/**
 * Finds the stored rows that covered days no longer hold. Their successors take over expense and edits; the
 * rest is withdrawn. Returns the withdrawn merchants.
 */
export async function applyCoveredDays(
  tx: LedgerTransaction,
  run: StageRef & { covered: readonly CoveredDays[]; now: Date },
  staged: SQL,
): Promise<string[]> {
  if (run.covered.length === 0) return [];
  const missing = await listMissing(tx, run, staged);
  if (missing.length === 0) return [];
  const successors = findSuccessors(missing, await listNew(tx, staged));
  await renameTransactions(tx, successors);
  const gone = missing.filter(
    ({ id, isCovered, isWithdrawn }) => isCovered && !isWithdrawn && !successors.has(id),
  );
  if (gone.length === 0) return [];
  return withdrawTransactions(tx, sql`select unnest(${numbers(gone.map(({ id }) => id))})`, run.now);
}

/** Rows of an earlier connection are listed too, and those withdrawn lately: they may return under another id. */
async function listMissing(
  tx: LedgerTransaction,
  { userId, connectionId, covered, now }: StageRef & { covered: readonly CoveredDays[]; now: Date },
  staged: SQL,
): Promise<(MissingRow & { isCovered: boolean })[]> {
  const { rows } = await tx.execute<MissingRow & { isCovered: boolean } & Record<string, unknown>>(sql`
    with c as (
      select * from json_to_recordset(${JSON.stringify(covered)}::json)
        as c("providerAccountId" text, "from" date, "to" date, "coversPending" boolean, "unreadableIds" text[])
    )
    select r.id::integer, r.account_id as "accountId", r.amount_cents::float8 as "amountCents", r.currency, r.day::text,
      r.posted_on::text as "postedOn", r.name, r.merchant_key as "merchantKey", r.is_pending as "isPending",
      r.removed_at is not null as "isWithdrawn",
      bool_or(r.posted_on >= c."from" or (r.is_pending and c."coversPending")) as "isCovered"
    from bank_accounts a join bank_transactions r on r.user_id = a.user_id and r.account_id = a.id
      join c on c."providerAccountId" = a.provider_account_id
        and (r.posted_on between c."from" - ${EDGE_DAYS}::integer and c."to" or (r.is_pending and c."coversPending"))
    where a.user_id = ${userId} and a.connection_id = ${connectionId}
      and (r.removed_at is null or r.removed_at > ${daysBefore(now)})
      and not exists (
        select from (select a.id as account_id, s.transaction_id from ${staged}) t
        where t.account_id = r.account_id and t.transaction_id = r.transaction_id)
    group by r.user_id, r.id
    having not bool_or(r.transaction_id = any(c."unreadableIds"))
    order by r.id`);
  return rows;
}

async function listNew(tx: LedgerTransaction, staged: SQL): Promise<NewRow[]> {
  const { rows } = await tx.execute<NewRow & Record<string, unknown>>(sql`
    select a.id as "accountId", s.transaction_id as "transactionId", s.amount_cents::float8 as "amountCents", s.currency,
      coalesce(s.authorized_on, s.posted_on)::text as day, s.posted_on::text as "postedOn",
      coalesce(s.name, '') as name, s.merchant_key as "merchantKey", s.is_pending as "isPending"
    from ${staged} and not s.is_removal
      and not exists (
        select from bank_transactions k
        where k.user_id = s.user_id and k.account_id = a.id and k.transaction_id = s.transaction_id)
    order by s.seq`);
  return rows;
}

async function renameTransactions(tx: LedgerTransaction, names: ReadonlyMap<number, string>): Promise<void> {
  if (names.size === 0) return;
  const renamed = Array.from(names, ([id, transactionId]) => ({ id, transactionId }));
  await tx.execute(sql`
    update bank_transactions r set transaction_id = n."transactionId"
    from json_to_recordset(${JSON.stringify(renamed)}::json) as n(id bigint, "transactionId" text)
    where r.user_id = ${tx.ledger.userId} and r.id = n.id`);
}

function daysBefore(now: Date): string {
  return new Date(now.getTime() - LONGEST_ABSENCE_DAYS * 86_400_000).toISOString();
}

function numbers(ids: readonly number[]): SQL {
  return sql`${sql.param(ids)}::bigint[]`;
}
