import type { RouteResponse } from '@oinkly/contract/endpoints';
import { FIRST_VIEW_ID, type FirstView } from '@oinkly/contract/first-view';
import type { RouteName } from '@oinkly/contract/endpoints';
import { dayInZone } from '@oinkly/domain/days';
import { mapRange, mapYear, weekStartOf } from '@oinkly/domain/weeks';
import type { QueryClient } from '@tanstack/react-query';
import { weeksFrom, weeksQuery } from '../features/expenses/weeks-query.ts';
import { urlOf } from '../shared/http/call.ts';
import { actAs, currentUserQuery } from '../shared/http/current-user.ts';
import { expensesOfWeek, expensesOfWeekQuery } from '../features/expenses/expenses-query.ts';
import { leaderboardQuery } from '../features/leaderboard/leaderboard-query.ts';
import type { PageTime } from '../shared/hooks/use-now.ts';
import { browserTimeZone } from '../shared/hooks/time-zone.ts';
import { lastUserId } from '../shared/http/last-user.ts';
import { cacheBody, cachedAnswer } from '../shared/http/offline-cache.ts';
import { settingsQuery } from '../features/account/settings-query.ts';

/** When the page was filled with last known data, by the browser's clock; 0 if it was not. */
let filledAtMs = 0;

export function isConfirmed(updatedAtMs: number): boolean {
  return updatedAtMs >= filledAtMs;
}

/** Null without data in the page (ADR 26). */
export function takeFirstView(): FirstView | null {
  const element = document.getElementById(FIRST_VIEW_ID);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as FirstView) : null;
}

/** The time with which the server draws the view. */
export function timeOf({ readAtMs, timeZone }: FirstView): PageTime {
  return { now: new Date(readAtMs), timeZone };
}

export function showFirstView(queryClient: QueryClient, view: FirstView): void {
  actAs(view.user);
  fillFrom(queryClient, view);
  const year = mapYear(view.today);
  const weekStart = weekStartOf(view.today);
  const keep = <N extends RouteName>(name: N, body: RouteResponse<N>, query?: Record<string, string>) =>
    void cacheBody({ userId: view.user.id, name, url: urlOf(name, { query }) }, body);
  keep('getCurrentUser', view.user);
  keep('getSettings', view.settings);
  keep('listWeeks', view.weeks, mapRange(year));
  keep('listExpenses', view.expenses, expensesOfWeek(weekStart));
  keep('getLeaderboard', view.leaderboard);
}

/** Fills the query cache with this device's last answers. Returns false if one is missing. */
export async function showLastKnown(queryClient: QueryClient): Promise<boolean> {
  const today = dayInZone(new Date(), browserTimeZone());
  const [user, settings, weeks, expenses, leaderboard] = await Promise.all([
    lastKnown('getCurrentUser'),
    lastKnown('getSettings'),
    lastKnown('listWeeks', mapRange(mapYear(today))),
    lastKnown('listExpenses', expensesOfWeek(weekStartOf(today))),
    lastKnown('getLeaderboard'),
  ]);
  if (!user || !settings || !weeks || !expenses || !leaderboard) return false;
  const view = {
    today,
    user: user.body,
    settings: settings.body,
    weeks: weeks.body,
    expenses: expenses.body,
    leaderboard: leaderboard.body,
  };
  filledAtMs = Date.now();
  // The server's clock may be ahead.
  const answeredAtMs = [settings, weeks, expenses, leaderboard].map((known) => known.answeredAtMs);
  actAs(view.user);
  fillFrom(queryClient, view, Math.min(filledAtMs - 1, ...answeredAtMs));
  await queryClient.invalidateQueries({ refetchType: 'none' });
  return true;
}

/** Fills the query cache, in the browser and on the server. */
export function fillFrom(
  queryClient: QueryClient,
  view: Omit<FirstView, 'readAtMs' | 'timeZone'>,
  updatedAt = Date.now(),
): void {
  const year = mapYear(view.today);
  const weekStart = weekStartOf(view.today);
  queryClient.setQueryData(currentUserQuery.queryKey, view.user, { updatedAt });
  queryClient.setQueryData(settingsQuery.queryKey, view.settings, { updatedAt });
  queryClient.setQueryData(weeksQuery(year).queryKey, weeksFrom(view.weeks, 0), { updatedAt });
  queryClient.setQueryData(expensesOfWeekQuery(weekStart).queryKey, view.expenses, { updatedAt });
  queryClient.setQueryData(leaderboardQuery.queryKey, view.leaderboard, { updatedAt });
}

function lastKnown<N extends RouteName>(name: N, query?: Record<string, string>) {
  return cachedAnswer({ userId: lastUserId(), name, url: urlOf(name, { query }) });
}
