import { countedKinds } from '@oinkly/domain/counted-kinds';
import { MAX_BANK_TRANSACTIONS_PER_USER } from '@oinkly/contract/limits';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { inPages } from '../../db/in-pages.ts';
import { AppError } from '../../errors/app-error.ts';
import { applyCoveredDays } from './apply-covered-days.ts';
import type { CoveredDays } from './bank-changes.ts';
import { countTransactions, withdrawSelected } from './bank-transactions.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { continueRemoved } from './continue-removed.ts';
import { matchRefundsOf } from './match-refunds.ts';
import { dropPendingTwins } from './drop-pending-twins.ts';
import type { StageRef } from './staged-changes.queries.ts';
import { insertFromStage, isLong, isUnknown, storedIds, type StagedRows } from './staged-transactions.ts';
import { bankTransactions, expenses, stagedChanges } from '../../db/tables/ledger.tables.ts';
import { deleteFrom, insertInto, update } from '../../db/writable-table.ts';

export interface StagedRun extends StageRef, StagedRows {
  covered: readonly CoveredDays[];
  now: Date;
}

/** A write of 100,000 rows at once took longer than a statement may on a busy machine. */
const ROWS_PER_WRITE = 10_000;

/**
 * Applies a staged run in a few statements for each 10,000 rows. Idempotent. Edited fields stay (PD-7), new
 * expenses follow rules (PD-73), and refunds are matched again (PD-6). Returns the number of new counted
 * expenses. Throws TOO_MANY_TRANSACTIONS if the user would then have more than `most`.
 */
export async function applyStagedChanges(
  tx: LedgerTransaction,
  run: StagedRun,
  { most = MAX_BANK_TRANSACTIONS_PER_USER } = {},
): Promise<number> {
  const staged = stagedRowsOf(run);
  const hasOldHistory = await holdsOldHistory(tx, run);
  if (run.rowCount === 0 && run.covered.length === 0 && !hasOldHistory) return 0;
  tx.ledger.hasWithdrawn = true;
  if (isLong(run)) await joinInOnePass(tx);
  await dropEarlierVersions(tx, run);
  const merchantsOfOld = hasOldHistory ? await takeOverOldConnection(tx, run, staged) : [];
  await postPendingTransactions(tx, run, staged);
  // A provider either names what was removed or reports all rows of some days.
  if (run.covered.length === 0) await continueRemoved(tx, run, staged);
  const merchantsOfMissing = await applyCoveredDays(tx, run, staged);
  if (run.covered.length > 0) await dropPendingTwins(tx, run, staged);
  await requireRoom(tx, run, staged, most);
  const merchantsBefore = await merchantsOf(tx, run, staged);
  await touchWeeksBefore(tx, run, staged);
  await withdrawRemoved(tx, run, staged);
  let imported = 0;
  for (let first = 0; first < run.rowCount; first += ROWS_PER_WRITE) {
    const part = sql`${staged} and s.seq >= ${first} and s.seq < ${first + ROWS_PER_WRITE}`;
    await writeTransactions(tx, run, part);
    imported += await writeExpenses(tx, run, part);
  }
  await withdrawMoneyIn(tx, run, staged);
  const merchantsAfter = await merchantsOf(tx, run, staged);
  if (isLong(run)) await joinAsPlanned(tx);
  const merchants = new Set([
    ...merchantsOfOld,
    ...merchantsOfMissing,
    ...merchantsBefore,
    ...merchantsAfter,
  ]);
  await matchRefundsOf(tx, run.userId, [...merchants]);
  return imported;
}

/**
 * Adds the missing expenses of money-out transactions (PD-9); deleted ones stay deleted. Returns the number
 * of new counted ones by connection. Cost: the transactions since then, whose weeks the database returns one by one.
 */
export async function addMissingExpenses(
  tx: LedgerTransaction,
  command: { userId: string; since: string; now: Date },
): Promise<ReadonlyMap<string, number>> {
  const { userId, since, now } = command;
  const { rows } = await tx.execute<WeekRow & { transactionId: number; isCounted: boolean }>(sql`
    ${insertExpenseOfTransaction(userId, now)}
    where r.user_id = ${userId} and r.day >= ${since} and r.amount_cents > 0 and r.removed_at is null
    on conflict do nothing
    returning bank_transaction_id::float8 as "transactionId", is_counted as "isCounted", week_start as "weekStart"`);
  touchWeeks(tx, rows);
  const counted = rows.filter(({ isCounted }) => isCounted).map(({ transactionId }) => transactionId);
  const ofConnections = await inPages(counted, async (page) => {
    const { rows: counts } = await tx.execute<{ connectionId: string; added: number }>(sql`
      select connection_id as "connectionId", count(*)::integer as added from bank_transactions
      where user_id = ${userId} and id = any(${sql.param(page)}::bigint[])
      group by connection_id`);
    return counts;
  });
  const added = new Map<string, number>();
  for (const { connectionId, added: more } of ofConnections)
    added.set(connectionId, (added.get(connectionId) ?? 0) + more);
  return added;
}

/**
 * Forces hash joins. Without statistics on rows this young, the planner takes a history for one row and loops
 * for minutes.
 */
async function joinInOnePass(tx: LedgerTransaction): Promise<void> {
  // On a cluster, the user's worker plans. PostgreSQL keeps this setting without knowing it.
  await tx.execute(sql`set local citus.propagate_set_commands = 'local'`);
  await tx.execute(sql`set local enable_nestloop = off`);
}

/** Measured for staged rows only. */
async function joinAsPlanned(tx: LedgerTransaction): Promise<void> {
  await tx.execute(sql`set local enable_nestloop to default`);
}

/** The run's staged rows `s` with their accounts `a`. */
function stagedRowsOf({ userId, connectionId, leaseOwner }: StagedRun): SQL {
  return sql`staged_changes s join bank_accounts a
    on a.user_id = s.user_id and a.provider_account_id = s.provider_account_id and a.connection_id = s.connection_id
    where s.user_id = ${userId} and a.user_id = ${userId} and s.connection_id = ${connectionId} and s.lease_owner = ${leaseOwner}`;
}

async function dropEarlierVersions(
  tx: LedgerTransaction,
  { userId, connectionId, leaseOwner }: StagedRun,
): Promise<void> {
  await tx.execute(sql`
    ${deleteFrom(stagedChanges)}
    where user_id = ${userId} and connection_id = ${connectionId} and lease_owner = ${leaseOwner}
      -- An array, so that it is made once: the planner has no statistics on rows this young.
      and seq = any(array(
        select seq from (
          select seq, row_number() over (partition by provider_account_id, transaction_id order by seq desc) as age
          from staged_changes
          where user_id = ${userId} and connection_id = ${connectionId} and lease_owner = ${leaseOwner}
        ) reported where age > 1))`);
}

async function holdsOldHistory(tx: LedgerTransaction, { userId, connectionId }: StagedRun): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from bank_accounts where user_id = ${userId} and connection_id = ${connectionId} and has_old_history limit 1`);
  return rows.length > 0;
}

/** How a new row equals an old transaction: in all columns, then in all but one that the bank changed. */
const LIKENESSES = [
  'posted_on, amount_cents, currency, name',
  'day, name',
  'day, amount_cents, currency',
].map((columns) => sql.raw(columns));

/**
 * A relinked bank reports its history under new ids: similar rows take over old transactions with their edits, in order (PD-8).
 *
 * Without a successor, an old transaction would count twice: it is withdrawn if this run reaches back to its day. Older ones stay, because
 * a provider delivers the last weeks first. Returns the withdrawn merchants.
 */
async function takeOverOldConnection(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<string[]> {
  const old = sql`bank_transactions r join bank_accounts a on a.user_id = r.user_id and a.id = r.account_id
    where r.user_id = ${run.userId} and a.user_id = ${run.userId} and a.connection_id = ${run.connectionId}
      and r.connection_id <> a.connection_id and r.removed_at is null`;
  for (const likeness of LIKENESSES) {
    await tx.execute(sql`
      with old as (
        select r.id, r.account_id, r.posted_on, r.day, r.amount_cents, r.currency, r.name from ${old}
      ), reported as (
        select s.transaction_id, s.seq, a.id as account_id, s.posted_on, coalesce(s.authorized_on, s.posted_on) as day,
          s.amount_cents, s.currency, s.name
        from ${staged} and not s.is_removal
          and not exists (
            select from bank_transactions k
            where k.user_id = ${run.userId} and k.account_id = a.id and k.transaction_id = s.transaction_id)
          and not exists (
            select from bank_transactions k
            where k.user_id = ${run.userId} and k.account_id = a.id and k.transaction_id = s.pending_transaction_id)
      )
      ${update(bankTransactions)} r set transaction_id = t.transaction_id, connection_id = ${run.connectionId}
      from (select *, row_number() over (partition by account_id, ${likeness} order by id) as nth from old) o
        join (select *, row_number() over (partition by account_id, ${likeness} order by seq) as nth from reported) t
        using (account_id, ${likeness}, nth)
      where r.user_id = ${run.userId} and r.id = o.id`);
  }
  return withdrawSelected(
    tx,
    sql`select r.id from (
        select r.id, r.account_id, r.is_pending, r.posted_on from ${old}
      ) r left join (
        select a.id as account_id, min(s.posted_on) as oldest_day from ${staged} and not s.is_removal group by a.id
      ) t using (account_id)
      where r.is_pending or r.posted_on >= t.oldest_day`,
    run.now,
  );
}

/** A posted row takes over the expense and its edits. */
async function postPendingTransactions(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<void> {
  await tx.execute(sql`
    ${update(bankTransactions)} r set transaction_id = p.transaction_id
    from (
      select distinct on (a.id, s.pending_transaction_id)
        a.id as account_id, s.pending_transaction_id, s.transaction_id
      from ${staged} and not s.is_removal and s.pending_transaction_id is not null
      order by a.id, s.pending_transaction_id, s.seq
    ) p
    where r.user_id = ${run.userId} and r.account_id = p.account_id and r.transaction_id = p.pending_transaction_id
      and not exists (
        select from bank_transactions k
        where k.user_id = ${run.userId} and k.account_id = p.account_id and k.transaction_id = p.transaction_id)`);
}

/** Rows that are stored take no room again. Call it once stored rows have the ids that the bank uses now. */
async function requireRoom(tx: LedgerTransaction, run: StagedRun, staged: SQL, most: number): Promise<void> {
  const room = most - (await countTransactions(tx, run.userId));
  // Near the limit only, the new ones among them are counted.
  if (run.rowCount <= room) return;
  const { rows } = await tx.execute<{ added: number }>(sql`
    select count(*)::integer as added from ${staged} and not s.is_removal and ${isUnknown(run)}`);
  if ((rows[0]?.added ?? 0) > room) throw new AppError('TOO_MANY_TRANSACTIONS');
}

async function merchantsOf(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    select distinct r.merchant_key from bank_transactions r
    where r.user_id = ${run.userId} and r.id in ${storedIds(run, staged)}`);
  return merchantRows.parse(rows).map((row) => row.merchant_key);
}

/**
 * Touches the weeks of expenses that staged rows may move or withdraw. The array makes the planner look them
 * up by key: without statistics, a join could read all.
 */
async function touchWeeksBefore(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<void> {
  const { rows } = await tx.execute<WeekRow>(sql`
    select distinct e.week_start::text as "weekStart" from expenses e
    where e.user_id = ${run.userId} and e.bank_transaction_id = any(array${storedIds(run, staged)})`);
  touchWeeks(tx, rows);
}

async function withdrawRemoved(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<void> {
  await withdrawSelected(
    tx,
    sql`select r.id from bank_transactions r
      where r.user_id = ${run.userId} and r.id in ${storedIds(run, sql`${staged} and s.is_removal`)} and r.removed_at is null`,
    run.now,
  );
}

/** A purchase keeps its day when posted (PD-3). A posted one stays posted if the bank calls it pending for a while. */
async function writeTransactions(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<void> {
  await insertFromStage(tx, run, sql`${staged} and not s.is_removal`, {
    removedAt: null,
    onConflict: sql`
      do update set
      connection_id = excluded.connection_id,
      amount_cents = excluded.amount_cents,
      currency = excluded.currency,
      day = case
        when r.is_pending and not excluded.is_pending then r.day
        when (r.posted_on, r.authorized_on) is not distinct from (excluded.posted_on, excluded.authorized_on) then r.day
        else excluded.day end,
      posted_on = excluded.posted_on,
      authorized_on = excluded.authorized_on,
      name = excluded.name,
      merchant_name = excluded.merchant_name,
      merchant_key = excluded.merchant_key,
      is_pending = excluded.is_pending,
      reported_category = excluded.reported_category,
      kind = excluded.kind,
      expense_category = excluded.expense_category,
      removed_at = null
    where (r.connection_id, r.amount_cents, r.currency, r.posted_on, r.authorized_on, r.name, r.merchant_name, r.merchant_key,
        r.is_pending, r.reported_category, r.kind, r.expense_category, r.removed_at)
      is distinct from (excluded.connection_id, excluded.amount_cents, excluded.currency, excluded.posted_on,
        excluded.authorized_on, excluded.name, excluded.merchant_name, excluded.merchant_key, excluded.is_pending,
        excluded.reported_category, excluded.kind, excluded.expense_category, null)
      and (r.is_pending or not excluded.is_pending or r.removed_at is not null or r.connection_id <> excluded.connection_id)`,
  });
}

async function writeExpenses(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<number> {
  const { rows } = await tx.execute<WeekRow & { isImported: boolean }>(sql`
    ${insertExpenseOfTransaction(run.userId, run.now)}
      where r.user_id = ${run.userId} and r.id in ${storedIds(run, sql`${staged} and not s.is_removal`)} and r.amount_cents > 0
      order by r.id
      on conflict (user_id, bank_transaction_id) do update set
        name = case when 'name' = any(e.edited_fields) then e.name else excluded.name end,
        amount_cents = case when 'amountCents' = any(e.edited_fields) then e.amount_cents else excluded.amount_cents end,
        day = case when 'day' = any(e.edited_fields) then e.day else excluded.day end,
        category = case when 'category' = any(e.edited_fields) then e.category else excluded.category end,
        currency = excluded.currency,
        is_pending = excluded.is_pending,
        kind = excluded.kind,
        counts_by_kind = excluded.counts_by_kind,
        bank_amount_cents = excluded.bank_amount_cents,
        withdrawn_at = null
      where e.withdrawn_at is not null
        or (e.name, e.amount_cents, e.day, e.category, e.currency, e.is_pending, e.kind, e.counts_by_kind, e.bank_amount_cents)
          is distinct from (excluded.name, excluded.amount_cents, excluded.day, excluded.category, excluded.currency,
            excluded.is_pending, excluded.kind, excluded.counts_by_kind, excluded.bank_amount_cents)
      returning xmax = 0 and is_counted as "isImported", week_start as "weekStart"`);
  touchWeeks(tx, rows);
  return rows.filter(({ isImported }) => isImported).length;
}

async function withdrawMoneyIn(tx: LedgerTransaction, run: StagedRun, staged: SQL): Promise<void> {
  const { rows } = await tx.execute<WeekRow>(sql`
    ${update(expenses)} e set withdrawn_at = ${run.now.toISOString()}
    where e.user_id = ${run.userId} and e.withdrawn_at is null and e.bank_transaction_id = any(array(
      select r.id from bank_transactions r
      where r.user_id = ${run.userId} and r.id in ${storedIds(run, sql`${staged} and not s.is_removal`)} and r.amount_cents <= 0))
    returning e.week_start as "weekStart"`);
  touchWeeks(tx, rows);
}

/**
 * Inserts from transactions `r`; the caller adds selection and conflict. A rule sets fields of a new expense
 * as if edited; an update on conflict sees the bank's values. On a cluster, the user's server does all of it, because each table names
 * the user, the inserted user is a column, and no WITH surrounds it.
 */
function insertExpenseOfTransaction(userId: string, now: Date): SQL {
  const [withFixedBills, without] = [true, false].map(
    (setting) => sql`${sql.param(countedKinds(setting))}::text[]`,
  );
  return sql`
    ${insertInto(expenses)} as e (user_id, bank_transaction_id, name, amount_cents, currency, day, category, is_pending, kind,
      counts_by_kind, bank_amount_cents, created_at, counted_by_hand, edited_fields, ruled_fields)
    select r.user_id, r.id, coalesce(m.name, r.merchant_name, r.name), r.amount_cents, r.currency, r.day,
      coalesce(m.category, r.expense_category),
      r.is_pending, r.kind, r.kind = any(case when u.count_fixed_bills then ${withFixedBills} else ${without} end), r.amount_cents,
      ${now.toISOString()}::timestamptz, m.is_counted,
      array_remove(array[case when m.name is not null then 'name' end, case when m.category is not null then 'category' end], null),
      array_remove(array[case when m.name is not null then 'name' end, case when m.category is not null then 'category' end,
        case when m.is_counted is not null then 'countedByHand' end], null)
    from bank_transactions r join users u on u.id = r.user_id and u.id = ${userId}
      left join rules m on m.user_id = r.user_id and m.user_id = ${userId} and m.merchant_key = r.merchant_key
        and not exists (
          select from expenses x where x.user_id = r.user_id and x.user_id = ${userId} and x.bank_transaction_id = r.id)`;
}

type WeekRow = { weekStart: string };

const merchantRows = z.array(z.object({ merchant_key: z.string() }));
