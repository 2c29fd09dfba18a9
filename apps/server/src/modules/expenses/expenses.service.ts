import { kindOfEdited, kindOfEntered, recursOn } from '@oinkly/domain/entered-expense';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { EnteredColumn, ExpenseType, ImportedColumn } from '@oinkly/domain/expense-fields';
import { centsFromDollars } from '@oinkly/domain/money';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { setMayHaveBill } from '../budget/index.ts';
import { todayOf } from '../time/index.ts';
import {
  changeLedger,
  findExpenseOfRequest,
  insertManualExpense,
  lockDeletedExpenseRow,
  lockExpenseRow,
  markUpcoming,
  mergeDuplicates,
  updateExpenseRow,
  type ExpenseRow,
  type LedgerDeps,
  type NewExpenseRow,
} from '../ledger/index.ts';
import { shownFor } from './duplicates.service.ts';
import { requireRoomForExpenses } from './expense-quota.ts';
import {
  listExpenseRows,
  sumExpenseRows,
  type ExpenseCursor,
  type ExpenseFilter,
  type ExpensePageFilter,
  type ExpenseSum,
  type ShownExpense,
} from './list-expenses.queries.ts';
import { sourceOf } from './present-expense.ts';
import { ruleOfferFor, type RuleOffer } from './rules.service.ts';
import {
  beginSeries,
  beginSeriesWith,
  changeSeriesFrom,
  endSeriesWith,
  restoreDeletedAt,
  type Owner,
} from './series.service.ts';

/** In dollars, perhaps negative. */
export interface ExpenseEntry {
  name: string;
  amount: number;
  date: string;
  category: ExpenseCategory;
  type: ExpenseType;
  dayOfMonth?: number | null | undefined;
  paid: boolean;
  /** From the client: a repeated request adds nothing. */
  requestId?: string | undefined;
}

export interface ExpensePatch extends Partial<Omit<ExpenseEntry, 'requestId'>> {
  /** null: as the kind says. */
  counted?: boolean | null | undefined;
}

/** `future`: this occurrence and all later ones. */
export type ExpenseScope = 'one' | 'future';

/** `next` is null on the last page. */
export interface ExpensePage {
  rows: ShownExpense[];
  next: ExpenseCursor | null;
}

export async function listExpenses(
  { db }: { db: Database },
  ownerId: string,
  filter: ExpensePageFilter,
): Promise<ExpensePage> {
  const { limit } = filter;
  const rows = await listExpenseRows(db, ownerId, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? { day: last.day, id: last.id } : null };
}

/** Sums the whole list of a filter (PD-98). Cost: n in the user's rows. */
export async function sumExpenses(
  { db }: { db: Database },
  ownerId: string,
  filter: ExpenseFilter,
): Promise<ExpenseSum> {
  return sumExpenseRows(db, ownerId, filter);
}

/**
 * A recurring expense begins a series and returns its first occurrence, perhaps upcoming (AE-2). A clear
 * duplicate returns the bank expense, a repeated request the first one's result.
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
    const first = { ...row, ...kindOfEntered(row, tx.ledger.owner) };
    const day = recursOn({ ...entry, day: row.day });
    if (day === null) {
      const added = await insertManualExpense(tx, first);
      return (await mergeDuplicates(tx)) ? shownFor(tx, added) : added;
    }
    return shownFor(tx, await beginSeries(tx, { owner, first, recursOn: day, now }));
  });
}

/**
 * Changes an expense; later syncs keep the changes (PD-7). `ruleOffer` would repeat them for the merchant's
 * later transactions. Throws EXPENSE_NOT_FOUND.
 */
export async function updateExpense(
  deps: LedgerDeps,
  command: { owner: Owner; id: number; patch: ExpensePatch; scope?: ExpenseScope },
): Promise<{ expense: ExpenseRow; ruleOffer: RuleOffer | null }> {
  const { owner, id, patch, scope = 'one' } = command;
  const now = deps.clock();
  return changeLedger(deps, owner.id, async (tx) => {
    const asFound = await existingExpense(tx, owner.id, id);
    if (scope === 'future') await changeSeriesFrom(tx, asFound, patch, now);
    const row = scope === 'future' ? await existingExpense(tx, owner.id, id) : asFound;
    const changes = changesOf(patch, row);
    const edited = Object.keys(changes).filter((field) => SYNCED_FIELDS.has(field));
    const before = { ...row, source: sourceOf(row) };
    const changed = await updateExpenseRow(tx, owner.id, id, {
      ...changes,
      ...kindOfEdited(before, { ...row, ...changes }, tx.ledger.owner),
      editedFields: [...new Set([...row.editedFields, ...edited])],
      ruledFields: row.ruledFields.filter((field) => !Object.hasOwn(changes, field)),
    });
    // A bank brings its own next occurrence.
    const begins = changes.type === 'recurring' && row.bankTransactionId === null;
    if (begins) await beginSeriesWith(tx, { owner, row: changed, now });
    if (begins || row.seriesId !== null) {
      await markUpcoming(
        tx,
        owner.id,
        todayOf(owner, () => now),
      );
    }
    if (row.bankTransactionId !== null) await setMayHaveBill(tx, owner.id, true);
    const ruleOffer = await ruleOfferFor(tx, row, changes);
    return { expense: await shownFor(tx, changed), ruleOffer };
  });
}

/** Deletes an expense; scope 'future' also ends the series. No sync restores it (PD-7, PD-31). Throws EXPENSE_NOT_FOUND. */
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
 * Scope 'future' also restores the series. Throws EXPENSE_NOT_FOUND, also if the bank removed it meanwhile.
 */
export async function restoreExpense(
  deps: LedgerDeps,
  command: { ownerId: string; id: number },
): Promise<ExpenseRow> {
  const { ownerId: userId, id } = command;
  return changeLedger(deps, userId, async (tx) => {
    const row = await lockDeletedExpenseRow(tx, userId, id);
    if (!row) throw new AppError('EXPENSE_NOT_FOUND');
    if (row.bankTransactionId !== null) await setMayHaveBill(tx, userId, true);
    if (row.seriesId !== null) await restoreDeletedAt(tx, { userId, id: row.seriesId }, row.deletedAt);
    return shownFor(tx, await updateExpenseRow(tx, userId, id, { deletedAt: null }));
  });
}

async function existingExpense(tx: Database, userId: string, id: number): Promise<ExpenseRow> {
  const row = await lockExpenseRow(tx, userId, id);
  if (!row) throw new AppError('EXPENSE_NOT_FOUND');
  return row;
}

/** Columns that a sync would overwrite. */
const SYNCED_FIELDS: ReadonlySet<string> = new Set<keyof ExpenseRow>([
  'name',
  'amountCents',
  'day',
  'category',
]);

function changesOf(patch: ExpensePatch, row: ExpenseRow): Partial<NewExpenseRow> {
  const type = patch.type ?? row.type;
  const day = patch.date ?? row.day;
  const wanted: Pick<ExpenseRow, EnteredColumn | 'countedByHand'> = {
    name: patch.name ?? row.name,
    amountCents: patch.amount === undefined ? row.amountCents : centsFromDollars(patch.amount),
    day,
    category: patch.category ?? row.category,
    isPaid: patch.paid ?? row.isPaid,
    countedByHand: patch.counted === undefined ? row.countedByHand : patch.counted,
    type,
    dayOfMonth: recursOn({ type, dayOfMonth: patch.dayOfMonth ?? row.dayOfMonth, day }),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== row[field as keyof ExpenseRow]),
  );
}
