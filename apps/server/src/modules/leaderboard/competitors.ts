import { UNSET_BUDGET_CENTS } from '@oinkly/domain/budgets';
import { addDays, type Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import type { Competitor } from '@oinkly/domain/ranking';
import { balanceOf } from '@oinkly/domain/week-balance';
import type { BoardResult, BoardUser } from './leaderboard.queries.ts';

/** Closed weeks that weigh in the ranking (PD-20) and have check marks (PD-76). */
export const WEEKS_WEIGHED = 8;
/** The weeks weighed last week, and the last one. */
export const RESULTS_READ = WEEKS_WEIGHED + 1;

/** The lower of the budgets at the week's start and now (PD-21). */
export function competitorNow(user: BoardUser, week: Day): Competitor {
  const { budgetAtStartCents, budgetNowCents, rankedCents, isActive, hasData } = user;
  const now = budgetNowCents ?? UNSET_BUDGET_CENTS;
  return {
    ...identityOf(user),
    ...recordBefore(user, week),
    budgetCents: Math.min(budgetAtStartCents ?? now, now),
    rankedCents,
    isActive,
    hasData,
  };
}

/** The standing at a closed week's end; null without a result. */
export function competitorOfWeek(user: BoardUser, week: Day): Competitor | null {
  const result = user.results.find(({ weekStart }) => weekStart === week);
  if (!result) return null;
  const { rankedCents, wasActive } = result;
  return {
    ...identityOf(user),
    ...recordBefore(user, week),
    budgetCents: rankedBudgetOf(user, result),
    rankedCents,
    isActive: wasActive,
    hasData: user.hasData,
  };
}

/** The budget that counts for the rank: in the week of joining, the lowest one (PD-21). */
function rankedBudgetOf(user: BoardUser, { weekStart, budgetCents }: BoardResult): number {
  const { firstBudgetWeek, lowestFirstBudgetCents } = user;
  const isOfJoining = firstBudgetWeek !== null && weekStart <= firstBudgetWeek;
  return isOfJoining ? Math.min(budgetCents, lowestFirstBudgetCents ?? budgetCents) : budgetCents;
}

export function identityOf({ userId, fullName }: BoardUser): Pick<Competitor, 'userId' | 'name'> {
  return { userId, name: displayName(fullName) };
}

function recordBefore(user: BoardUser, week: Day): Pick<Competitor, 'closedWeeks' | 'weeksUnder'> {
  const weighed = weighedBefore(user, week);
  return {
    closedWeeks: weighed.length,
    weeksUnder: weighed.filter((result) => isUnderRanked(user, result)).length,
  };
}

function weighedBefore(user: BoardUser, week: Day): BoardResult[] {
  const from = addDays(week, -7 * WEEKS_WEIGHED);
  return user.results.filter(({ weekStart }) => weekStart >= from && weekStart < week);
}

/** Whether friends see the week as under budget: excluded expenses and raised budgets don't help (PD-21). */
export function isUnderRanked(user: BoardUser, result: BoardResult): boolean {
  return !balanceOf({ spentCents: result.rankedCents, budgetCents: rankedBudgetOf(user, result) }).isOver;
}
