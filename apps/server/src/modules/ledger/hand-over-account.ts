import { daysOf, pairRows, type AccountRow } from '@oinkly/domain/account-likeness';
import type { Day } from '@oinkly/domain/days';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { inTurns } from '../../event-loop-turns.ts';
import { withdrawTransactions } from './bank-transactions.queries.ts';
import { releaseAccounts, uuids } from './held-accounts.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { matchRefundsOf } from './match-refunds.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { isTouched } from './touched-transactions.ts';

interface HandedRow extends AccountRow {
  accountId: string;
  transactionId: string;
  connectionId: string;
  authorizedOn: string | null;
  isPending: boolean;
  /** Whether the expense holds a decision of the user. */
  isTouched: boolean;
}

/**
 * Makes one account of two that report the same transactions. Only the chosen account's provider reports them
 * from now on, and each keeps the user's edits. Days that only the other account covers stay as history.
 * Cost: n log n in the rows.
 */
export async function handOverAccount(
  tx: LedgerTransaction,
  command: { olderId: string; youngerId: string; chosenId: string; now: Date },
): Promise<void> {
  const { olderId, youngerId, chosenId, now } = command;
  const { userId } = tx.ledger;
  await releaseAccounts(tx, [olderId, youngerId]);
  const rows = await listRows(tx, [olderId, youngerId]);
  const [older, younger] = [olderId, youngerId].map((id) => rows.filter(({ accountId }) => accountId === id));
  const pairs = await inTurns(pairRows(older ?? [], younger ?? []));
  const isChosen = ({ accountId }: HandedRow) => accountId === chosenId;
  const reported = rows.filter(isChosen);

  const handed = pairs.map(([ofOlder, ofYounger]) => {
    const kept = !ofOlder.isTouched && ofYounger.isTouched ? ofYounger : ofOlder;
    const dropped = kept === ofOlder ? ofYounger : ofOlder;
    return { kept, dropped, reported: isChosen(ofOlder) ? ofOlder : ofYounger };
  });
  const paired = new Set(pairs.flat());
  const covered = daysOf(reported);
  const isCovered = ({ postedOn }: HandedRow) =>
    covered !== null && postedOn >= covered.first && postedOn <= covered.last;
  const unpaired = rows.filter((row) => !isChosen(row) && !paired.has(row));

  // The chosen account's bank does not report these.
  const gone = [...handed.map(({ dropped }) => dropped), ...unpaired.filter(isCovered)];
  const merchants = await withdrawTransactions(
    tx,
    sql`select unnest(${numbers(gone.map(({ id }) => id))})`,
    now,
  );
  // Manual expenses must be unmerged first.
  await mergeDuplicates(tx);
  await tx.execute(sql`
    delete from bank_transactions where user_id = ${userId} and id = any(${numbers(gone.map(({ id }) => id))})`);

  const takenIds = new Set(reported.map(({ transactionId }) => transactionId));
  const history = unpaired
    .filter((row) => !isCovered(row))
    .map((row) => ({
      ...row,
      // Some providers' ids are unique in one account only.
      transactionId: takenIds.has(row.transactionId)
        ? `${row.connectionId} ${row.transactionId}`
        : row.transactionId,
    }));
  const continued = handed.map(({ kept, reported: row }) => ({ ...row, id: kept.id }));
  await moveRows(tx, chosenId, [...continued, ...history]);
  await matchRefundsOf(tx, userId, merchants);
}

async function moveRows(
  tx: LedgerTransaction,
  accountId: string,
  rows: readonly Omit<HandedRow, 'isTouched'>[],
): Promise<void> {
  const { userId } = tx.ledger;
  await tx.execute(sql`
    with moved as (
      update bank_transactions r set account_id = ${accountId}, transaction_id = n."transactionId",
        connection_id = n."connectionId", posted_on = n."postedOn", authorized_on = n."authorizedOn",
        is_pending = n."isPending"
      from json_to_recordset(${JSON.stringify(rows)}::json) as n(id bigint, "transactionId" text, "connectionId" uuid,
        "postedOn" date, "authorizedOn" date, "isPending" boolean)
      where r.user_id = ${userId} and r.id = n.id
      returning r.id, r.is_pending
    )
    update expenses e set is_pending = moved.is_pending from moved
    where e.user_id = ${userId} and e.bank_transaction_id = moved.id and e.is_pending <> moved.is_pending`);
}

async function listRows(tx: LedgerTransaction, accountIds: readonly string[]): Promise<HandedRow[]> {
  const { rows } = await tx.execute<HandedRow & Record<string, unknown>>(sql`
    select r.id::float8, r.account_id as "accountId", r.transaction_id as "transactionId", r.connection_id as "connectionId",
      r.amount_cents::float8 as "amountCents", r.currency, r.posted_on::text as "postedOn",
      r.authorized_on::text as "authorizedOn", r.is_pending as "isPending",
      ${isTouched(tx.ledger.userId, 'r', 'e')} as "isTouched"
    from bank_transactions r left join expenses e on e.user_id = r.user_id and e.bank_transaction_id = r.id
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
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

const isPosted = sql`not is_pending and (removed_at is null or is_held)`;

function numbers(ids: readonly number[]): SQL {
  return sql`${sql.param(ids)}::bigint[]`;
}
