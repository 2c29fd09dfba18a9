import type { RouteResponse } from '@oinkly/contract/endpoints';
import { FIRST_VIEW_ID, type FirstView } from '@oinkly/contract/first-view';
import type { RouteName } from '@oinkly/contract/routes';
import { mapRange, mapYear, weekStartOf } from '@oinkly/domain/weeks';
import type { QueryClient } from '@tanstack/react-query';
import { weeksFrom, weeksQuery } from '../features/expenses/weeks-query.ts';
import { urlOf } from '../shared/http/call.ts';
import { actAs, currentUserQuery } from '../shared/http/current-user.ts';
import { expensesOfWeek, expensesOfWeekQuery } from '../features/expenses/expenses-query.ts';
import { leaderboardQuery } from '../features/leaderboard/leaderboard-query.ts';
import { cacheAnswer } from '../shared/http/offline-cache.ts';
import { settingsQuery } from '../features/account/settings-query.ts';

/** Takes the data that the server wrote into the page; null if it wrote none. */
export function takeFirstView(): FirstView | null {
  const element = document.getElementById(FIRST_VIEW_ID);
  element?.remove();
  // The server writes it from the same type.
  return element?.textContent ? (JSON.parse(element.textContent) as FirstView) : null;
}

/** Fills the query cache and the offline cache with the dashboard's answers. */
export function showFirstView(queryClient: QueryClient, view: FirstView): void {
  const year = mapYear(view.today);
  const weekStart = weekStartOf(view.today);
  void actAs(view.user);
  queryClient.setQueryData(currentUserQuery.queryKey, view.user);
  queryClient.setQueryData(settingsQuery.queryKey, view.settings);
  queryClient.setQueryData(weeksQuery(year).queryKey, weeksFrom(view.weeks, 0));
  queryClient.setQueryData(expensesOfWeekQuery(weekStart).queryKey, view.expenses);
  queryClient.setQueryData(leaderboardQuery.queryKey, view.leaderboard);
  keep('getCurrentUser', view.user);
  keep('getSettings', view.settings);
  keep('listWeeks', view.weeks, mapRange(year));
  keep('listExpenses', view.expenses, expensesOfWeek(weekStart));
  keep('getLeaderboard', view.leaderboard);
}

function keep<N extends RouteName>(name: N, body: RouteResponse<N>, query?: Record<string, string>): void {
  const answer = Response.json(body, { headers: { date: new Date().toUTCString() } });
  void cacheAnswer(name, urlOf(name, { query }), answer);
}
