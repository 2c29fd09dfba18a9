import { routes } from '@oinkly/contract/routes';
import type { Day } from '@oinkly/domain/days';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { loadOrSay } from './query-client.ts';

/** Every list of expenses has a key that begins with this. */
export const EXPENSES_KEY = [routes.listExpenses.path] as const;

/** Whether the user has any counted expense, of whatever year. */
export const hasExpensesQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { any: true }],
  queryFn: async () => {
    const [newest] = await loadOrSay(
      'Failed to fetch expenses',
      call('listExpenses', { query: { limit: 1 } }),
    );
    return newest !== undefined;
  },
});

/** The counted expenses from a day on. */
export function expensesFromQuery(from: Day) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { from }],
    queryFn: () => loadOrSay('Failed to fetch expenses', call('listExpenses', { query: { from } })),
  });
}
