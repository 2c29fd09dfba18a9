import {
  explainPending,
  findSuccessors,
  type Explained,
  type Explanation,
  type MissingRow,
  type NewRow,
} from '@oinkly/domain/successors';
import { sql, type SQL } from 'drizzle-orm';
import { inTurns } from '../../concurrency/event-loop-turns.ts';
import { inPages } from '../../db/in-pages.ts';
import type { CoveredDays } from './bank-changes.ts';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { renameTransactions } from './rename-transactions.ts';
import type { StageRef } from './staged-changes.queries.ts';
import { isUnknown, type StagedRows } from './staged-transactions.ts';
import { isTouched } from './touched-transactions.ts';
import { bankTransactions } from '../../db/tables/ledger.tables.ts';
import { update } from '../../db/writable-table.ts';

/** How long a withdrawn transaction may return under another id. */
const LONGEST_ABSENCE_DAYS = 30;

/**
 * Finds the stored rows that covered days no longer hold. Their successors take over expense and edits. The rest is
 * withdrawn where the bank reports every row. Returns the withdrawn merchants.
 *
 * A posted row that a bank deletes stays while it is the oldest or the newest of its account. If such a row becomes pending on another day under
 * a new id, both count until it posts.
 */
export async function applyCoveredDays(
  tx: LedgerTransaction,
  run: StageRef & StagedRows & { covered: readonly CoveredDays[]; now: Date },
  staged: SQL,
): Promise<string[]> {
  if (run.covered.length === 0) return [];
  await freeReusedIds(tx, run, staged);
  const missing = await listMissing(tx, run, staged);
  if (missing.length === 0) return [];
  const successors = await inTurns(findSuccessors(missing, await listNew(tx, run, staged)));
  await renameTransactions(tx, successors);
  const gone = missing.filter(({ id, isGone, isWithdrawn }) => isGone && !isWithdrawn && !successors.has(id));
  const continued = await continueInKnown(
    tx,
    gone.filter(({ isPending }) => isPending).map(({ id }) => id),
    staged,
  );
  const ids = gone.map(({ id }) => continued.get(id) ?? id);
  return ids.length === 0 ? [] : withdrawTransactions(tx, ids, run.now);
}

/**
 * Some banks report a payment as posted while they still report it as pending. When the pending row vanishes, the posted one takes over
 * what the user decided. Returns the rows that are gone instead, by pending row.
 */
async function continueInKnown(
  tx: LedgerTransaction,
  pendingIds: readonly number[],
  staged: SQL,
): Promise<Map<number, number>> {
  if (pendingIds.length === 0) return new Map();
  const pending = await listTouched(tx, pendingIds);
  if (pending.length === 0) return new Map();
  const pairs = [...explainPending(pending, await listUntouchedPosted(tx, pending, staged))];
  await renameTransactions(tx, new Map(pairs.map(([, posted]) => [posted.id, freedId(posted)])));
  await renameTransactions(tx, new Map(pairs.map(([id, { transactionId }]) => [id, transactionId])));
  return new Map(pairs.map(([id, posted]) => [id, posted.id]));
}

async function listTouched(tx: LedgerTransaction, ids: readonly number[]): Promise<Explained[]> {
  return inPages(ids, async (page) => {
    const { rows } = await tx.execute<Explained & Record<string, unknown>>(sql`
      select p.id::float8, p.account_id as "accountId", p.amount_cents::float8 as "amountCents", p.currency, p.day::text,
        p.merchant_key as "merchantKey"
      from bank_transactions p join expenses e on e.bank_transaction_id = p.id
      where p.user_id = ${tx.ledger.userId} and e.user_id = ${tx.ledger.userId} and p.id = any(${sql.param(page)}::bigint[])
        and ${isTouched(tx.ledger.userId, 'p', 'e')}`);
    return rows;
  });
}

type PostedRow = Explanation & { transactionId: string };

/** Lists the reported rows of the same merchants, by id. */
async function listUntouchedPosted(
  tx: LedgerTransaction,
  pending: readonly Explained[],
  staged: SQL,
): Promise<PostedRow[]> {
  const merchants = [...new Set(pending.map(({ merchantKey }) => merchantKey))];
  const posted = await inPages(merchants, async (page) => {
    const { rows } = await tx.execute<PostedRow & Record<string, unknown>>(sql`
      select k.id::float8, k.account_id as "accountId", k.amount_cents::float8 as "amountCents", k.currency,
        k.posted_on::text as "postedOn", k.merchant_key as "merchantKey", k.transaction_id as "transactionId"
      from bank_transactions k join expenses e on e.bank_transaction_id = k.id
      where k.user_id = ${tx.ledger.userId} and e.user_id = ${tx.ledger.userId} and k.merchant_key = any(${sql.param(page)}::text[])
        and not k.is_pending and k.removed_at is null and not ${isTouched(tx.ledger.userId, 'k', 'e')}
        and exists (
          select from (select a.id as account_id, s.transaction_id from ${staged} and not s.is_pending) t
          where t.account_id = k.account_id and t.transaction_id = k.transaction_id)`);
    return rows;
  });
  return posted.toSorted((one, other) => one.id - other.id);
}

function freedId({ transactionId, id }: PostedRow): string {
  return `${transactionId} #${id}`;
}

/**
 * Some banks use an id again, or count from the newest row: a posted row with another amount, name and day is another purchase. The
 * stored one gives its id away and is missing then.
 */
async function freeReusedIds(tx: LedgerTransaction, { userId }: StageRef, staged: SQL): Promise<void> {
  await tx.execute(sql`
    ${update(bankTransactions)} r set transaction_id = r.transaction_id || ' #' || r.id
    from (
      select a.id as account_id, s.transaction_id, s.amount_cents, s.name, s.merchant_key, s.posted_on
      from ${staged} and not s.is_removal and not s.is_pending
    ) t
    where r.user_id = ${userId} and r.account_id = t.account_id and r.transaction_id = t.transaction_id
      and not r.is_pending and r.amount_cents <> t.amount_cents and r.name <> t.name and r.merchant_key <> t.merchant_key
      and r.posted_on <> t.posted_on`);
}

/** Rows of an earlier connection are listed too, and those withdrawn lately: they may return under another id. */
async function listMissing(
  tx: LedgerTransaction,
  { userId, connectionId, covered, now }: StageRef & { covered: readonly CoveredDays[]; now: Date },
  staged: SQL,
): Promise<(MissingRow & { isGone: boolean })[]> {
  const { rows } = await tx.execute<MissingRow & { isGone: boolean } & Record<string, unknown>>(sql`
    with c as (
      select * from json_to_recordset(${JSON.stringify(covered)}::json)
        as c("providerAccountId" text, "from" date, "to" date, "complete" json, "coversPending" boolean,
          "unreadableIds" text[])
    ), unreadable as (
      select "providerAccountId", unnest("unreadableIds") as transaction_id from c
    )
    select r.id::float8, r.account_id as "accountId", r.amount_cents::float8 as "amountCents", r.currency, r.day::text,
      r.posted_on::text as "postedOn", r.name, r.merchant_key as "merchantKey", r.is_pending as "isPending",
      r.removed_at is not null as "isWithdrawn",
      bool_or(case when r.is_pending then c."coversPending"
        else coalesce(r.posted_on between (c.complete ->> 'from')::date and (c.complete ->> 'to')::date, false) end) as "isGone"
    from bank_accounts a join bank_transactions r on r.user_id = ${userId} and r.account_id = a.id
      join c on c."providerAccountId" = a.provider_account_id
        and (r.posted_on between c."from" and c."to" or r.is_pending)
    where a.user_id = ${userId} and a.connection_id = ${connectionId}
      and (r.removed_at is null or r.removed_at > ${longestAbsenceSince(now)})
      -- A posted row explains a payment that was never an expense: it continues in nothing else.
      and (r.removed_at is null or not r.is_pending or r.amount_cents <= 0
        or exists (select from expenses e where e.user_id = ${userId} and e.bank_transaction_id = r.id))
      and not exists (
        select from (select a.id as account_id, s.transaction_id from ${staged}) t
        where t.account_id = r.account_id and t.transaction_id = r.transaction_id)
      and not exists (
        select from unreadable u
        where u."providerAccountId" = a.provider_account_id and u.transaction_id = r.transaction_id)
    group by r.user_id, r.id
    order by r.id`);
  return rows;
}

/** Lists the reported rows whose ids are new. */
export async function listNew(tx: LedgerTransaction, run: StagedRows, staged: SQL): Promise<NewRow[]> {
  const { rows } = await tx.execute<NewRow & Record<string, unknown>>(sql`
    select a.id as "accountId", s.transaction_id as "transactionId", s.amount_cents::float8 as "amountCents", s.currency,
      coalesce(s.authorized_on, s.posted_on)::text as day, s.posted_on::text as "postedOn",
      coalesce(s.name, '') as name, s.merchant_key as "merchantKey", s.is_pending as "isPending"
    from ${staged} and not s.is_removal and ${isUnknown(run)}
    order by s.seq`);
  return rows;
}

/** Returns since when a withdrawn transaction may still return. */
export function longestAbsenceSince(now: Date): string {
  return new Date(now.getTime() - LONGEST_ABSENCE_DAYS * 86_400_000).toISOString();
}
