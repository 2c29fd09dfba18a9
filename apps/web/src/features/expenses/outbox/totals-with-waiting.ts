import type { Expense } from '@oinkly/contract/expenses';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { costCents, type WeekTotal } from '@oinkly/domain/week-summaries';
import { weekStartOf } from '@oinkly/domain/weeks';
import type { OutboxEntry, ConfirmedEntry } from './change.ts';
import { addedBy, patched, type CountingSettings } from './with-waiting.ts';

/**
 * `counts` says whether an expense is part of a total. Of an ending series, only the chosen expense is
 * subtracted until the server answers.
 */
export function totalsWithWaiting(
  totals: ReadonlyMap<Day, WeekTotal>,
  entries: readonly (OutboxEntry | ConfirmedEntry)[],
  settings: CountingSettings,
  counts: (expense: Expense) => boolean,
): ReadonlyMap<Day, WeekTotal> {
  if (entries.length === 0) return totals;
  const changed = new Map(totals);
  const add = (expense: Expense | null, sign: 1 | -1) => {
    const day = expense && counts(expense) ? dayOfExpenseDate(expense.date) : null;
    if (!expense || day === null) return;
    const week = weekStartOf(day);
    const { spentCents, purchases } = changed.get(week) ?? { spentCents: 0, purchases: 0 };
    changed.set(week, {
      spentCents: Math.max(0, spentCents + sign * costCents(expense)),
      purchases: Math.max(0, purchases + sign),
    });
  };
  for (const entry of entries) {
    const { before, after } = effectOf(entry, settings);
    add(before, -1);
    add(after, 1);
  }
  return changed;
}

/** Null where the expense doesn't exist. A refused addition stays visible and in the totals. */
export function effectOf(
  entry: OutboxEntry | ConfirmedEntry,
  settings: CountingSettings,
): { before: Expense | null; after: Expense | null } {
  if (entry.kind === 'add') return { before: null, after: addedBy(entry, settings) };
  if (entry.refusal !== null) return { before: null, after: null };
  const { expense } = entry;
  switch (entry.kind) {
    case 'edit':
      return { before: expense, after: patched(expense, entry.patch, settings) };
    case 'delete':
      return { before: expense, after: null };
    case 'restore':
      return { before: null, after: expense };
  }
}
