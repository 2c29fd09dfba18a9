import type { Expense } from '@oinkly/contract/expenses';
import { isDay, type Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { EXPENSE_TYPES, type ExpenseType } from '@oinkly/domain/expense-fields';
import { centsFromDollars } from '@oinkly/domain/money';
import { isFound, readSearch } from '@oinkly/domain/expense-search';
import { weekEndOf, weekStartOf } from '@oinkly/domain/weeks';

/** The address holds it. */
export interface ExpensesView {
  /** `all` shows uncounted rows too, each with the reason. */
  counted: 'counted' | 'all';
  /** A Monday; null for all weeks. */
  week: Day | null;
  /** As `readSearch` reads it; empty for all. */
  search: string;
  category: ExpenseCategory | null;
  source: 'bank' | 'manual' | null;
  type: ExpenseType | null;
}

export const WHOLE_VIEW: ExpensesView = {
  counted: 'counted',
  week: null,
  search: '',
  category: null,
  source: null,
  type: null,
};

/** `?week=2025-06-02&q=coffee`. Missing or invalid parts get the defaults. */
export function viewOfSearch(search: string): ExpensesView {
  const given = new URLSearchParams(search);
  const week = given.get('week');
  return {
    counted: given.get('show') === 'everything' ? 'all' : 'counted',
    week: week !== null && isDay(week) ? weekStartOf(week) : null,
    search: given.get('q')?.trim() ?? '',
    category: oneOf(EXPENSE_CATEGORIES, given.get('category')),
    source: oneOf(['bank', 'manual'] as const, given.get('source')),
    type: oneOf(EXPENSE_TYPES, given.get('type')),
  };
}

export function addressOfView(view: ExpensesView): string {
  const query = new URLSearchParams({
    ...(view.week !== null && { week: view.week }),
    ...(view.counted === 'all' && { show: 'everything' }),
    ...(view.search !== '' && { q: view.search }),
    ...(view.category !== null && { category: view.category }),
    ...(view.source !== null && { source: view.source }),
    ...(view.type !== null && { type: view.type }),
  });
  return query.size === 0 ? '/expenses' : `/expenses?${query.toString()}`;
}

export function queryOfView(view: ExpensesView) {
  const { counted, week, search, category, source, type } = view;
  return {
    counted,
    ...(week !== null && { from: week, to: weekEndOf(week) }),
    ...(search !== '' && { q: search }),
    ...(category !== null && { category }),
    ...(source !== null && { source }),
    ...(type !== null && { type }),
  };
}

export function isInView(expense: Expense, view: ExpensesView, today: Day): boolean {
  const { counted, week, search, category, source, type } = view;
  const isInWeek = week === null || (expense.date >= week && expense.date <= weekEndOf(week));
  const isChosen =
    (category ?? expense.category) === expense.category &&
    (source ?? expense.source) === expense.source &&
    (type ?? expense.type) === expense.type;
  return (counted === 'all' || expense.counted) && isInWeek && isChosen && isSearched(expense, search, today);
}

function isSearched(expense: Expense, search: string, today: Day): boolean {
  const { name, category, date: day, amount, refunded } = expense;
  const cents = { amountCents: centsFromDollars(amount), refundedCents: centsFromDollars(refunded) };
  return search === '' || isFound(readSearch(search, today), { name, category, day, ...cents });
}

export function filterCount({ category, source, type }: ExpensesView): number {
  return [category, source, type].filter((choice) => choice !== null).length;
}

export function isNarrowed(view: ExpensesView): boolean {
  return view.search !== '' || filterCount(view) > 0;
}

function oneOf<T extends string>(options: readonly T[], text: string | null): T | null {
  return options.find((option) => option === text) ?? null;
}
