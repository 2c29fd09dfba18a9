import { routes } from '@oinkly/contract/routes';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from './call.ts';
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

/** The counted expenses from a day on, and what is still to come this week, in cents. */
export function expensesFromQuery(from: Day) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { from }],
    queryFn: async () => {
      const { body, headers } = await loadOrSay(
        'Failed to fetch expenses',
        callWithHeaders('listExpenses', { query: { from, coming: 'week' } }),
      );
      return { expenses: body, toComeCents: centsFromDollars(Number(headers.get('X-To-Come'))) };
    },
  });
}
