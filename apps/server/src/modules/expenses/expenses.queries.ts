import { countedKinds, kindOfExpense } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { centsOfSearch } from '@oinkly/domain/money-input';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import {
  and,
  between,
  ne,
  inArray,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { expenses, users } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from '../ledger/index.ts';

export type ExpenseRow = typeof expenses.$inferSelect;
export type NewExpenseRow = typeof expenses.$inferInsert;

/** What a list shows of an expense. A year of it is read in a third of the time that whole rows take. */
const shownColumns = {
  id: expenses.id,
  userId: expenses.userId,
  bankRecordId: expenses.bankRecordId,
  name: expenses.name,
  amountCents: expenses.amountCents,
  currency: expenses.currency,
  day: expenses.day,
  category: expenses.category,
  type: expenses.type,
  dayOfMonth: expenses.dayOfMonth,
  seriesId: expenses.seriesId,
  isPaid: expenses.isPaid,
  isPending: expenses.isPending,
  kind: expenses.kind,
  isCounted: expenses.isCounted,
  isUpcoming: expenses.isUpcoming,
  countsByKind: expenses.countsByKind,
  countedByHand: expenses.countedByHand,
  refundedCents: expenses.refundedCents,
  lentFields: expenses.lentFields,
};

export type ShownExpense = Pick<ExpenseRow, keyof typeof shownColumns>;

/** Where a page of the list goes on: after this row, newest first. */
export interface ExpenseCursor {
  day: Day;
  id: number;
}

export interface ExpenseFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Part of the name, in any case, or an amount such as `25` or `$4.50`. */
  search?: string | undefined;
  counted: 'counted' | 'not' | 'all';
  category?: ExpenseCategory | undefined;
  source?: 'bank' | 'manual' | undefined;
  type?: ExpenseRow['type'] | undefined;
  after?: ExpenseCursor | undefined;
  limit: number;
}

const isThere = and(isNull(expenses.deletedAt), isNull(expenses.withdrawnAt), isNull(expenses.mergedIntoId));

/** A user's expenses, newest day first, ties higher id first. */
export async function listExpenseRows(
  db: Database,
  userId: string,
  filter: ExpenseFilter,
): Promise<ShownExpense[]> {
  const conditions: (SQL | undefined)[] = [
    eq(expenses.userId, userId),
    isThere,
    eq(expenses.isUpcoming, false),
  ];
  if (filter.from) conditions.push(gte(expenses.day, filter.from));
  if (filter.to) conditions.push(lte(expenses.day, filter.to));
  if (filter.search) conditions.push(matchesSearch(filter.search));
  if (filter.counted !== 'all') conditions.push(eq(expenses.isCounted, filter.counted === 'counted'));
  if (filter.category) conditions.push(eq(expenses.category, filter.category));
  if (filter.type) conditions.push(eq(expenses.type, filter.type));
  if (filter.source === 'manual') conditions.push(isNull(expenses.bankRecordId));
  if (filter.source === 'bank') conditions.push(isNotNull(expenses.bankRecordId));
  if (filter.after) {
    const { day, id } = filter.after;
    conditions.push(or(lt(expenses.day, day), and(eq(expenses.day, day), lt(expenses.id, id))));
  }
  return db
    .select(shownColumns)
    .from(expenses)
    .where(and(...conditions))
    .orderBy(desc(expenses.day), desc(expenses.id))
    .limit(filter.limit);
}

/** Reads the rows of one user at most, whose keys lead the index. The amount shown is the one after refunds; both are found. */
function matchesSearch(text: string): SQL | undefined {
  const sums = centsOfSearch(text);
  const magnitude = sql`abs(${expenses.amountCents})`;
  return or(
    ilike(expenses.name, `%${escapeLike(text)}%`),
    ...(sums
      ? [
          between(magnitude, sums.from, sums.to),
          between(sql`${magnitude} - ${expenses.refundedCents}`, sums.from, sums.to),
        ]
      : []),
  );
}

/** Adds an expense and returns it with what the database works out of it. */
export async function insertExpenseRow(tx: LedgerTransaction, row: NewExpenseRow): Promise<ExpenseRow> {
  const [added] = await tx.insert(expenses).values(row).returning();
  if (!added) throw new Error('An insert returned no row');
  touchWeeks(tx, [added]);
  return added;
}

/** The user's expense, shown or not. Throws when it is not there. */
export async function findExpenseRow(db: Database, userId: string, id: number): Promise<ExpenseRow> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.id, id)));
  if (!row) throw new Error('An expense that was just there is gone');
  return row;
}

/** What a request of the user has added, also when it has been deleted since. */
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

/** The user's expense, locked until the transaction ends; undefined when it is not there or somebody else's. */
export async function lockExpenseRow(
  db: Database,
  userId: string,
  id: number,
): Promise<ExpenseRow | undefined> {
  const [row] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.id, id), isThere))
    .for('update');
  return row;
}

/** Changes the user's expense and returns it as it is now. */
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
        eq(before.userId, expenses.userId),
        eq(before.id, expenses.id),
      ),
    )
    .returning({ row: getTableColumns(expenses), weekBefore: before.weekStart });
  if (!found) throw new Error('A locked expense is gone');
  touchWeeks(tx, [{ weekStart: found.weekBefore }, found.row]);
  return found.row;
}

/** The user's expense that they deleted, locked; undefined when there is none, or the bank has taken it back meanwhile. */
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

/** Applies the setting 'count fixed bills' to the rows that it concerns (PD-5). */
export async function recountFixedBills(
  tx: LedgerTransaction,
  userId: string,
  countFixedBills: boolean,
): Promise<void> {
  const countsByKind = inArray(expenses.kind, countedKinds(countFixedBills));
  const rows = await tx
    .update(expenses)
    .set({ countsByKind })
    .where(and(eq(expenses.userId, userId), ne(expenses.countsByKind, countsByKind)))
    .returning({ weekStart: expenses.weekStart });
  touchWeeks(tx, rows);
}

/** What follows from the category and name of an expense without a bank: its kind and whether that counts for the user (PD-4, PD-5). */
export async function readKind(
  db: Database,
  userId: string,
  expense: { category: string; name: string },
): Promise<Pick<ExpenseRow, 'kind' | 'countsByKind'>> {
  const kind = kindOfExpense(expense);
  return { kind, countsByKind: (await readCountedKinds(db, userId)).includes(kind) };
}

/** The kinds that count for the user when nothing was said by hand. Read in the transaction that uses them. */
export async function readCountedKinds(db: Database, userId: string): Promise<MoneyKind[]> {
  const [user] = await db
    .select({ countFixedBills: users.countFixedBills })
    .from(users)
    .where(eq(users.id, userId));
  return countedKinds(user?.countFixedBills ?? false);
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
