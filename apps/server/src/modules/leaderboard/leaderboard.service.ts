import { UNSET_BUDGET_CENTS } from '@oinkly/domain/budgets';
import { addDays, type Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import { highlightWords, type Highlight } from '@oinkly/domain/highlights';
import { keptStatus, type WeekMark } from '@oinkly/domain/kept-weeks';
import { leaderboardStatus } from '@oinkly/domain/leaderboard-status';
import {
  joiningExpenseOf,
  positionChanges,
  prizeOf,
  rankCompetitors,
  type Competitor,
  type JoiningExpense,
  type Prize,
} from '@oinkly/domain/ranking';
import { balanceOf } from '@oinkly/domain/week-balance';
import { weekStartOf } from '@oinkly/domain/weeks';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import { listBoardUsers, listFriendIds, type BoardUser, type BoardResult } from './leaderboard.queries.ts';
import { closeWeeksOf } from './close-weeks.service.ts';
import { listResults, markResultSeen } from './weekly-results.queries.ts';

/** Closed weeks that weigh in the ranking (PD-20) and have check marks (PD-76). */
const WEEKS_WEIGHED = 8;
/** The weeks weighed last week, and the last one. */
export const RESULTS_READ = WEEKS_WEIGHED + 1;

/** `status` describes the viewer's standing; it is empty for others. */
export interface BoardEntry {
  rank: number;
  name: string;
  userId: string;
  isCurrentUser: boolean;
  positionChange: number;
  status: string;
  prize: Prize | null;
  joinsWith: JoiningExpense | null;
}

/** Who kept which of the last closed weeks, shown instead of ranks (PD-76). */
export interface KeptWeeks {
  /** Mondays, oldest first. */
  weekStarts: Day[];
  /** The viewer first, then friends by name. */
  users: { name: string; userId: string; isCurrentUser: boolean; kept: WeekMark[] }[];
}

export interface LastWeek {
  weekStart: Day;
  budgetCents: number;
  spentCents: number;
  highlight: string | null;
  /** Weeks under budget among the closed ones that count for streaks (PD-89). */
  weeksUnderInAll: number;
  isCorrected: boolean;
  /** Perhaps before a correction. */
  wasSeen: boolean;
  isDismissed: boolean;
}

/** Closes the viewer's ended weeks: on Monday morning, the job may be late. Takes a connection of its own. */
export async function closeDueWeeks(deps: LedgerDeps & Pick<Deps, 'queue'>, viewer: UserRow): Promise<void> {
  if (viewer.nextWeekCloseAt <= deps.clock()) await closeWeeksOf(deps, viewer.id);
}

/** Reads a user's board. Call `closeDueWeeks` first. */
export async function readLeaderboard(
  { db, clock }: { db: Database; clock: () => Date },
  viewer: UserRow,
): Promise<{
  entries: BoardEntry[];
  kept: KeptWeeks | null;
  offersNote: boolean;
  lastWeek: LastWeek | null;
}> {
  const now = clock();
  const today = todayOf(viewer, clock);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const friendIds = viewer.isOnBoard ? await listFriendIds(db, viewer.id) : [];
  const users = await listBoardUsers(db, viewer.id, friendIds, {
    week: thisWeek,
    resultsFrom: addDays(thisWeek, -7 * RESULTS_READ),
    today,
    now,
  });
  const current = users.map((user) => competitorNow(user, thisWeek));
  const ranking = rankCompetitors(current);
  const earlier = rankCompetitors(users.flatMap((user) => competitorOfWeek(user, lastWeek) ?? []));
  const changes = positionChanges(earlier, current);
  const own = users.find(({ userId }) => userId === viewer.id);
  const kept =
    viewer.boardView === 'kept' && users.length > 1 ? keptWeeksOf(users, viewer.id, thisWeek) : null;
  const marks = kept?.users.find(({ userId }) => userId === viewer.id)?.kept;
  const status = marks ? keptStatus(marks) : leaderboardStatus(ranking, viewer.id);
  return {
    entries: ranking.map((ranked) => ({
      rank: ranked.rank,
      name: ranked.competitor.name,
      userId: ranked.competitor.userId,
      isCurrentUser: ranked.competitor.userId === viewer.id,
      positionChange: changes.get(ranked.competitor.userId) ?? 0,
      status: ranked.competitor.userId === viewer.id ? status : '',
      prize: prizeOf(ranked),
      joinsWith: joiningExpenseOf(ranked.competitor),
    })),
    kept,
    // Once there is something to notify of: a closed week or a friend.
    offersNote: !viewer.hasChosenNotifications && (users.length > 1 || (own?.results.length ?? 0) > 0),
    lastWeek: own ? lastWeekOf(own, lastWeek) : null,
  };
}

/**
 * Reads which of their closed weeks since the first `from` the viewer and those of these friends who are on the board kept, by user.
 * Call `closeDueWeeks` first.
 */
export async function readKeptWeeks(
  { db, clock }: { db: Database; clock: () => Date },
  viewer: UserRow,
  friends: readonly { friendId: string; from: Day }[],
): Promise<Map<string, ReadonlyMap<Day, boolean>>> {
  const today = todayOf(viewer, clock);
  const friendIds = friends.map(({ friendId }) => friendId);
  const users = await listBoardUsers(db, viewer.id, friendIds, {
    // Later than any zone's week, so that it leaves out no closed one.
    week: addDays(weekStartOf(today), 14),
    resultsFrom: friends.map(({ from }) => from).toSorted()[0] ?? today,
    today,
    now: clock(),
  });
  return new Map(
    users.map((user) => [
      user.userId,
      new Map(user.results.map((result) => [result.weekStart, isKept(user, result)])),
    ]),
  );
}

export interface Recap {
  budgetCents: number;
  spentCents: number;
  highlight: Highlight;
}

/** Null unless the week is closed and has a highlight. */
export async function readRecap(db: Database, userId: string, weekStart: Day): Promise<Recap | null> {
  const result = (await listResults(db, userId)).find((one) => one.weekStart === weekStart);
  if (!result?.highlight) return null;
  const { budgetCents, spentCents, highlight } = result;
  return { budgetCents, spentCents, highlight };
}

/** Throws WEEK_NOT_FOUND. */
export async function dismissLastWeek(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  weekStart: Day,
): Promise<void> {
  if (!(await markResultSeen(db, userId, weekStart, clock()))) throw new AppError('WEEK_NOT_FOUND');
}

/** The lower of the budgets at the week's start and now (PD-21). */
function competitorNow(user: BoardUser, week: Day): Competitor {
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
    hasData: user.hasData,
  };
}

/** The budget that counts for the rank: in the week of joining, the lowest one (PD-21). */
function rankedBudgetOf(user: BoardUser, { weekStart, budgetCents }: BoardResult): number {
  const { firstBudgetWeek, lowestFirstBudgetCents } = user;
  const isOfJoining = firstBudgetWeek !== null && weekStart <= firstBudgetWeek;
  return isOfJoining ? Math.min(budgetCents, lowestFirstBudgetCents ?? budgetCents) : budgetCents;
}

function identityOf({ userId, fullName }: BoardUser): Pick<Competitor, 'userId' | 'name'> {
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
function isUnderRanked(user: BoardUser, result: BoardResult): boolean {
  return !balanceOf({ spentCents: result.rankedCents, budgetCents: rankedBudgetOf(user, result) }).isOver;
}

/** No check mark without activity: a friend's absence looks like a week over budget (PD-77). */
function isKept(user: BoardUser, result: BoardResult): boolean {
  return result.wasActive && isUnderRanked(user, result);
}

function keptWeeksOf(users: readonly BoardUser[], viewerId: string, week: Day): KeptWeeks {
  const weekStarts = Array.from({ length: WEEKS_WEIGHED }, (_, index) =>
    addDays(week, -7 * (WEEKS_WEIGHED - index)),
  );
  const rows = users.map((user) => {
    const markOf = (weekStart: Day): WeekMark => {
      const result = user.results.find((one) => one.weekStart === weekStart);
      if (!result) return 'before';
      return isKept(user, result) ? 'kept' : 'missed';
    };
    return {
      ...identityOf(user),
      isCurrentUser: user.userId === viewerId,
      kept: weekStarts.map(markOf),
    };
  });
  return {
    weekStarts,
    users: rows.sort(
      (a, b) =>
        Number(b.isCurrentUser) - Number(a.isCurrentUser) ||
        a.name.localeCompare(b.name, 'en-US') ||
        (a.userId < b.userId ? -1 : 1),
    ),
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
    weeksUnderInAll: own.weeksUnderInAll,
    isCorrected: result.correctedAt !== null,
    wasSeen: result.seenAt !== null,
    isDismissed: isDismissed(result),
  };
}

function isDismissed({ seenAt, correctedAt }: BoardResult): boolean {
  return seenAt !== null && (correctedAt === null || Date.parse(correctedAt) <= Date.parse(seenAt));
}
