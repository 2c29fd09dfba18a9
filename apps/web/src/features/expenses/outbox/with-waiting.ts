import type { Expense, ExpensePatch } from '@oinkly/contract/expenses';
import type { User } from '@oinkly/contract/account';
import { hasKindOfFields, kindOfExpense } from '@oinkly/domain/classification';
import { countedKinds, notCountedReason } from '@oinkly/domain/counted-kinds';
import { newestFirst } from '@oinkly/domain/expense-order';
import { firstDayOf } from '../first-day.ts';
import { fieldsSetBy, localIdOf, type Change, type OutboxEntry, type ConfirmedEntry } from './change.ts';

/** The user's settings that decide what a change leads to. */
export type CountingSettings = Pick<User, 'countFixedBills'>;

/** Newest first. `takes` says what belongs to the list. Refused changes are left out, except additions. */
export function withWaiting(
  expenses: readonly Expense[],
  entries: readonly (OutboxEntry | ConfirmedEntry)[],
  settings: CountingSettings,
  takes: (expense: Expense) => boolean,
): readonly Expense[] {
  if (entries.length === 0) return expenses;
  let rows = [...expenses];
  for (const entry of entries) {
    if (entry.kind === 'add') {
      const added = addedBy(entry, settings);
      // The list may already include it.
      if (takes(added) && !rows.some(({ id }) => id === added.id)) rows.push(added);
    } else if (entry.refusal === null) {
      rows = changedBy(rows, entry, settings, takes);
    }
  }
  return rows.sort(newestFirst);
}

function changedBy(
  rows: Expense[],
  change: Exclude<Change, { kind: 'add' }>,
  settings: CountingSettings,
  takes: (expense: Expense) => boolean,
): Expense[] {
  const { expense } = change;
  if (change.kind === 'restore') {
    return takes(expense) && !rows.some(({ id }) => id === expense.id) ? [...rows, expense] : rows;
  }
  if (change.kind === 'edit') {
    return rows
      .map((row) => (row.id === expense.id ? patched(row, change.patch, settings) : row))
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

/** As the server will answer: also with another kind if the name or category says so (PD-4). */
export function patched(row: Expense, patch: ExpensePatch, settings: CountingSettings): Expense {
  const fields = fieldsSetBy(patch);
  const saysKind = (fields.name ?? fields.category) !== undefined && hasKindOfFields(row);
  const edited = { ...row, ...fields };
  const kind = saysKind ? kindOfExpense(edited) : row.kind;
  const byHand = patch.counted === undefined ? countedByHand(row, settings) : patch.counted;
  return { ...edited, kind, ...countedAs({ ...edited, kind }, byHand, settings) };
}

/** The user's choice for an expense; null if its kind decides, as far as the row shows. */
export function countedByHand(
  { counted, kind, notCountedReason: reason }: Expense,
  { countFixedBills }: CountingSettings,
): boolean | null {
  if (counted) return countedKinds(countFixedBills).includes(kind) ? null : true;
  return reason === 'by-hand' ? false : null;
}

function countedAs(
  { kind, currency }: Pick<Expense, 'kind' | 'currency'>,
  byHand: boolean | null,
  { countFixedBills }: CountingSettings,
): Pick<Expense, 'counted' | 'notCountedReason'> {
  const countsByKind = countedKinds(countFixedBills).includes(kind);
  const reason = notCountedReason({ currency, countsByKind, countedByHand: byHand });
  return { counted: reason === null, notCountedReason: reason };
}

/** A new expense as the server returned it, or is expected to. */
export function addedBy(
  entry: Extract<OutboxEntry | ConfirmedEntry, { kind: 'add' }>,
  settings: CountingSettings,
): Expense {
  return ('answer' in entry ? entry.answer : null) ?? addedExpense(entry, settings);
}

function addedExpense(entry: Extract<OutboxEntry, { kind: 'add' }>, settings: CountingSettings): Expense {
  const { expense } = entry;
  const { type = 'one-time', dayOfMonth = null, paid = false } = expense;
  const kind = kindOfExpense(expense);
  return {
    id: localIdOf(entry),
    name: expense.name,
    amount: expense.amount,
    date: firstDayOf(expense),
    category: expense.category,
    type,
    dayOfMonth,
    seriesId: null,
    merged: false,
    paid,
    userId: '',
    source: 'manual',
    kind,
    ...countedAs({ kind, currency: 'USD' }, null, settings),
    refunded: 0,
    pending: false,
    currency: 'USD',
  };
}
