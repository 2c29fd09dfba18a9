import type { Expense } from '@oinkly/contract/expenses';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../shared/http/call.ts';
import { EXPENSES_KEY, ROWS_PER_PAGE } from './expenses-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { queryOfView, type ExpensesView } from './expenses-view.ts';

interface ExpensePage {
  items: Expense[];
  nextCursor: string | null;
}

/** Reads pages, newest first. */
export function expensePagesQuery(view: ExpensesView) {
  return infiniteQueryOptions({
    queryKey: [...EXPENSES_KEY, { pages: view }],
    queryFn: ({ pageParam }): Promise<ExpensePage> =>
      loadOrSay(
        'Failed to fetch expenses',
        callPage('listExpenses', {
          query: {
            ...queryOfView(view),
            limit: ROWS_PER_PAGE,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    // The first page has no cursor; the type must allow both.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Comparing all loaded rows on each further page is slow and saves no rendering.
    structuralSharing: false,
  });
}
