import type { Expense } from '@oinkly/contract/expenses';
import { routes } from '@oinkly/contract/routes';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { weekRange } from '@oinkly/domain/weeks';
import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../shared/http/call.ts';
import { lastUserId } from '../../shared/http/last-user.ts';
import { answerWithoutServer } from '../../shared/http/offline-cache.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { NoAnswer } from '../../shared/http/reach.ts';
import { queryOfView, WHOLE_VIEW } from './expenses-view.ts';

export const EXPENSES_KEY = [routes.listExpenses.path] as const;

export const ROWS_PER_PAGE = 100;

export function expensesOfWeekQuery(weekStart: Day) {
  const query = weekRange(weekStart);
  return queryOptions({
    queryKey: [...EXPENSES_KEY, query],
    queryFn: () => loadOrSay('Failed to fetch expenses', expensesOrFromList(weekStart)),
  });
}

/** Without an answer, a week that the stored list covers is read from it, so that both show the same. */
async function expensesOrFromList(weekStart: Day): Promise<Expense[]> {
  const query = weekRange(weekStart);
  try {
    return await call('listExpenses', { query });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const firstPage = urlOf('listExpenses', { query: { ...queryOfView(WHOLE_VIEW), limit: ROWS_PER_PAGE } });
    const known = await answerWithoutServer({ userId: lastUserId(), name: 'listExpenses', url: firstPage });
    if (!known || !coversWeek(known.body, weekStart)) throw error;
    return known.body.filter(({ date }) => {
      const day = dayOfExpenseDate(date);
      return day !== null && day >= query.from && day <= query.to;
    });
  }
}

/** `rows` are a first page, newest first. A full one may end in the middle of a week. */
function coversWeek(rows: readonly Expense[], weekStart: Day): boolean {
  return rows.length < ROWS_PER_PAGE || (rows.at(-1)?.date ?? '') < weekStart;
}
