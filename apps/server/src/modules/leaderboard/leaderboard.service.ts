import { budgetOfWeek, type BudgetChange } from '@oinkly/domain/budgets';
import { addDays, type Day } from '@oinkly/domain/days';
import { leaderboardStatus } from '@oinkly/domain/leaderboard-status';
import { rankCompetitors, type Competitor } from '@oinkly/domain/ranking';
import { weekStartOf } from '@oinkly/domain/weeks';
import type { Deps } from '../../deps.ts';
import { listBudgetChanges, todayOf } from '../budget/index.ts';
import type { UserRow } from '../identity/index.ts';
import { findFirstWeek, listWeeklyTotals, type WeeklyTotalRow } from './leaderboard.queries.ts';

/** How many settled weeks weigh in the ranking (PD-20). */
const WEEKS_WEIGHED = 8;

/** A row of the board. `status` is the sentence on the viewer's own standing, empty for others. */
export interface BoardEntry {
  rank: number;
  name: string;
  userId: string;
  isCurrentUser: boolean;
  positionChange: number;
  status: string;
}

/** The board that a user sees this week. */
export async function readLeaderboard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: UserRow,
): Promise<BoardEntry[]> {
  const today = todayOf(viewer, clock);
  const thisWeek = weekStartOf(today);
  const [totals, firstWeek, budgets] = [
    await listWeeklyTotals(db, viewer.id, addDays(thisWeek, -7 * WEEKS_WEIGHED)),
    await findFirstWeek(db, viewer.id),
    await listBudgetChanges(db, viewer.id),
  ];
  const ranking = rankCompetitors([competitorOf(viewer, { totals, firstWeek, budgets, today })]);
  return ranking.map(({ competitor, rank }) => ({
    rank,
    name: competitor.name,
    userId: competitor.userId,
    isCurrentUser: competitor.userId === viewer.id,
    positionChange: 0,
    status: competitor.userId === viewer.id ? leaderboardStatus(ranking, viewer.id) : '',
  }));
}

function competitorOf(
  user: UserRow,
  facts: {
    totals: readonly WeeklyTotalRow[];
    firstWeek: Day | null;
    budgets: readonly BudgetChange[];
    today: Day;
  },
): Competitor {
  const { totals, firstWeek, budgets, today } = facts;
  const thisWeek = weekStartOf(today);
  const settledWeeks = Array.from({ length: WEEKS_WEIGHED }, (_, index) =>
    addDays(thisWeek, -7 * (index + 1)),
  ).filter((week) => firstWeek !== null && week >= firstWeek);
  const totalOf = (week: Day) => totals.find((total) => total.weekStart === week);
  return {
    userId: user.id,
    name: user.fullName ?? 'Somebody new',
    budgetCents: Math.min(budgetAtStartOf(thisWeek, budgets), budgetOfWeek(budgets, thisWeek, today)),
    rankedCents: totalOf(thisWeek)?.rankedCents ?? 0,
    settledWeeks: settledWeeks.length,
    weeksUnder: settledWeeks.filter(
      (week) => (totalOf(week)?.rankedCents ?? 0) <= budgetOfWeek(budgets, week, today),
    ).length,
    isActive: true,
  };
}

/** The budget in force when the week began; no limit when none was set yet, so that the one of now counts (PD-21). */
function budgetAtStartOf(week: Day, budgets: readonly BudgetChange[]): number {
  return budgets.findLast((change) => change.day < week)?.budgetCents ?? Number.POSITIVE_INFINITY;
}
