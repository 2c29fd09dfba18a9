import type { Day } from '@oinkly/domain/days';
import { MOST_CANDIDATES, type ManualExpense } from '@oinkly/domain/duplicates';
import { and, eq, getTableColumns, isNotNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { inPages } from '../../db/in-pages.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { bankTransactions, expenses, separateExpenses } from '../../db/tables/ledger.tables.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import type { MergeChanges, MergedPair } from './merge-expenses.ts';
import { update } from '../../db/writable-table.ts';

export interface PairIds {
  manualId: number;
  bankId: number;
}

export interface UnmergedExpense extends ManualExpense {
  /** Null if the user entered it. */
  importedAt: Date | null;
  isDeleted: boolean;
}

/* Without statistics on new tables, the planner expects one row and joins slowly. So queries look rows up by lists of ids or days.
   "(x in (select …)) is true" can only be a look-up in a hash table; a join or "any(array(…))" could compare each with each. */

/** A day's expenses of one amount beyond these change nothing. */
const MOST_OF_A_GROUP = MOST_CANDIDATES + 1;
/** Questions are asked about so many of the newest expenses. */
const MOST_ASKED_ABOUT = 5_000;
const MOST_BANK_EXPENSES = 20_000;

/**
 * Lists manual expenses of these days and amounts. Includes deleted ones, which make other pairs uncertain. Excludes other currencies and
 * expenses with a matched refund.
 */
export async function listUnmergedExpenses(
  db: Database,
  userId: string,
  days: readonly Day[],
  cents: readonly number[],
): Promise<UnmergedExpense[]> {
  return (await selectUnmergedOnDays(db, { userId, days, cents })).map(toUnmerged);
}

const selectUnmergedOnDays = preparedQuery<
  { userId: string; days: readonly Day[]; cents: readonly number[] },
  UnmergedRow
>('list_unmerged_on_days', (value) =>
  unmerged(sql`user_id = ${value('userId')} and day = any(${value('days')}::date[])
    and (abs(amount_cents) in (select unnest(${value('cents')}::bigint[]))) is true`),
);

/** Lists the newest manual expenses since a day that are neither merged nor deleted. */
export async function listNewestUnmerged(
  db: Database,
  userId: string,
  since: Day,
): Promise<UnmergedExpense[]> {
  const rows = await selectNewestUnmerged(db, { userId, since });
  return rows.map(toUnmerged);
}

const selectNewestUnmerged = preparedQuery<{ userId: string; since: Day }, UnmergedRow>(
  'list_newest_unmerged',
  (value) =>
    sql`${unmerged(sql`user_id = ${value('userId')} and day >= ${value('since')}::date and deleted_at is null`)}
      order by day desc, id desc limit ${sql.raw(String(MOST_ASKED_ABOUT))}`,
);

export async function findUnmerged(
  db: Database,
  userId: string,
  id: number,
): Promise<UnmergedExpense | undefined> {
  const { rows } = await db.execute<UnmergedRow>(unmerged(sql`user_id = ${userId} and id = ${id}`));
  return rows.map(toUnmerged)[0];
}

interface UnmergedRow extends Record<string, unknown> {
  id: number;
  name: string;
  amountCents: number;
  day: Day;
  isOfSeries: boolean;
  importedAt: Date | null;
  isDeleted: boolean;
}

/** Returns the first of a day's expenses of one amount. */
function unmerged(where: SQL): SQL {
  return sql`
    select id::float8, name, amount_cents::float8 as "amountCents", day::text, type = 'recurring' and series_id is not null as "isOfSeries",
      case when import_id is not null then created_at end as "importedAt", deleted_at is not null as "isDeleted"
    from (
      select *, row_number() over (partition by day, abs(amount_cents) order by id) as place from expenses
      where ${where} and bank_transaction_id is null and merged_into_id is null and not is_upcoming
        and refunded_cents = 0 and currency = 'USD'
    ) one
    where place <= ${sql.raw(String(MOST_OF_A_GROUP))}`;
}

function toUnmerged(row: UnmergedRow): UnmergedExpense {
  return { ...row, importedAt: row.importedAt === null ? null : new Date(row.importedAt) };
}

/** Returns the amounts in cents that both manual and bank expenses of these days have. */
export async function listEqualAmounts(
  db: Database,
  userId: string,
  days: readonly Day[],
): Promise<number[]> {
  const sorted = days.toSorted();
  const rows = await selectEqualAmounts(db, { userId, days, first: sorted[0], last: sorted.at(-1) });
  return rows.map(({ cents }) => cents);
}

/** By the first and last day, because the planner would read the whole history rather than look up many days. */
const selectEqualAmounts = preparedQuery<
  { userId: string; days: readonly Day[]; first: Day | undefined; last: Day | undefined },
  { cents: number }
>('list_equal_amounts', (value) => {
  const ofDays = sql`user_id = ${value('userId')} and day between ${value('first')}::date and ${value('last')}::date
    and (day = any(${value('days')}::date[])) is true`;
  return sql`
    select distinct bank_amount_cents::float8 as cents from expenses
    where ${ofDays} and (bank_amount_cents in (
      select abs(amount_cents) from expenses
      where ${ofDays} and bank_transaction_id is null and merged_into_id is null and deleted_at is null
    )) is true`;
});

export interface BankExpenseRow {
  id: number;
  bankTransactionId: number;
  amountCents: number;
  day: Day;
  createdAt: Date;
  isDeleted: boolean;
}

/**
 * Lists the newest bank expenses into which no manual one is merged. `cents`: null for any amount, without deleted
 * expenses: no question is asked about them.
 */
export async function listBankExpenses(
  db: Database,
  userId: string,
  days: readonly Day[],
  cents: readonly number[] | null,
): Promise<BankExpenseRow[]> {
  const rows =
    cents === null
      ? await selectBankExpenses(db, { userId, days })
      : await selectBankExpensesOfAmounts(db, { userId, days, cents });
  return rows.map(toBankExpense);
}

const selectBankExpenses = preparedQuery<{ userId: string; days: readonly Day[] }, BankRow>(
  'list_bank_expenses',
  (value) =>
    sql`${ofBank(sql`user_id = ${value('userId')} and day = any(${value('days')}::date[]) and deleted_at is null`)}
      order by day desc, id desc limit ${sql.raw(String(MOST_BANK_EXPENSES))}`,
);

const selectBankExpensesOfAmounts = preparedQuery<
  { userId: string; days: readonly Day[]; cents: readonly number[] },
  BankRow
>('list_bank_expenses_of_amounts', (value) =>
  ofBank(sql`user_id = ${value('userId')} and day = any(${value('days')}::date[])
    and (bank_amount_cents in (select unnest(${value('cents')}::bigint[]))) is true`),
);

export async function findBankExpense(
  db: Database,
  userId: string,
  id: number,
): Promise<BankExpenseRow | undefined> {
  const { rows } = await db.execute<BankRow>(ofBank(sql`user_id = ${userId} and id = ${id}`));
  return rows.map(toBankExpense)[0];
}

type BankRow = BankExpenseRow & Record<string, unknown>;

/** The first of a day's expenses of one amount. */
function ofBank(where: SQL): SQL {
  return sql`
    select id::float8, bank_transaction_id::float8 as "bankTransactionId", bank_amount_cents::float8 as "amountCents", day::text,
      created_at as "createdAt", deleted_at is not null as "isDeleted"
    from (
      select *, row_number() over (partition by day, bank_amount_cents order by id) as place from expenses
      where ${where} and bank_amount_cents is not null and withdrawn_at is null and fields_from_manual is null and currency = 'USD'
    ) one
    where place <= ${sql.raw(String(MOST_OF_A_GROUP))}`;
}

function toBankExpense(row: BankRow): BankExpenseRow {
  return { ...row, createdAt: new Date(row.createdAt) };
}

export async function readPairs(
  db: Database,
  userId: string,
  pairs: readonly PairIds[],
): Promise<MergedPair[]> {
  if (pairs.length === 0) return [];
  const rows = await readRows(
    db,
    userId,
    pairs.flatMap(({ manualId, bankId }) => [manualId, bankId]),
  );
  const transactions = await readTransactions(
    db,
    userId,
    [...rows.values()].flatMap(({ bankTransactionId }) => bankTransactionId ?? []),
  );
  return pairs.flatMap(({ manualId, bankId }) => {
    const [manual, bank] = [rows.get(manualId), rows.get(bankId)];
    const transaction = transactions.get(bank?.bankTransactionId ?? NaN);
    if (!manual || !bank || !transaction) return [];
    return [{ manual, bank, transaction }];
  });
}

export async function findMerged(
  db: Database,
  userId: string,
  bankId: number,
): Promise<MergedPair | undefined> {
  const [manual] = await db
    .select({ manualId: expenses.id })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.mergedIntoId, bankId)));
  return manual && (await readPairs(db, userId, [{ ...manual, bankId }]))[0];
}

export async function listMergedIntoWithdrawn(
  db: Database,
  userId: string,
  days: readonly Day[],
): Promise<MergedPair[]> {
  const { rows } = await db.execute(sql`
    select id as "manualId", merged_into_id as "bankId" from expenses
    where user_id = ${userId} and merged_into_id = any(array(
      select id from expenses
      where user_id = ${userId} and day = any(${sql.param(days)}::date[]) and withdrawn_at is not null and fields_from_manual is not null))`);
  return readPairs(db, userId, pairIds.parse(rows));
}

const pairIds = z.array(z.object({ manualId: z.coerce.number(), bankId: z.coerce.number() }));

const MERGED_PER_PAGE = 1_000;

export interface MergedRow extends ExpenseRow {
  mergedIntoId: number;
}

/** Lists a page of merged manual expenses, the newest first. `next` is null on the last page. */
export async function listMergedRows(
  db: Database,
  userId: string,
  after?: { day: Day; id: number },
): Promise<{ rows: MergedRow[]; next: { day: Day; id: number } | null }> {
  const page = await db
    .select()
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isNotNull(expenses.mergedIntoId),
        after && sql`(${expenses.day}, ${expenses.id}) < (${after.day}, ${after.id})`,
      ),
    )
    .orderBy(sql`${expenses.day} desc`, sql`${expenses.id} desc`)
    .limit(MERGED_PER_PAGE);
  const rows = page.flatMap((row) =>
    row.mergedIntoId === null ? [] : [{ ...row, mergedIntoId: row.mergedIntoId }],
  );
  return { rows, next: page.length < MERGED_PER_PAGE ? null : (page.at(-1) ?? null) };
}

export async function writeMergeChanges(
  tx: LedgerTransaction,
  userId: string,
  rows: readonly ExpenseRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const byColumnName = (row: ExpenseRow): Record<string, unknown> => ({
    id: row.id,
    ...Object.fromEntries(CHANGED.map(([key, name]) => [name, row[key]])),
  });
  const sets = CHANGED.map(([, name]) => sql.raw(`${name} = c.${name}`));
  const { rows: written } = await tx.execute<{ weekStart: Day }>(sql`
    ${update(expenses)} e set ${sql.join(sets, sql`, `)}
    from json_populate_recordset(null::expenses, ${JSON.stringify(rows.map(byColumnName))}::json) c
    where e.user_id = ${userId} and e.id = c.id
    returning e.week_start as "weekStart"`);
  touchWeeks(tx, written);
}

const CHANGED_KEYS = Object.keys({
  name: true,
  amountCents: true,
  day: true,
  category: true,
  type: true,
  dayOfMonth: true,
  isPaid: true,
  countedByHand: true,
  editedFields: true,
  fieldsFromManual: true,
  mergedIntoId: true,
  deletedAt: true,
} satisfies Record<keyof MergeChanges, true>) as (keyof MergeChanges)[];
const CHANGED = CHANGED_KEYS.map((key) => [key, getTableColumns(expenses)[key].name] as const);

/** The caller touches the weeks of both. */
export async function storeSeparate(
  db: Database,
  userId: string,
  { manualId, bankId }: PairIds,
): Promise<void> {
  await db
    .insert(separateExpenses)
    .values({ userId, manualExpenseId: manualId, bankExpenseId: bankId })
    .onConflictDoNothing();
}

/** The caller touches the weeks of both. */
export async function deleteSeparate(
  db: Database,
  userId: string,
  { manualId, bankId }: PairIds,
): Promise<void> {
  await db
    .delete(separateExpenses)
    .where(
      and(
        eq(separateExpenses.userId, userId),
        eq(separateExpenses.manualExpenseId, manualId),
        eq(separateExpenses.bankExpenseId, bankId),
      ),
    );
}

export async function listSeparate(db: Database, userId: string): Promise<PairIds[]> {
  return db
    .select({ manualId: separateExpenses.manualExpenseId, bankId: separateExpenses.bankExpenseId })
    .from(separateExpenses)
    .where(eq(separateExpenses.userId, userId))
    .orderBy(separateExpenses.manualExpenseId, separateExpenses.bankExpenseId);
}

async function readRows(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, ExpenseRow>> {
  const rows = await inPages(ids, (page) =>
    db
      .select()
      .from(expenses)
      .where(and(eq(expenses.userId, userId), isOneOf(expenses.id, page))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a map by id. */
export async function readTransactions(db: Database, userId: string, ids: readonly number[]) {
  const { id, name, merchantName, day, authorizedOn, expenseCategory } = bankTransactions;
  const rows = await inPages(ids, (page) =>
    db
      .select({ id, name, merchantName, day, authorizedOn, expenseCategory })
      .from(bankTransactions)
      .where(and(eq(bankTransactions.userId, userId), isOneOf(bankTransactions.id, page))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
