import { dayOfMonth } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { centsFromDollars } from '@oinkly/domain/money';
import { AppError } from '../../app-error.ts';
import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fileMerchantUnder } from './merchant-categories.queries.ts';
import {
  insertExpenseRow,
  listExpenseRows,
  lockExpenseRow,
  markExpenseDeleted,
  unmarkExpenseDeleted,
  updateExpenseRow,
  type ExpenseCursor,
  type ExpenseFilter,
  type ExpenseRow,
  type NewExpenseRow,
  type ShownExpense,
} from './expenses.queries.ts';

/** An expense as a person enters it. The amount is in dollars and may be negative. */
export interface ExpenseEntry {
  name: string;
  amount: number;
  date: string;
  category: ExpenseCategory;
  type: 'recurring' | 'one-time';
  dayOfMonth?: number | null | undefined;
  paid: boolean;
}

export interface ExpensePatch extends Partial<ExpenseEntry> {
  /** true: count this, false: don't, null: as its kind says. */
  counted?: boolean | null | undefined;
  /** Gives the category of this patch to all purchases of the merchant, now and from now on. */
  alwaysForMerchant?: boolean | undefined;
}

/** A page of the list, and where the next one goes on; null at the end. */
export interface ExpensePage {
  rows: ShownExpense[];
  next: ExpenseCursor | null;
}

/** The list, newest first; all of it, or a page when `limit` is given. */
export async function listExpenses(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  filter: ExpenseFilter,
): Promise<ExpensePage> {
  const { limit } = filter;
  if (limit === undefined) return { rows: await listExpenseRows(db, ownerId, filter), next: null };
  const rows = await listExpenseRows(db, ownerId, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? { day: last.day, id: last.id } : null };
}

/** Stores what a person typed; a recurring one without a day of month recurs on the day of its date (AE-2). */
export async function addExpense(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ownerId: string,
  entry: ExpenseEntry,
): Promise<ExpenseRow> {
  return inUserTransaction(db, ownerId, (tx) =>
    insertExpenseRow(tx, {
      userId: ownerId,
      name: entry.name,
      amountCents: centsFromDollars(entry.amount),
      day: entry.date,
      category: entry.category,
      type: entry.type,
      dayOfMonth: entry.type === 'recurring' ? (entry.dayOfMonth ?? dayOfMonth(entry.date)) : null,
      isPaid: entry.paid,
      createdAt: clock(),
    }),
  );
}

/**
 * Changes an expense. What the person changed is remembered, so that no later sync undoes it (PD-7). Throws EXPENSE_NOT_FOUND, for
 * somebody else's just as for a missing one.
 */
export async function updateExpense(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; id: number; patch: ExpensePatch },
): Promise<ExpenseRow> {
  return inUserTransaction(db, command.ownerId, async (tx) => {
    const row = await lockExpenseRow(tx, command.ownerId, command.id);
    if (!row) throw new AppError('EXPENSE_NOT_FOUND');
    const changes = changesOf(command.patch, row);
    const { category, alwaysForMerchant } = command.patch;
    if (category && alwaysForMerchant) await fileMerchantUnder(tx, row, category);
    const edited = Object.keys(changes).filter((field) => SYNCED_FIELDS.has(field));
    return updateExpenseRow(tx, command.ownerId, command.id, {
      ...changes,
      editedFields: [...new Set([...row.editedFields, ...edited])],
    });
  });
}

/** Deletes an expense; one from the bank stays deleted whatever the bank sends later (PD-7). Throws EXPENSE_NOT_FOUND. */
export async function deleteExpense(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  command: { ownerId: string; id: number },
): Promise<void> {
  const isDeleted = await inUserTransaction(db, command.ownerId, (tx) =>
    markExpenseDeleted(tx, command.ownerId, command.id, clock()),
  );
  if (!isDeleted) throw new AppError('EXPENSE_NOT_FOUND');
}

/**
 * Takes back a deletion by the owner. Throws EXPENSE_NOT_FOUND when there is none: also for what the bank has taken back meanwhile.
 */
export async function restoreExpense(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; id: number },
): Promise<ExpenseRow> {
  const row = await inUserTransaction(db, command.ownerId, (tx) =>
    unmarkExpenseDeleted(tx, command.ownerId, command.id),
  );
  if (!row) throw new AppError('EXPENSE_NOT_FOUND');
  return row;
}

/** The fields that a sync would otherwise write, by the names of the row. */
const SYNCED_FIELDS: ReadonlySet<string> = new Set<keyof ExpenseRow>([
  'name',
  'amountCents',
  'day',
  'category',
]);

/** What of a patch differs from the row, by the names of the row. */
function changesOf(patch: ExpensePatch, row: ExpenseRow): Partial<NewExpenseRow> {
  const type = patch.type ?? row.type;
  const wanted: Partial<NewExpenseRow> = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.amount !== undefined && { amountCents: centsFromDollars(patch.amount) }),
    ...(patch.date !== undefined && { day: patch.date }),
    ...(patch.category !== undefined && { category: patch.category }),
    ...(patch.paid !== undefined && { isPaid: patch.paid }),
    ...(patch.counted !== undefined && { countedByHand: patch.counted }),
    type,
    dayOfMonth:
      type === 'recurring' ? (patch.dayOfMonth ?? row.dayOfMonth ?? dayOfMonth(patch.date ?? row.day)) : null,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== row[field as keyof ExpenseRow]),
  );
}
