import type { Expense } from '@oinkly/contract/expenses';
import type { CountingSettings } from '@oinkly/domain/counted-kinds';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { costCents, type WeekTotal } from '@oinkly/domain/week-summaries';
import { weekStartOf } from '@oinkly/domain/weeks';
import { expectedEdit, expectedNew } from './expected-expense.ts';
import { localIdOf, type ConfirmedEntry, type OutboxEntry } from './change.ts';

type Entry = OutboxEntry | ConfirmedEntry;

/** Returns a list with its changes, newest first. `takes` says what belongs to the list. */
export function withWaiting(
  expenses: readonly Expense[],
  entries: readonly Entry[],
  settings: CountingSettings,
  takes: (expense: Expense) => boolean,
): readonly Expense[] {
  if (entries.length === 0) return expenses;
  let rows = [...expenses];
  for (const entry of lackedBy(rows, entries)) {
    const listed = rows.find(({ id }) => entry.kind !== 'add' && id === entry.expense.id);
    // The list may know more of the expense by now.
    const { before, after } = effectOf(
      entry.kind === 'edit' && listed ? { ...entry, expense: listed } : entry,
      settings,
    );
    if (before) rows = rows.filter((row) => !replaces(entry, row));
    // A list that should have had the expense has not loaded it yet.
    const isUnloaded = before && !listed && takes(before);
    // The list may already include an added one.
    if (after && takes(after) && !isUnloaded && !rows.some(({ id }) => id === after.id)) rows.push(after);
  }
  return rows.sort(newestFirst);
}

/**
 * Returns the changes without the additions that the list has because only their answers were lost. Later changes of these get the
 * server's ids. Cost: n in the rows.
 */
function lackedBy(rows: readonly Expense[], entries: readonly Entry[]): Entry[] {
  const idsByRequest = new Map(rows.map(({ id, requestId }) => [requestId, id]));
  const arrivedIds = new Map<number, number>();
  return entries.flatMap((entry) => {
    const id = entry.kind === 'add' ? idsByRequest.get(entry.requestId) : arrivedIds.get(entry.expense.id);
    if (id === undefined) return entry;
    if (entry.kind !== 'add') return { ...entry, expense: { ...entry.expense, id } };
    arrivedIds.set(localIdOf(entry), id);
    return [];
  });
}

function replaces(entry: Entry, row: Expense): boolean {
  if (entry.kind === 'add') return false;
  const { id, seriesId, date } = entry.expense;
  if (row.id === id) return true;
  const endsSeries = entry.kind === 'delete' && entry.scope === 'future' && seriesId !== null;
  return endsSeries && row.seriesId === seriesId && row.date >= date;
}

/**
 * Returns the totals of weeks with changes. `counts` says whether an expense is part of a total. Of an ending series, only the chosen
 * expense is subtracted until the server answers.
 */
export function totalsWithWaiting(
  totals: ReadonlyMap<Day, WeekTotal>,
  entries: readonly Entry[],
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

/** Returns an expense before and after a change; null where it doesn't exist. A refused addition stays visible and in the totals. */
export function effectOf(
  entry: Entry,
  settings: CountingSettings,
): { before: Expense | null; after: Expense | null } {
  if (entry.kind === 'add') {
    const answer = 'answer' in entry ? entry.answer : null;
    return { before: null, after: answer ?? expectedNew(entry.expense, localIdOf(entry), settings) };
  }
  if (entry.refusal !== null) return { before: null, after: null };
  const { expense } = entry;
  switch (entry.kind) {
    case 'edit':
      return { before: expense, after: expectedEdit(expense, entry.patch, settings) };
    case 'delete':
      return { before: expense, after: null };
    case 'restore':
      return { before: null, after: expense };
  }
}
