import { routes } from '@oinkly/contract/routes';
import type { Day } from '@oinkly/domain/days';
import { weekEndOf } from '@oinkly/domain/weeks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

/** Every list of expenses has a key that begins with this. */
export const EXPENSES_KEY = [routes.listExpenses.path] as const;

/** The counted expenses of the week that starts at `weekStart`. */
export function expensesOfWeekQuery(weekStart: Day) {
  const query = expensesOfWeek(weekStart);
  return queryOptions({
    queryKey: [...EXPENSES_KEY, query],
    queryFn: () => loadOrSay('Failed to fetch expenses', call('listExpenses', { query })),
  });
}

/** What the call for the expenses of a week asks for. */
export function expensesOfWeek(weekStart: Day): { from: Day; to: Day } {
  return { from: weekStart, to: weekEndOf(weekStart) };
}
