import type { UnreachableFriend } from '@oinkly/contract/leaderboard';
import { addDays, type Day } from '@oinkly/domain/days';
import { highlightWords, type Highlight } from '@oinkly/domain/highlights';
import { boardViewOf, keptStatus } from '@oinkly/domain/kept-weeks';
import { leaderboardStatus } from '@oinkly/domain/leaderboard-status';
import {
  joiningExpenseOf,
  positionChanges,
  prizeOf,
  rankCompetitors,
  type JoiningExpense,
  type Prize,
} from '@oinkly/domain/ranking';
import { weekToPromise } from '@oinkly/domain/week-promises';
import { weekStartOf } from '@oinkly/domain/weeks';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { readReachable } from '../../db/distribution/read-reachable.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import {
  listBoardUsers,
  listFriendIds,
  listNamesLastSent,
  type BoardUser,
  type BoardResult,
} from './leaderboard.queries.ts';
import { readMarks, type KeptWeeks } from './check-marks.service.ts';
import { competitorNow, competitorOfWeek, RESULTS_READ } from './competitors.ts';
import { listGuests } from './guests.queries.ts';
import { closeWeeksOf } from './close-weeks.service.ts';
import { listResults, markResultSeen } from './weekly-results.queries.ts';

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

interface BoardDeps {
  db: Database;
  clock: () => Date;
  hasGuests: boolean;
}

/** Reads a user's board. Call `closeDueWeeks` first. */
export async function readLeaderboard(
  { db, clock, hasGuests }: BoardDeps,
  viewer: UserRow,
): Promise<{
  entries: BoardEntry[];
  /** Friends whose rows can't be read now; absent without any. */
  unreachable?: UnreachableFriend[];
  kept: KeptWeeks | null;
  /** The Monday of the week that the viewer is asked to promise, or null. */
  weekToPromise: Day | null;
  offersNote: boolean;
  lastWeek: LastWeek | null;
}> {
  const now = clock();
  const today = todayOf(viewer, clock);
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  const friendIds = viewer.isOnBoard ? await listFriendIds(db, viewer.id) : [];
  const resultsFrom = addDays(thisWeek, -7 * RESULTS_READ);
  const { rows: users, unreachable } = await readReachable([viewer.id, ...friendIds], (userIds) =>
    listBoardUsers(db, viewer.id, userIds, { week: thisWeek, resultsFrom, today, now }),
  );
  if (unreachable.includes(viewer.id)) throw new AppError('SERVICE_UNAVAILABLE');
  const current = users.map((user) => competitorNow(user, thisWeek));
  const ranking = rankCompetitors(current);
  const earlier = rankCompetitors(users.flatMap((user) => competitorOfWeek(user, lastWeek) ?? []));
  const changes = positionChanges(earlier, current);
  const own = users.find(({ userId }) => userId === viewer.id);
  const showsMarks = boardViewOf(viewer.boardView, users.length + unreachable.length) === 'kept';
  const guests =
    showsMarks && hasGuests && viewer.isOnBoard ? await listGuests(db, viewer.id, resultsFrom) : [];
  const kept =
    showsMarks && users.length + unreachable.length + guests.length > 1
      ? await readMarks(db, { users, guests, currentId: viewer.id, today })
      : null;
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
    ...(unreachable.length > 0 && { unreachable: await withNamesLastSent(db, viewer.id, unreachable) }),
    kept,
    weekToPromise: weekToPromise(today, viewer, {
      hasOthers: viewer.isOnBoard && users.length + guests.length > 1,
    }),
    // Once there is something to notify of: a closed week or a friend.
    offersNote: !viewer.hasChosenNotifications && (users.length > 1 || (own?.results.length ?? 0) > 0),
    lastWeek: own ? lastWeekOf(own, lastWeek) : null,
  };
}

async function withNamesLastSent(
  db: Database,
  viewerId: string,
  friendIds: readonly string[],
): Promise<UnreachableFriend[]> {
  const names = await listNamesLastSent(db, viewerId, friendIds);
  return friendIds.map((userId) => ({ userId, name: names.get(userId) ?? 'A friend' }));
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
