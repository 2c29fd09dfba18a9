import { dayOfMonth } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { EnteredColumn, ImportedColumn } from '@oinkly/domain/expense-fields';
import { centsFromDollars } from '@oinkly/domain/money';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { todayOf } from '../time/index.ts';
import {
  changeLedger,
  fileMerchantUnder,
  findExpenseOfRequest,
  insertExpenseRow,
  lockDeletedExpenseRow,
  lockExpenseRow,
  markUpcoming,
  readKind,
  updateExpenseRow,
  type ExpenseRow,
  type LedgerDeps,
  type NewExpenseRow,
} from '../ledger/index.ts';
import { shownFor } from './duplicates.service.ts';
import { requireRoomForExpenses } from './expense-quota.ts';
import {
  listExpenseRows,
  type ExpenseCursor,
  type ExpenseFilter,
  type ShownExpense,
} from './list-expenses.queries.ts';
import {
  beginSeries,
  beginSeriesWith,
  changeSeriesFrom,
  endSeriesWith,
  restoreDeletedAt,
  type Owner,
} from './series.service.ts';

/** An expense as a person enters it. The amount is in dollars and may be negative. */
export interface ExpenseEntry {
  name: string;
  amount: number;
  date: string;
  category: ExpenseCategory;
  type: 'recurring' | 'one-time';
  dayOfMonth?: number | null | undefined;
  paid: boolean;
  /** Made up by who sends it: with the same one again, nothing is added. */
  requestId?: string | undefined;
}

export interface ExpensePatch extends Partial<Omit<ExpenseEntry, 'requestId'>> {
  /** true: count this, false: don't, null: as its kind says. */
  counted?: boolean | null | undefined;
  /** Gives the category of this patch to all purchases of the merchant, now and from now on. */
  alwaysForMerchant?: boolean | undefined;
}

/** Which occurrences of a recurring expense are meant: this one, or this and all later ones. For any other expense they are the same. */
export type ExpenseScope = 'one' | 'future';

/** A page of the list, and where the next one starts; null at the end. */
export interface ExpensePage {
  rows: ShownExpense[];
  next: ExpenseCursor | null;
}

/** A page of the list, newest first. */
export async function listExpenses(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  filter: ExpenseFilter,
): Promise<ExpensePage> {
  const { limit } = filter;
  const rows = await listExpenseRows(db, ownerId, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? { day: last.day, id: last.id } : null };
}

/**
 * Adds a manual expense and returns it. A recurring one begins a series and returns the first occurrence, which may be upcoming; without a day
 * of month it recurs on the day of its date (AE-2). An expense that a bank has reported is merged into the bank's, which is returned
 * instead. A repeated request returns what the first one added.
 */
export async function addExpense(deps: LedgerDeps, owner: Owner, entry: ExpenseEntry): Promise<ExpenseRow> {
  const now = deps.clock();
  const row = {
    name: entry.name,
    amountCents: centsFromDollars(entry.amount),
    day: entry.date,
    category: entry.category,
    isPaid: entry.paid,
    createdAt: now,
    requestId: entry.requestId ?? null,
  } satisfies Pick<Required<NewExpenseRow>, ImportedColumn> & Partial<NewExpenseRow>;
  return changeLedger(deps, owner.id, async (tx) => {
    const known = entry.requestId && (await findExpenseOfRequest(tx, owner.id, entry.requestId));
    if (known) return shownFor(tx, known);
    await requireRoomForExpenses(tx, owner.id, 1);
    const recursOn = entry.dayOfMonth ?? dayOfMonth(entry.date);
    const first = { ...row, ...(await readKind(tx, owner.id, row)) };
    if (entry.type === 'one-time') {
      return shownFor(tx, await insertExpenseRow(tx, { ...first, userId: owner.id }));
    }
    return shownFor(tx, await beginSeries(tx, { owner, first, recursOn, now }));
  });
}

/**
 * Changes an expense, and of a recurring one with scope 'future' all that come after it (PD-31). What the person changed is remembered,
 * so that no later sync undoes it (PD-7). Throws EXPENSE_NOT_FOUND, for somebody else's just as for a missing one.
 */
export async function updateExpense(
  deps: LedgerDeps,
  command: { owner: Owner; id: number; patch: ExpensePatch; scope?: ExpenseScope },
): Promise<ExpenseRow> {
  const { owner, id, patch, scope = 'one' } = command;
  const now = deps.clock();
  return changeLedger(deps, owner.id, async (tx) => {
    const asFound = await existingExpense(tx, owner.id, id);
    if (scope === 'future') await changeSeriesFrom(tx, asFound, patch, now);
    const row = scope === 'future' ? await existingExpense(tx, owner.id, id) : asFound;
    const changes = changesOf(patch, row);
    const { category, alwaysForMerchant } = patch;
    if (category && alwaysForMerchant) await fileMerchantUnder(tx, row, category);
    const edited = Object.keys(changes).filter((field) => SYNCED_FIELDS.has(field));
    const saysKind = (changes.name !== undefined || changes.category !== undefined) && hasOwnKind(row);
    const changed = await updateExpenseRow(tx, owner.id, id, {
      ...changes,
      ...(saysKind && (await readKind(tx, owner.id, { ...row, ...changes }))),
      editedFields: [...new Set([...row.editedFields, ...edited])],
    });
    // A bank brings the next one of its own.
    const begins = changes.type === 'recurring' && row.bankTransactionId === null;
    if (begins) await beginSeriesWith(tx, { owner, row: changed, now });
    if (begins || row.seriesId !== null) {
      await markUpcoming(
        tx,
        owner.id,
        todayOf(owner, () => now),
      );
    }
    return shownFor(tx, changed);
  });
}

/**
 * Deletes an expense, and of a recurring one with scope 'future' all that come after it: the series ends. What is deleted stays deleted,
 * whatever the bank sends later (PD-7) and whichever month is made up (PD-31). Throws EXPENSE_NOT_FOUND.
 */
export async function deleteExpense(
  deps: LedgerDeps,
  command: { ownerId: string; id: number; scope?: ExpenseScope },
): Promise<void> {
  const { ownerId: userId, id, scope = 'one' } = command;
  await changeLedger(deps, userId, async (tx) => {
    const row = await existingExpense(tx, userId, id);
    const now = deps.clock();
    await updateExpenseRow(tx, userId, id, { deletedAt: now });
    if (scope === 'future') await endSeriesWith(tx, row, now);
  });
}

/**
 * Takes back a deletion by the owner, whole: with scope 'future', the later ones return as well and the series goes on, as if it had never
 * ended. Throws EXPENSE_NOT_FOUND when there is none: also for what the bank has taken back meanwhile.
 */
export async function restoreExpense(
  deps: LedgerDeps,
  command: { ownerId: string; id: number },
): Promise<ExpenseRow> {
  const { ownerId: userId, id } = command;
  return changeLedger(deps, userId, async (tx) => {
    const row = await lockDeletedExpenseRow(tx, userId, id);
    if (!row) throw new AppError('EXPENSE_NOT_FOUND');
    if (row.seriesId !== null) await restoreDeletedAt(tx, { userId, id: row.seriesId }, row.deletedAt);
    return shownFor(tx, await updateExpenseRow(tx, userId, id, { deletedAt: null }));
  });
}

async function existingExpense(tx: Database, userId: string, id: number): Promise<ExpenseRow> {
  const row = await lockExpenseRow(tx, userId, id);
  if (!row) throw new AppError('EXPENSE_NOT_FOUND');
  return row;
}

/** Whether the kind follows from the name and category. A bank or a file says what a transfer is. */
function hasOwnKind({ bankTransactionId, kind }: ExpenseRow): boolean {
  return bankTransactionId === null && (kind === 'spending' || kind === 'fixed-bill');
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
  const wanted: Pick<ExpenseRow, EnteredColumn | 'countedByHand'> = {
    name: patch.name ?? row.name,
    amountCents: patch.amount === undefined ? row.amountCents : centsFromDollars(patch.amount),
    day: patch.date ?? row.day,
    category: patch.category ?? row.category,
    isPaid: patch.paid ?? row.isPaid,
    countedByHand: patch.counted === undefined ? row.countedByHand : patch.counted,
    type,
    dayOfMonth:
      type === 'recurring' ? (patch.dayOfMonth ?? row.dayOfMonth ?? dayOfMonth(patch.date ?? row.day)) : null,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== row[field as keyof ExpenseRow]),
  );
}
