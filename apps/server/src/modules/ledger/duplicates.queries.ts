import type { Day } from '@oinkly/domain/days';
import type { ManualExpense } from '@oinkly/domain/duplicates';
import { and, eq, getTableColumns, isNotNull, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery, preparedStatement } from '../../db/prepared-query.ts';
import { bankTransactions, expenses, separateExpenses } from '../../db/schema.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import type { MergeChanges } from './merge-expenses.ts';

export interface PairIds {
  manualId: number;
  bankId: number;
}

export interface UnmergedExpense extends ManualExpense {
  /** Null if the user entered it. */
  importedAt: Date | null;
  isDeleted: boolean;
}

/** A pair that is merged or will be. */
export interface MergedPair {
  manual: ExpenseRow;
  bank: ExpenseRow;
  transaction: {
    name: string;
    merchantName: string | null;
    day: Day;
    authorizedOn: Day | null;
    expenseCategory: string;
  };
}

/* Without statistics on new tables, the planner expects one row and joins slowly. So queries look rows up by lists of ids or days. */

/** Includes deleted expenses, which make other pairs uncertain. Excludes other currencies and expenses with a matched refund. */
export async function listUnmergedExpenses(
  db: Database,
  userId: string,
  days?: readonly Day[],
): Promise<UnmergedExpense[]> {
  const rows = days ? await selectUnmergedOnDays(db, { userId, days }) : await selectUnmerged(db, { userId });
  return rows.map(({ type, seriesId, importId, createdAt, deletedAt, ...expense }) => ({
    ...expense,
    isOfSeries: type === 'recurring' && seriesId !== null,
    importedAt: importId === null ? null : createdAt,
    isDeleted: deletedAt !== null,
  }));
}

const selectUnmerged = preparedQuery<{ userId: string }, UnmergedRow[]>('list_unmerged', (db, value) =>
  unmergedOf(db, eq(expenses.userId, value('userId'))),
);

const selectUnmergedOnDays = preparedQuery<{ userId: string; days: readonly Day[] }, UnmergedRow[]>(
  'list_unmerged_on_days',
  (db, value) => unmergedOf(db, and(eq(expenses.userId, value('userId')), isOneOfDays(value('days')))),
);

type UnmergedRow = Awaited<ReturnType<typeof unmergedOf>>[number];

function unmergedOf(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: expenses.id,
      name: expenses.name,
      amountCents: expenses.amountCents,
      day: expenses.day,
      type: expenses.type,
      seriesId: expenses.seriesId,
      importId: expenses.importId,
      createdAt: expenses.createdAt,
      deletedAt: expenses.deletedAt,
    })
    .from(expenses)
    .where(
      and(
        where,
        isNull(expenses.bankTransactionId),
        isNull(expenses.mergedIntoId),
        eq(expenses.isUpcoming, false),
        eq(expenses.refundedCents, 0),
        eq(expenses.currency, 'USD'),
      ),
    );
}

/** Whether a manual and a bank expense of these days have the same amount. */
export async function haveEqualAmounts(db: Database, userId: string, days: readonly Day[]): Promise<boolean> {
  const [row] = await selectHaveEqualAmounts(db, { userId, days });
  return row?.are_equal === true;
}

const selectHaveEqualAmounts = preparedStatement<
  { userId: string; days: readonly Day[] },
  { are_equal: boolean }
>(
  'have_equal_amounts',
  (value) => sql`
    select exists (
      select 1 from expenses
      where user_id = ${value('userId')} and day = any(${value('days')}::date[]) and bank_amount_cents = any(array(
        select abs(amount_cents) from expenses
        where user_id = ${value('userId')} and day = any(${value('days')}::date[]) and bank_transaction_id is null
          and merged_into_id is null and deleted_at is null
      ))
    ) as are_equal`,
);

export interface BankExpenseRow {
  id: number;
  bankTransactionId: number;
  amountCents: number;
  day: Day;
  createdAt: Date;
  isDeleted: boolean;
}

/** Returns bank expenses into which no manual one is merged. `cents`: null for any amount. */
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
  return rows.flatMap(({ bankTransactionId, amountCents, deletedAt, ...row }) =>
    bankTransactionId === null || amountCents === null
      ? []
      : [{ ...row, bankTransactionId, amountCents, isDeleted: deletedAt !== null }],
  );
}

const selectBankExpenses = preparedQuery<{ userId: string; days: readonly Day[] }, BankRow[]>(
  'list_bank_expenses',
  (db, value) => bankExpensesOf(db, value('userId'), value('days'), isNotNull(expenses.bankAmountCents)),
);

const selectBankExpensesOfAmounts = preparedQuery<
  { userId: string; days: readonly Day[]; cents: readonly number[] },
  BankRow[]
>('list_bank_expenses_of_amounts', (db, value) =>
  bankExpensesOf(
    db,
    value('userId'),
    value('days'),
    sql`${expenses.bankAmountCents} = any(${value('cents')}::bigint[])`,
  ),
);

type BankRow = Awaited<ReturnType<typeof bankExpensesOf>>[number];

function bankExpensesOf(db: Database, userId: Placeholder, days: Placeholder, amounts: SQL) {
  return db
    .select({
      id: expenses.id,
      bankTransactionId: expenses.bankTransactionId,
      amountCents: expenses.bankAmountCents,
      day: expenses.day,
      createdAt: expenses.createdAt,
      deletedAt: expenses.deletedAt,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isOneOfDays(days),
        amounts,
        isNull(expenses.withdrawnAt),
        isNull(expenses.fieldsFromManual),
        eq(expenses.currency, 'USD'),
      ),
    );
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

/** Returns the newest first. */
export async function listMergedRows(
  db: Database,
  userId: string,
): Promise<(ExpenseRow & { mergedIntoId: number })[]> {
  const rows = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isNotNull(expenses.mergedIntoId)))
    .orderBy(sql`${expenses.day} desc`, sql`${expenses.id} desc`);
  return rows.flatMap((row) =>
    row.mergedIntoId === null ? [] : [{ ...row, mergedIntoId: row.mergedIntoId }],
  );
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
    update expenses e set ${sql.join(sets, sql`, `)}
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
  const rows = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isOneOf(expenses.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a map by id. */
export async function readTransactions(db: Database, userId: string, ids: readonly number[]) {
  const { id, name, merchantName, day, authorizedOn, expenseCategory } = bankTransactions;
  const rows = await db
    .select({ id, name, merchantName, day, authorizedOn, expenseCategory })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), isOneOf(bankTransactions.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

function isOneOfDays(days: Placeholder): SQL {
  return sql`${expenses.day} = any(${days}::date[])`;
}
