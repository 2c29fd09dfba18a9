import type { Day } from '@oinkly/domain/days';
import { streakOf, type Streak } from '@oinkly/domain/streaks';
import { summarizeTotals, type WeekSummary } from '@oinkly/domain/week-summaries';
import { firstWeekOfMap, mapRange, mapYear, weeksOfMap } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { budgetChangesOf, settingsQuery } from '../features/account/settings-query.ts';
import { weeksBetweenQuery } from '../features/expenses/weeks-query.ts';

/**
 * The streak up to `weeks`, which are the map's of `year`. Earlier years are loaded only if the user set a budget in them. Undefined while they
 * load, and null if they fail or there is no budget.
 */
export function useStreak(
  weeks: readonly WeekSummary[],
  year: number,
  today: Day,
): Streak | null | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const since = settings?.budgets[0]?.day;
  const hasEarlier = since !== undefined && since < firstWeekOfMap(year);
  const from = firstWeekOfMap(hasEarlier ? mapYear(since) : year);
  const earlier = useQuery({
    ...weeksBetweenQuery({ from, to: mapRange(year - 1).to }),
    enabled: hasEarlier,
  });
  return useMemo(() => {
    if (!settings || weeks.length === 0) return undefined;
    if (since === undefined || (hasEarlier && earlier.isError)) return null;
    if (!hasEarlier) return streakOf(weeks, since);
    if (!earlier.data) return undefined;
    const starts: Day[] = [];
    for (let past = mapYear(since); past < year; past += 1) starts.push(...weeksOfMap(past));
    const before = summarizeTotals(starts, earlier.data.totals, budgetChangesOf(settings), today);
    return streakOf([...before, ...weeks], since);
  }, [settings, since, hasEarlier, earlier.data, earlier.isError, weeks, year, today]);
}
