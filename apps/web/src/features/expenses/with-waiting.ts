import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/endpoints';
import type { Change, WaitingChange } from './outbox.ts';

/** Which expenses a list is about. */
export interface ListScope {
  /** Whether what does not count is in it. */
  counted: 'counted' | 'all';
  /** Whether an expense that is added belongs to it. */
  takes: (expense: Expense) => boolean;
}

/** The expenses as they will be once what waits has been sent, the newest date first. What the server has refused is not done to them. */
export function withWaiting(
  expenses: readonly Expense[],
  waiting: readonly WaitingChange[],
  scope: ListScope,
): readonly Expense[] {
  if (waiting.length === 0) return expenses;
  let rows = [...expenses];
  for (const change of waiting) {
    if (change.kind === 'add') {
      const added = addedExpense(change.expense, change.localId);
      if (scope.takes(added)) rows.push(added);
    } else if (change.refusal === null) {
      rows = rows.map((row) => changedBy(row, change, scope.counted)).filter((row) => row !== null);
    }
  }
  return rows.sort((a, b) => compareText(b.date, a.date));
}

/** An expense after a change, which may be about another one; null when it leaves the list. */
export function changedBy(
  row: Expense,
  change: Exclude<Change, { kind: 'add' }>,
  counted: ListScope['counted'],
): Expense | null {
  const { expense } = change;
  if (change.kind === 'delete') {
    const isLater =
      expense.seriesId !== null && row.seriesId === expense.seriesId && row.date >= expense.date;
    return row.id === expense.id || (change.scope === 'future' && isLater) ? null : row;
  }
  if (row.id !== expense.id) return row;
  return change.patch.counted === false && counted === 'counted' ? null : patched(row, change.patch);
}

function patched(row: Expense, patch: ExpensePatch): Expense {
  return {
    ...row,
    name: patch.name ?? row.name,
    amount: patch.amount ?? row.amount,
    date: patch.date ?? row.date,
    category: patch.category ?? row.category,
    paid: patch.paid ?? row.paid,
    counted: patch.counted ?? row.counted,
    notCountedReason:
      patch.counted === false ? 'by-hand' : patch.counted === true ? null : row.notCountedReason,
  };
}

/** What the server will make of a new expense. */
function addedExpense(expense: NewExpense, id: number): Expense {
  return {
    id,
    name: expense.name,
    amount: expense.amount,
    date: expense.date,
    category: expense.category,
    type: expense.type ?? 'one-time',
    dayOfMonth: expense.dayOfMonth ?? null,
    seriesId: null,
    paid: expense.paid ?? false,
    userId: '',
    source: 'manual',
    kind: 'spending',
    counted: true,
    notCountedReason: null,
    refunded: 0,
    pending: false,
    currency: 'USD',
  };
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
