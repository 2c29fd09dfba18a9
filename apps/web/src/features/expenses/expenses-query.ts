import { routes } from '@oinkly/contract/routes';
import type { Day } from '@oinkly/domain/days';
import { weekEndOf } from '@oinkly/domain/weeks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

export const EXPENSES_KEY = [routes.listExpenses.path] as const;

export function expensesOfWeekQuery(weekStart: Day) {
  const query = expensesOfWeek(weekStart);
  return queryOptions({
    queryKey: [...EXPENSES_KEY, query],
    queryFn: () => loadOrSay('Failed to fetch expenses', call('listExpenses', { query })),
  });
}

export function expensesOfWeek(weekStart: Day): { from: Day; to: Day } {
  return { from: weekStart, to: weekEndOf(weekStart) };
}
