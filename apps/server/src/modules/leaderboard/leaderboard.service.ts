import { UNSET_BUDGET_CENTS } from '@oinkly/domain/budgets';
import { addDays, type Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import { highlightWords } from '@oinkly/domain/highlights';
import { leaderboardStatus } from '@oinkly/domain/leaderboard-status';
import { positionChanges, rankCompetitors, type Competitor } from '@oinkly/domain/ranking';
import { weekStartOf } from '@oinkly/domain/weeks';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import { listBoardUsers, type BoardUser, type BoardResult } from './leaderboard.queries.ts';
import { closeWeeksOf } from './close-weeks.service.ts';
import { markResultSeen } from './weekly-results.queries.ts';

/** Closed weeks that weigh in the ranking (PD-20). */
const WEEKS_WEIGHED = 8;
/** Closed weeks that the recap counts. */
const WEEKS_TOLD = 10;

/** `status` describes the viewer's own standing, empty for others. */
export interface BoardEntry {
  rank: number;
  name: string;
  userId: string;
  isCurrentUser: boolean;
  positionChange: number;
  status: string;
}

/** The recap of the viewer's last week (PD-74). */
export interface LastWeek {
  weekStart: Day;
  budgetCents: number;
  spentCents: number;
  /** A sentence on what went well; null for a week that closed late. */
  highlight: string | null;
  /** Of the last closed weeks. */
  weeksUnder: number;
  closedWeeks: number;
  /** Of all closed weeks. */
  weeksUnderInAll: number;
  isCorrected: boolean;
  /** Whether the user dismissed it, at least before a correction. */
  wasSeen: boolean;
  isDismissed: boolean;
}

/** The user's board of this week, and the last week. */
export async function readLeaderboard(
  deps: LedgerDeps & Pick<Deps, 'queue'>,
  viewer: UserRow,
): Promise<{ entries: BoardEntry[]; lastWeek: LastWeek | null }> {
  const { db, clock } = deps;
  const now = clock();
  // On Monday morning, the user need not wait for the job.
  if (viewer.nextWeekCloseAt <= now) await closeWeeksOf(deps, viewer.id);
  const today = todayOf(viewer, clock);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const users = await listBoardUsers(db, viewer, {
    week: thisWeek,
    resultsFrom: addDays(thisWeek, -7 * WEEKS_TOLD),
    today,
    now,
  });
  const current = users.map((user) => competitorNow(user, thisWeek));
  const ranking = rankCompetitors(current);
  const earlier = rankCompetitors(users.flatMap((user) => competitorOfWeek(user, lastWeek) ?? []));
  const changes = positionChanges(earlier, current);
  const own = users.find(({ userId }) => userId === viewer.id);
  return {
    entries: ranking.map(({ competitor, rank }) => ({
      rank,
      name: competitor.name,
      userId: competitor.userId,
      isCurrentUser: competitor.userId === viewer.id,
      positionChange: changes.get(competitor.userId) ?? 0,
      status: competitor.userId === viewer.id ? leaderboardStatus(ranking, viewer.id) : '',
    })),
    lastWeek: own ? lastWeekOf(own, lastWeek) : null,
  };
}

/** Throws WEEK_NOT_FOUND. */
export async function putWeekAside(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  weekStart: Day,
): Promise<void> {
  if (!(await markResultSeen(db, userId, weekStart, clock()))) throw new AppError('WEEK_NOT_FOUND');
}

/** The current standing. The budget is the lower of those at the week's start and now (PD-21). */
function competitorNow(user: BoardUser, week: Day): Competitor {
  const { budgetAtStartCents, budgetNowCents, rankedCents, isActive } = user;
  const now = budgetNowCents ?? UNSET_BUDGET_CENTS;
  return {
    ...identityOf(user),
    ...recordBefore(user, week),
    budgetCents: Math.min(budgetAtStartCents ?? now, now),
    rankedCents,
    isActive,
  };
}

/** The standing at the end of a closed week; null without a result. */
function competitorOfWeek(user: BoardUser, week: Day): Competitor | null {
  const result = user.results.find(({ weekStart }) => weekStart === week);
  if (!result) return null;
  const { rankedCents, wasActive } = result;
  return {
    ...identityOf(user),
    ...recordBefore(user, week),
    budgetCents: rankedBudgetOf(user, result),
    rankedCents,
    isActive: wasActive,
  };
}

/** The budget of a closed week for the rank: in the week of joining, the lowest one (PD-21). */
function rankedBudgetOf(user: BoardUser, { weekStart, budgetCents }: BoardResult): number {
  const { firstBudgetWeek, lowestFirstBudgetCents } = user;
  const isOfJoining = firstBudgetWeek !== null && weekStart <= firstBudgetWeek;
  return isOfJoining ? Math.min(budgetCents, lowestFirstBudgetCents ?? budgetCents) : budgetCents;
}

function identityOf({ userId, fullName }: BoardUser): Pick<Competitor, 'userId' | 'name'> {
  return { userId, name: displayName(fullName) };
}

/** The closed weeks that weigh in a week's ranking, and how many were under budget. */
function recordBefore(user: BoardUser, week: Day): Pick<Competitor, 'closedWeeks' | 'weeksUnder'> {
  const from = addDays(week, -7 * WEEKS_WEIGHED);
  const weighed = user.results.filter(({ weekStart }) => weekStart >= from && weekStart < week);
  return {
    closedWeeks: weighed.length,
    weeksUnder: weighed.filter((result) => result.rankedCents <= rankedBudgetOf(user, result)).length,
  };
}

function lastWeekOf(own: BoardUser, week: Day): LastWeek | null {
  const result = own.results.find(({ weekStart }) => weekStart === week);
  if (!result) return null;
  return {
    weekStart: week,
    budgetCents: result.budgetCents,
    spentCents: result.spentCents,
    highlight: own.highlight && highlightWords(own.highlight),
    weeksUnder: own.results.filter(({ spentCents, budgetCents }) => spentCents <= budgetCents).length,
    closedWeeks: own.results.length,
    weeksUnderInAll: own.weeksUnderInAll,
    isCorrected: result.correctedAt !== null,
    wasSeen: result.seenAt !== null,
    isDismissed: isDismissed(result),
  };
}

function isDismissed({ seenAt, correctedAt }: BoardResult): boolean {
  return seenAt !== null && (correctedAt === null || Date.parse(correctedAt) <= Date.parse(seenAt));
}
