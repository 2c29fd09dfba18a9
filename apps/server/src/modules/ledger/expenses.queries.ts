import type { EnteredColumn } from '@oinkly/domain/expense-fields';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { expenses } from '../../db/tables/ledger.tables.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';

export type ExpenseRow = typeof expenses.$inferSelect;
export type NewExpenseRow = typeof expenses.$inferInsert;

/** Not deleted, withdrawn or merged. */
export const isExistingExpense = and(
  isNull(expenses.deletedAt),
  isNull(expenses.withdrawnAt),
  isNull(expenses.mergedIntoId),
);

/** Whether there is any, counted or not; upcoming ones are not listed yet. */
export async function hasListedExpenses(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: expenses.id })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isExistingExpense, eq(expenses.isUpcoming, false)))
    .limit(1);
  return rows.length > 0;
}

export async function insertExpenseRow(tx: LedgerTransaction, row: NewExpenseRow): Promise<ExpenseRow> {
  const [added] = await tx.insert(expenses).values(row).returning();
  if (!added) throw new Error('An insert returned no row');
  touchWeeks(tx, [added]);
  return added;
}

/** The columns of an expense that the user adds and that does not recur. */
export type ManualExpenseRow = Required<
  Pick<
    NewExpenseRow,
    Exclude<EnteredColumn, 'type' | 'dayOfMonth'> | 'kind' | 'countsByKind' | 'requestId' | 'createdAt'
  >
>;

/** Inserts a row. Prepared, because most rows are added here. */
export async function insertManualExpense(tx: LedgerTransaction, row: ManualExpenseRow): Promise<ExpenseRow> {
  const [added] = await insertManual(tx, { userId: tx.ledger.userId, ...row });
  if (!added) throw new Error('An insert returned no row');
  touchWeeks(tx, [added]);
  return added;
}

const insertManual = preparedQuery<ManualExpenseRow & { userId: string }, ExpenseRow>(
  'insert_manual_expense',
  (value, db) =>
    db
      .insert(expenses)
      .values({
        userId: value('userId'),
        name: value('name'),
        amountCents: value('amountCents'),
        day: value('day'),
        category: value('category'),
        isPaid: value('isPaid'),
        kind: value('kind'),
        countsByKind: value('countsByKind'),
        requestId: value('requestId'),
        createdAt: value('createdAt'),
      } satisfies Record<keyof ManualExpenseRow | 'userId', unknown>)
      .returning(),
);

/** Finds hidden expenses too. Throws if there is none. */
export async function findExpenseRow(db: Database, userId: string, id: number): Promise<ExpenseRow> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.id, id)));
  if (!row) throw new Error('An expense that was just read is missing');
  return row;
}

/** Returns the ids of the requests that added expenses since an instant, of the user's 100 newest expenses. */
export async function listNewRequestIds(db: Database, userId: string, since: Date): Promise<string[]> {
  const rows = await selectNewRequestIds(db, { userId, since: since.toISOString() });
  return rows.map(({ requestId }) => requestId);
}

const selectNewRequestIds = preparedQuery<{ userId: string; since: string }, { requestId: string }>(
  'list_new_request_ids',
  (value) => sql`
    select request_id as "requestId"
    from (select request_id, created_at from expenses where user_id = ${value('userId')} order by id desc limit 100) newest
    where request_id is not null and created_at > ${value('since')}`,
);

/** Finds what a request added, even if deleted since. */
export async function findExpenseOfRequest(
  db: Database,
  userId: string,
  requestId: string,
): Promise<ExpenseRow | undefined> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.requestId, requestId)));
  return row;
}

export async function lockExpenseRow(
  db: Database,
  userId: string,
  id: number,
): Promise<ExpenseRow | undefined> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.id, id), isExistingExpense))
    .for('update');
  return row;
}

export async function updateExpenseRow(
  tx: LedgerTransaction,
  userId: string,
  id: number,
  changes: Partial<NewExpenseRow>,
): Promise<ExpenseRow> {
  const before = alias(expenses, 'before');
  const [found] = await tx
    .update(expenses)
    .set(changes)
    .from(before)
    .where(
      and(
        eq(expenses.userId, userId),
        eq(expenses.id, id),
        eq(before.userId, userId),
        eq(before.id, expenses.id),
      ),
    )
    .returning({ row: getTableColumns(expenses), weekBefore: before.weekStart });
  if (!found) throw new Error('A locked expense is missing');
  touchWeeks(tx, [{ weekStart: found.weekBefore }, found.row]);
  return found.row;
}

export async function lockDeletedExpenseRow(
  db: Database,
  userId: string,
  id: number,
): Promise<(ExpenseRow & { deletedAt: Date }) | undefined> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        eq(expenses.id, id),
        isNull(expenses.withdrawnAt),
        isNull(expenses.mergedIntoId),
      ),
    )
    .for('update');
  return row?.deletedAt ? { ...row, deletedAt: row.deletedAt } : undefined;
}

export async function updateCountsByKind(
  tx: LedgerTransaction,
  userId: string,
  countedKinds: readonly MoneyKind[],
): Promise<void> {
  const countsByKind = inArray(expenses.kind, [...countedKinds]);
  const rows = await tx
    .update(expenses)
    .set({ countsByKind })
    .where(and(eq(expenses.userId, userId), ne(expenses.countsByKind, countsByKind)))
    .returning({ weekStart: expenses.weekStart });
  touchWeeks(tx, rows);
}
