import { addDays, type Day } from '@oinkly/domain/days';
import { guestMarks, guestWeeks } from '@oinkly/domain/guests';
import type { WeekMark } from '@oinkly/domain/kept-weeks';
import { balanceOf } from '@oinkly/domain/week-balance';
import { hasEveningCome, isInThisWeek } from '@oinkly/domain/week-promises';
import { weekEndOf, weekStartOf } from '@oinkly/domain/weeks';
import type { Database } from '../../db/database.ts';
import { todayOf, zoneOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import { competitorNow, identityOf, isUnderRanked, RESULTS_READ, WEEKS_WEIGHED } from './competitors.ts';
import { listGuests, listTappedWeeks, type Guest } from './guests.queries.ts';
import { listBoardUsers, type BoardResult, type BoardUser } from './leaderboard.queries.ts';

interface MarksDeps {
  db: Database;
  clock: () => Date;
}

/** Who kept which of the last closed weeks, shown instead of ranks (PD-76). */
export interface KeptWeeks {
  /** Mondays, oldest first. */
  weekStarts: Day[];
  /** The viewer first, then friends and guests by name. */
  users: {
    name: string;
    userId: string;
    isCurrentUser: boolean;
    isGuest: boolean;
    /** The Monday of the viewer's running week if they promised it, or null (PD-106). */
    promisedWeek: Day | null;
    kept: WeekMark[];
  }[];
}

/**
 * Reads the check marks of a guest's circle: the inviter's and those of their guests, because the inviter's friends did not agree to be
 * seen by others. While the inviter is off the board, only the guest's own.
 */
export async function readGuestMarks(
  { db, clock }: MarksDeps,
  inviter: { id: string; timeZone: string | null; isOnBoard: boolean },
  guestId: string,
): Promise<KeptWeeks> {
  const today = todayOf(inviter, clock);
  const week = weekStartOf(today);
  const resultsFrom = addDays(week, -7 * RESULTS_READ);
  const users = inviter.isOnBoard
    ? await listBoardUsers(db, inviter.id, [inviter.id], { week, resultsFrom, today, now: clock() })
    : [];
  const all = await listGuests(db, inviter.id, resultsFrom);
  const guests = inviter.isOnBoard ? all : all.filter(({ id }) => id === guestId);
  return readMarks(db, { users, guests, currentId: guestId, today });
}

/** Reads the check marks of a user, and of these friends who are on the board and guests, by id. Without closing any week. */
export async function readCircleMarks(
  { db, clock }: MarksDeps,
  user: { id: string; timeZone: string | null },
  friendIds: readonly string[],
  guests: readonly Guest[],
): Promise<{ weekStarts: Day[]; marks: ReadonlyMap<string, WeekMark[]> }> {
  const today = todayOf(user, clock);
  const week = weekStartOf(today);
  const resultsFrom = addDays(week, -7 * RESULTS_READ);
  const users = await listBoardUsers(db, user.id, [user.id, ...friendIds], {
    week,
    resultsFrom,
    today,
    now: clock(),
  });
  const kept = await readMarks(db, { users, guests, currentId: user.id, today });
  return {
    weekStarts: kept.weekStarts,
    marks: new Map(kept.users.map((row) => [row.userId, row.kept])),
  };
}

/** What a pact shows of one of its partners. */
export interface Keeper {
  /** Closed weeks, also as a guest, by their Monday. */
  kept: ReadonlyMap<Day, boolean>;
  /** The Monday of the viewer's running week if they promised it, or null. */
  promisedWeek: Day | null;
}

/**
 * Reads which closed weeks since `from` were kept by the viewer and those of these friends who are on the board, by user.
 * Call `closeDueWeeks` first.
 */
export async function readKeptWeeks(
  { db, clock }: MarksDeps,
  viewer: UserRow,
  friendIds: readonly string[],
  from: Day,
): Promise<Map<string, Keeper>> {
  const today = todayOf(viewer, clock);
  const users = await listBoardUsers(db, viewer.id, [viewer.id, ...friendIds], {
    // Later than any zone's week, so that it leaves out no closed one.
    week: addDays(weekStartOf(today), 14),
    resultsFrom: from,
    today,
    now: clock(),
  });
  const tapped = await listTappedWeeks(db, [viewer.id, ...friendIds], from);
  return new Map(
    users.map((user) => [
      user.userId,
      {
        kept: keptWeeksOf(user, tapped.get(user.userId)),
        promisedWeek: isInThisWeek(user.promisedWeek, today) ? user.promisedWeek : null,
      },
    ]),
  );
}

/**
 * Lists who of the viewer and these friends on the board are within budget in a week that ends this evening in the viewer's zone. Leaves out
 * friends whose own evening has not come. A closed week is within budget if it has a check mark.
 */
export async function listWithinBudget(
  { db, clock }: MarksDeps,
  viewer: UserRow,
  friendIds: readonly string[],
  week: Day,
): Promise<string[]> {
  const closed = await readKeptWeeks({ db, clock }, viewer, friendIds, week);
  const users = await listBoardUsers(db, viewer.id, [viewer.id, ...friendIds], {
    week,
    resultsFrom: week,
    today: weekEndOf(week),
    now: clock(),
  });
  return users
    .filter((user) => {
      const isKeptWeek = closed.get(user.userId)?.kept.get(week);
      if (isKeptWeek !== undefined) return isKeptWeek;
      const { isActive, rankedCents, budgetCents } = competitorNow(user, week);
      return (
        isActive &&
        hasEveningCome(week, clock(), zoneOf(user)) &&
        !balanceOf({ spentCents: rankedCents, budgetCents }).isOver
      );
    })
    .map(({ userId }) => userId);
}

/** No check mark without activity: a friend's absence looks like a week over budget (PD-77). */
function isKept(user: BoardUser, result: BoardResult): boolean {
  return result.wasActive && isUnderRanked(user, result);
}

/** A closed week counts as closed, also if it was tapped before. */
function keptWeeksOf(user: BoardUser, tapped: ReadonlyMap<Day, boolean> | undefined): Map<Day, boolean> {
  const closed = user.results.map((result) => [result.weekStart, isKept(user, result)] as const);
  return new Map([...(tapped ?? []), ...closed]);
}

export async function readMarks(
  db: Database,
  circle: { users: readonly BoardUser[]; guests: readonly Guest[]; currentId: string; today: Day },
): Promise<KeptWeeks> {
  const { users, guests, currentId, today } = circle;
  const week = weekStartOf(today);
  const weekStarts = Array.from({ length: WEEKS_WEIGHED }, (_, index) =>
    addDays(week, -7 * (WEEKS_WEIGHED - index)),
  );
  const tapped = await listTappedWeeks(
    db,
    users.map(({ userId }) => userId),
    addDays(week, -7 * WEEKS_WEIGHED),
  );
  const marksOf = (user: BoardUser) => {
    const weeks = keptWeeksOf(user, tapped.get(user.userId));
    const lastWeek = weekStarts.at(-1);
    return weekStarts.map((weekStart): WeekMark => {
      const isKeptWeek = weeks.get(weekStart);
      if (isKeptWeek !== undefined) return isKeptWeek ? 'kept' : 'missed';
      // Where a friend lives, last week may not have ended.
      return weekStart === lastWeek && weeks.size > 0 ? 'open' : 'before';
    });
  };
  const rows = [
    ...users.map((user) => ({
      ...identityOf(user),
      isGuest: false,
      promisedWeek: isInThisWeek(user.promisedWeek, today) ? user.promisedWeek : null,
      kept: marksOf(user),
    })),
    ...guests.map(({ id, name, firstWeek, taps }) => ({
      userId: id,
      name,
      isGuest: true,
      promisedWeek: null,
      kept: guestMarks(weekStarts, firstWeek, guestWeeks(firstWeek, taps, today)),
    })),
  ].map((row) => ({ ...row, isCurrentUser: row.userId === currentId }));
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
