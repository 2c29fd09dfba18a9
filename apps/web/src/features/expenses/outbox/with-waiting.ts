import type { Expense, ExpensePatch } from '@oinkly/contract/endpoints';
import { newestFirst } from '@oinkly/domain/expense-order';
import { fieldsSetBy, localIdOf, type Change, type OutboxEntry, type ConfirmedEntry } from './change.ts';

/** Newest first. `takes` says what belongs to the list. Refused changes are left out, except additions. */
export function withWaiting(
  expenses: readonly Expense[],
  entries: readonly (OutboxEntry | ConfirmedEntry)[],
  takes: (expense: Expense) => boolean,
): readonly Expense[] {
  if (entries.length === 0) return expenses;
  let rows = [...expenses];
  for (const entry of entries) {
    if (entry.kind === 'add') {
      const added = addedBy(entry);
      // The list may already include it.
      if (takes(added) && !rows.some(({ id }) => id === added.id)) rows.push(added);
    } else if (entry.refusal === null) {
      rows = changedBy(rows, entry, takes);
    }
  }
  return rows.sort(newestFirst);
}

function changedBy(
  rows: Expense[],
  change: Exclude<Change, { kind: 'add' }>,
  takes: (expense: Expense) => boolean,
): Expense[] {
  const { expense } = change;
  if (change.kind === 'restore') {
    return takes(expense) && !rows.some(({ id }) => id === expense.id) ? [...rows, expense] : rows;
  }
  if (change.kind === 'edit') {
    return rows
      .map((row) => (row.id === expense.id ? patched(row, change.patch) : row))
      .filter((row) => row.id !== expense.id || takes(row));
  }
  const isDeleted = (row: Expense) =>
    row.id === expense.id ||
    (change.scope === 'future' &&
      expense.seriesId !== null &&
      row.seriesId === expense.seriesId &&
      row.date >= expense.date);
  return rows.filter((row) => !isDeleted(row));
}

export function patched(row: Expense, patch: ExpensePatch): Expense {
  return { ...row, ...fieldsSetBy(patch), ...countedAfter(row, patch.counted) };
}

function countedAfter(row: Expense, byHand: boolean | null | undefined) {
  const { counted, notCountedReason } = row;
  if (byHand === undefined) return { counted, notCountedReason };
  const isCounted = byHand ?? row.kind === 'spending';
  return {
    counted: isCounted,
    notCountedReason: isCounted ? null : byHand === null ? ('kind' as const) : ('by-hand' as const),
  };
}

/** A new expense as the server returned it, or is expected to. */
export function addedBy(entry: Extract<OutboxEntry | ConfirmedEntry, { kind: 'add' }>): Expense {
  return ('answer' in entry ? entry.answer : null) ?? addedExpense(entry, localIdOf(entry));
}

function addedExpense({ expense, outlook }: Extract<Change, { kind: 'add' }>, id: number): Expense {
  const { type = 'one-time', dayOfMonth = null, paid = false } = expense;
  const isFixedBill = outlook?.isFixedBill ?? false;
  return {
    id,
    name: expense.name,
    amount: expense.amount,
    date: outlook?.day ?? expense.date,
    category: expense.category,
    type,
    dayOfMonth,
    seriesId: null,
    merged: false,
    paid,
    userId: '',
    source: 'manual',
    kind: isFixedBill ? 'fixed-bill' : 'spending',
    counted: !isFixedBill,
    notCountedReason: isFixedBill ? 'kind' : null,
    refunded: 0,
    pending: false,
    currency: 'USD',
  };
}
