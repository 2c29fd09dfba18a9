import { daysOf, pairRows, type AccountRow } from '@oinkly/domain/account-likeness';
import type { Day } from '@oinkly/domain/days';
import type { Steps } from '@oinkly/domain/steps';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { forEachPage } from '../../db/in-pages.ts';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import { releaseTransactionsOf, uuids } from './held-accounts.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { matchRefundsOf } from './match-refunds.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { isTouched } from './touched-transactions.ts';
import { bankTransactions, expenses } from '../../db/tables/ledger.tables.ts';
import { deleteFrom, update } from '../../db/writable-table.ts';

interface HandedRow extends AccountRow {
  accountId: string;
  transactionId: string;
  connectionId: string;
  authorizedOn: string | null;
  isPending: boolean;
  /** Whether the expense holds a decision of the user. */
  isTouched: boolean;
}

/** Two accounts that report the same transactions, and which of them reports them from now on. */
export interface AccountPair {
  olderId: string;
  youngerId: string;
  chosenId: string;
}

/** Of the pairs that are handed over together. One pair may have more. */
const ROWS_AT_ONCE = 20_000;

/**
 * Makes one account of each pair, in order. Only the chosen account's provider reports the transactions from now on, and
 * each keeps the user's edits. Days that only the other account covers stay as history. An account may be in several
 * pairs. Cost: n log n in the rows of each pair, and a few statements for each 20,000 rows.
 */
export async function handOverAccounts(
  tx: LedgerTransaction,
  pairs: readonly AccountPair[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const merchants = new Set<string>();
  for (const together of inGroups(pairs, await countRows(tx, idsOf(pairs))))
    for (const merchant of await handOverTogether(tx, together, now)) merchants.add(merchant);
  await matchRefundsOf(tx, tx.ledger.userId, [...merchants]);
}

/** Returns the keys of the merchants whose refunds may match other purchases now. */
async function handOverTogether(
  tx: LedgerTransaction,
  pairs: readonly AccountPair[],
  now: Date,
): Promise<string[]> {
  const { userId } = tx.ledger;
  const accountIds = idsOf(pairs);
  const released = await releaseTransactionsOf(tx, accountIds);
  const { gone, moved } = await inTurns(outcomeOf(pairs, await listRows(tx, accountIds)));
  // The chosen accounts' banks do not report these.
  const withdrawn = await withdrawTransactions(tx, gone, now);
  // Manual expenses must be unmerged first.
  await mergeDuplicates(tx);
  await forEachPage(gone, (ids) =>
    tx.execute(sql`
      ${deleteFrom(bankTransactions)} where user_id = ${userId} and id = any(${sql.param(ids)}::bigint[])`),
  );
  await forEachPage(moved, (rows) => moveRows(tx, rows));
  return [...released, ...withdrawn];
}

/** The rows that are gone, and where the others belong. */
function* outcomeOf(
  pairs: readonly AccountPair[],
  rows: readonly HandedRow[],
): Steps<{ gone: number[]; moved: HandedRow[] }> {
  const rowsOf = new Map<string, HandedRow[]>(idsOf(pairs).map((id) => [id, []]));
  for (const row of rows) {
    yield;
    rowsOf.get(row.accountId)?.push(row);
  }
  const gone = new Set<number>();
  const moved = new Map<number, HandedRow>();
  for (const { olderId, youngerId, chosenId } of pairs) {
    const [older = [], younger = []] = [rowsOf.get(olderId), rowsOf.get(youngerId)];
    const outcome = yield* outcomeOfPair(older, younger, chosenId);
    for (const id of outcome.gone) {
      yield;
      gone.add(id);
      moved.delete(id);
    }
    for (const row of outcome.moved) {
      yield;
      moved.set(row.id, row);
    }
    rowsOf.set(chosenId, outcome.rows);
    rowsOf.set(chosenId === olderId ? youngerId : olderId, []);
  }
  return { gone: [...gone], moved: [...moved.values()] };
}

/** `rows` are those of the chosen account, the oldest first. */
function* outcomeOfPair(
  older: readonly HandedRow[],
  younger: readonly HandedRow[],
  chosenId: string,
): Steps<{ gone: number[]; moved: HandedRow[]; rows: HandedRow[] }> {
  const isChosen = ({ accountId }: HandedRow) => accountId === chosenId;
  const gone: number[] = [];
  const moved: HandedRow[] = [];
  const paired = new Set<HandedRow>();
  for (const [ofOlder, ofYounger] of yield* pairRows(older, younger)) {
    yield;
    const kept = !ofOlder.isTouched && ofYounger.isTouched ? ofYounger : ofOlder;
    const reported = isChosen(ofOlder) ? ofOlder : ofYounger;
    gone.push((kept === ofOlder ? ofYounger : ofOlder).id);
    moved.push({ ...reported, id: kept.id, isTouched: kept.isTouched });
    paired.add(ofOlder).add(ofYounger);
  }
  const all = [...older, ...younger];
  const reported = all.filter(isChosen);
  const covered = daysOf(reported);
  const takenIds = new Set(reported.map(({ transactionId }) => transactionId));
  const rows = [...moved];
  for (const row of all) {
    yield;
    if (paired.has(row)) continue;
    if (isChosen(row)) rows.push(row);
    else if (covered !== null && row.postedOn >= covered.first && row.postedOn <= covered.last)
      gone.push(row.id);
    else {
      // Some providers' ids are unique in one account only.
      const transactionId = takenIds.has(row.transactionId)
        ? `${row.connectionId} ${row.transactionId}`
        : row.transactionId;
      const history = { ...row, accountId: chosenId, transactionId };
      moved.push(history);
      rows.push(history);
    }
  }
  return { gone, moved, rows: rows.toSorted(byDay) };
}

function byDay(one: HandedRow, other: HandedRow): number {
  return one.postedOn === other.postedOn ? one.id - other.id : one.postedOn < other.postedOn ? -1 : 1;
}

function idsOf(pairs: readonly AccountPair[]): string[] {
  return [...new Set(pairs.flatMap(({ olderId, youngerId }) => [olderId, youngerId]))];
}

/** Groups of pairs with few rows, in order. */
function* inGroups(
  pairs: readonly AccountPair[],
  countOf: ReadonlyMap<string, number>,
): Generator<AccountPair[]> {
  let group: AccountPair[] = [];
  let rows = 0;
  for (const pair of pairs) {
    const count = (countOf.get(pair.olderId) ?? 0) + (countOf.get(pair.youngerId) ?? 0);
    if (group.length > 0 && rows + count > ROWS_AT_ONCE) {
      yield group;
      [group, rows] = [[], 0];
    }
    group.push(pair);
    rows += count;
  }
  if (group.length > 0) yield group;
}

async function countRows(tx: LedgerTransaction, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ accountId: string; count: number }>(sql`
    select account_id as "accountId", count(*)::integer as count from bank_transactions
    where user_id = ${tx.ledger.userId} and account_id = any(${uuids(accountIds)})
    group by account_id`);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}

async function moveRows(tx: LedgerTransaction, rows: readonly HandedRow[]): Promise<void> {
  const { userId } = tx.ledger;
  const handed = sql`json_to_recordset(${JSON.stringify(rows)}::json) as n(id bigint, "accountId" uuid, "transactionId" text,
    "connectionId" uuid, "postedOn" date, "authorizedOn" date, "isPending" boolean)`;
  await tx.execute(sql`
    ${update(bankTransactions)} r set account_id = n."accountId", transaction_id = n."transactionId",
      connection_id = n."connectionId", posted_on = n."postedOn", authorized_on = n."authorizedOn",
      is_pending = n."isPending"
    from ${handed} where r.user_id = ${userId} and r.id = n.id`);
  await tx.execute(sql`
    ${update(expenses)} e set is_pending = n."isPending"
    from ${handed} where e.user_id = ${userId} and e.bank_transaction_id = n.id and e.is_pending <> n."isPending"`);
}

async function listRows(tx: LedgerTransaction, accountIds: readonly string[]): Promise<HandedRow[]> {
  const { rows } = await tx.execute<HandedRow & Record<string, unknown>>(sql`
    select r.id::float8, r.account_id as "accountId", r.transaction_id as "transactionId", r.connection_id as "connectionId",
      r.amount_cents::float8 as "amountCents", r.currency, r.posted_on::text as "postedOn",
      r.authorized_on::text as "authorizedOn", r.is_pending as "isPending",
      ${isTouched(tx.ledger.userId, 'r', 'e')} as "isTouched"
    from bank_transactions r left join expenses e on e.user_id = ${tx.ledger.userId} and e.bank_transaction_id = r.id
    where r.user_id = ${tx.ledger.userId} and r.account_id = any(${uuids(accountIds)}) and r.removed_at is null
    order by r.posted_on, r.id`);
  return rows;
}

/** Returns the first day of each account's posted rows, held ones too, by account. */
export async function readFirstPostedDays(
  db: Database,
  { userId, accountIds }: { userId: string; accountIds: readonly string[] },
): Promise<Map<string, Day>> {
  const { rows } = await db.execute<{ accountId: string; firstDay: Day }>(sql`
    select account_id as "accountId", min(posted_on)::text as "firstDay"
    from bank_transactions
    where user_id = ${userId} and account_id = any(${uuids(accountIds)}) and ${isPosted}
    group by account_id`);
  return new Map(rows.map(({ accountId, firstDay }) => [accountId, firstDay]));
}

/** Lists the posted rows of accounts since a day, held ones too, by account. The oldest come first. */
export async function listPostedRows(
  db: Database,
  { userId, accountIds, since }: { userId: string; accountIds: readonly string[]; since: string },
): Promise<Map<string, AccountRow[]>> {
  const { rows } = await db.execute<AccountRow & { accountId: string } & Record<string, unknown>>(sql`
    select id::float8, account_id as "accountId", amount_cents::float8 as "amountCents", currency,
      posted_on::text as "postedOn"
    from bank_transactions
    where user_id = ${userId} and account_id = any(${uuids(accountIds)}) and posted_on >= ${since}
      and ${isPosted}
    order by posted_on, id`);
  const pause = turnsOfWork();
  const rowsOf = new Map<string, AccountRow[]>(accountIds.map((id) => [id, []]));
  for (const { accountId, ...row } of rows) {
    await pause();
    rowsOf.get(accountId)?.push(row);
  }
  return rowsOf;
}

const isPosted = sql`not is_pending and (removed_at is null or is_held)`;
