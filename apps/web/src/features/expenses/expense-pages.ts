import type { Expense } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { weekEndOf } from '@oinkly/domain/weeks';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { callPage } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

const ROWS_PER_PAGE = 100;

/** Which rows the page shows: only those that count, or everything with its reason; of all weeks or of one. */
export interface ExpensesView {
  counted: 'counted' | 'all';
  /** A Monday; null for all weeks. */
  week: Day | null;
}

export interface ExpensePage {
  items: Expense[];
  nextCursor: string | null;
}

export type ExpensePages = InfiniteData<ExpensePage, string | null>;

/** The expenses of a view, newest first, page after page. */
export function expensePagesQuery({ counted, week }: ExpensesView) {
  const span = week === null ? {} : { from: week, to: weekEndOf(week) };
  return infiniteQueryOptions({
    queryKey: [...EXPENSES_KEY, { pages: { counted, week } }],
    queryFn: ({ pageParam }): Promise<ExpensePage> =>
      loadOrSay(
        'Failed to fetch expenses',
        callPage('listExpenses', {
          query: {
            counted,
            limit: ROWS_PER_PAGE,
            ...span,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    // The first page has no cursor; the type must allow for both.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The same pages with each row as `change` makes it; a row it answers null for is left out. */
export function changedPages(
  pages: ExpensePages,
  change: (expense: Expense) => Expense | null,
): ExpensePages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map(change).filter((expense) => expense !== null),
    })),
  };
}
