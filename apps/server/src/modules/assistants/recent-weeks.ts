import { addDays } from '@oinkly/domain/days';
import { summarizeTotals, type WeekSummary } from '@oinkly/domain/week-summaries';
import { verdictsOf, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import { mapYear, weekStartOf, weeksOfMap } from '@oinkly/domain/weeks';
import type { Deps } from '../deps.ts';
import { listBudgetChanges } from '../budget/index.ts';
import type { UserRow } from '../identity/index.ts';
import { listWeekTotals } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';

export const MAX_RECENT_WEEKS = 52;

export type JudgedWeek = WeekSummary & { verdict: WeekVerdict };

/** Returns the running week and those before it, newest first, each with the verdict that its year's map shows. */
export async function readRecentWeeks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  count: number,
): Promise<JudgedWeek[]> {
  const today = todayOf(user, clock);
  const monday = weekStartOf(today);
  const years = new Set([mapYear(addDays(monday, -7 * (count - 1))), mapYear(today)]);
  const maps = Array.from(years, weeksOfMap);
  const [totals, budgets] = await Promise.all([
    listWeekTotals(db, user.id, maps[0]?.[0] ?? monday, monday),
    listBudgetChanges(db, user.id),
  ]);
  const judged = maps.flatMap((mondays) => {
    const weeks = summarizeTotals(mondays, totals, budgets, today);
    const verdicts = verdictsOf(weeks);
    return weeks.map((week, index) => ({ ...week, verdict: verdicts[index] ?? 'untracked' }));
  });
  return judged
    .filter(({ start }) => start <= monday)
    .slice(-count)
    .toReversed();
}
