import { budgetOfWeek } from '@oinkly/domain/budgets';
import { addDays, dayInZone, startOfDayInZone, type Day } from '@oinkly/domain/days';
import { highlightOf, type Highlight } from '@oinkly/domain/highlights';
import { balanceOf } from '@oinkly/domain/week-balance';
import { weekStartOf } from '@oinkly/domain/weeks';
import { inTransactionOfMany, type Transaction } from '../../db/database.ts';
import { forEachUser } from '../../db/for-each-user.ts';
import type { Deps } from '../deps.ts';
import { listBudgetChangesOf } from '../budget/index.ts';
import { FIRST_ZONE, zoneOf } from '../time/index.ts';
import { createDueOccurrencesOf } from '../expenses/index.ts';
import {
  changeLedger,
  refreshWeeklyTotals,
  type LedgerDeps,
  type LedgerListener,
  type WeekSums,
} from '../ledger/index.ts';
import { correctNotification, mailRecaps, notifyOfWeeks, type NotifyDeps } from '../notifications/index.ts';
import { listTotalsWithEarlier, listWeekFacts } from './week-facts.queries.ts';
import {
  addToResult,
  findClosingUser,
  insertResults,
  keyOfWeek,
  listActiveWeeks,
  listClosedWeekSums,
  listLastWeeks,
  listUsersWithEndedWeeks,
  updateHighlight,
  updateNextWeekClose,
  type ClosingUser,
  type UserWeek,
  type WeeklyResultRow,
} from './weekly-results.queries.ts';

/* A week is closed when it ends in its user's zone, after its due recurring expenses exist (PD-24, ADR 17). For seven days the bank may
   correct the stored result; the user's edits don't. */

/** Users per transaction. Syncs of these users wait for it. */
const BATCH = 500;
const CORRECTED_FOR_MS = 7 * 24 * 60 * 60_000;

const NOTHING: WeekSums = { spentCents: 0, rankedCents: 0 };

/** A failing user is left for the next run. */
export async function closeEndedWeeks(
  deps: LedgerDeps & NotifyDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new Set<string>();
  while (!signal.aborted) {
    const now = deps.clock();
    const weekIn = currentWeeks(now);
    const limit = BATCH + failed.size;
    const listed = await listUsersWithEndedWeeks(deps.db, { now, before: latestWeek(now), limit });
    const due = listed.filter(({ id }) => !failed.has(id));
    if (due.length === 0) return;
    // Creating recurring expenses needs a transaction of the user's own ledger. The daily job seldom leaves
    // any.
    const oneByOne = due.filter(({ hasDue }) => hasDue).map(({ id }) => id);
    const allTogether = due.filter(({ hasDue }) => !hasDue);
    const together = allTogether.map(({ id }) => id);
    try {
      await inTransactionOfMany(deps.db, async (tx) => {
        const locked = await updateNextWeekClose(
          tx,
          allTogether.map(({ id, timeZone }) => ({
            userId: id,
            nextWeekCloseAt: weekIn(zoneOf({ timeZone })).endsAt,
          })),
        );
        await closeWeeksIn(deps, tx, locked);
      });
    } catch (error) {
      deps.log.warn({ err: error, users: together.length }, 'a batch of weeks could not be closed');
      oneByOne.push(...together);
    }
    const closeAlone = async (userId: string) => {
      try {
        await closeWeeksOf(deps, userId);
      } catch (error) {
        failed.add(userId);
        deps.log.error({ err: error, userId }, 'the weeks of a user could not be closed');
      }
    };
    await forEachUser(oneByOne, closeAlone, () => signal.aborted);
  }
}

export async function closeWeeksOf(deps: LedgerDeps & NotifyDeps, userId: string): Promise<void> {
  await changeLedger(deps, userId, async (tx) => {
    const user = await findClosingUser(tx, userId);
    if (!user) return;
    await createDueOccurrencesOf(tx, user, deps.clock());
    await refreshWeeklyTotals(tx);
    await closeWeeksIn(deps, tx, [user]);
  });
}

/** Closes the ended weeks of locked users, from the week of signing up. */
async function closeWeeksIn(
  deps: NotifyDeps,
  tx: Transaction,
  locked: readonly ClosingUser[],
): Promise<void> {
  if (locked.length === 0) return;
  const now = deps.clock();
  const weekIn = currentWeeks(now);
  const userIds = locked.map(({ id }) => id);
  const lastWeeks = await listLastWeeks(tx, userIds, recentWeek(now));
  const users = locked.map((user) => {
    const zone = zoneOf(user);
    const openWeek = weekIn(zone).weekStart;
    const lastWeek = lastWeeks.get(user.id);
    const from = lastWeek ? addDays(lastWeek, 7) : weekStartOf(dayInZone(user.createdAt, zone));
    return { ...user, zone, openWeek, weeks: weeksBetween(user.id, from, openWeek) };
  });
  const weeks = users.flatMap((user) => user.weeks);
  if (weeks.length > 0) {
    const budgets = await listBudgetChangesOf(tx, userIds);
    const totals = await listTotalsWithEarlier(tx, weeks);
    const active = await listActiveWeeks(tx, weeks, now);
    // Older ones are no news.
    const facts = await listWeekFacts(
      tx,
      users.flatMap((user) => user.weeks.slice(-1)),
      totals,
    );
    const resultOf = (week: UserWeek, openWeek: Day) => {
      const { spentCents, rankedCents } = totals.get(keyOfWeek(week)) ?? NOTHING;
      const budgetCents = budgetOfWeek(budgets.get(week.userId) ?? [], week.weekStart, openWeek);
      const known = facts.get(keyOfWeek(week));
      return {
        ...week,
        budgetCents,
        spentCents,
        rankedCents,
        wasActive: active.has(keyOfWeek(week)),
        highlight: known ? highlightOf({ ...known, spentCents, budgetCents }) : null,
      };
    };
    const results = users.flatMap((user) => user.weeks.map((week) => resultOf(week, user.openWeek)));
    await insertResults(tx, results, now);
    const newest = new Map(results.map((result) => [result.userId, result]));
    const ended = users.flatMap(({ id, zone, openWeek, wantsResult, wantsRecapMail }) => {
      const result = newest.get(id);
      if (!result?.highlight || !budgets.has(id)) return [];
      const { weekStart, highlight } = result;
      const week = { userId: id, weekStart, endedOn: openWeek, zone, isUnder: isUnder(result), highlight };
      return [{ ...week, wantsResult, wantsRecapMail }];
    });
    await mailRecaps(
      deps,
      tx,
      ended.filter(({ wantsRecapMail }) => wantsRecapMail),
    );
    await notifyOfWeeks(deps, tx, ended);
  }
  const times = users.map((user) => ({ ...user, userId: user.id, at: weekIn(user.zone).endsAt }));
  await updateNextWeekClose(
    tx,
    times
      .filter(({ nextWeekCloseAt, at }) => nextWeekCloseAt.getTime() !== at.getTime())
      .map(({ userId, at }) => ({ userId, nextWeekCloseAt: at })),
  );
}

interface CurrentWeek {
  weekStart: Day;
  endsAt: Date;
}

/** A zone's current week, worked out once: reading a zone's clock is slow, and a batch has few zones. */
function currentWeeks(now: Date): (zone: string) => CurrentWeek {
  const known = new Map<string, CurrentWeek>();
  return (zone) => {
    let week = known.get(zone);
    if (!week) {
      const weekStart = weekStartOf(dayInZone(now, zone));
      week = { weekStart, endsAt: startOfDayInZone(addDays(weekStart, 7), zone) };
      known.set(zone, week);
    }
    return week;
  };
}

function latestWeek(now: Date): Day {
  return weekStartOf(dayInZone(now, FIRST_ZONE));
}

/** A week that lies before the last closed one of nearly everyone whose week has just ended. */
function recentWeek(now: Date): Day {
  return addDays(latestWeek(now), -21);
}

function weeksBetween(userId: string, from: Day, before: Day): UserWeek[] {
  const weeks: UserWeek[] = [];
  for (let weekStart = from; weekStart < before; weekStart = addDays(weekStart, 7))
    weeks.push({ userId, weekStart });
  return weeks;
}

/** Adds a sync's changes, without what the user entered since the closing. */
export const correctClosedWeeks: LedgerListener = async (tx, { userId, cause, now }) => {
  if (cause !== 'sync') return undefined;
  const closedAfter = new Date(now.getTime() - CORRECTED_FOR_MS);
  const readSums = () => listClosedWeekSums(tx, userId, closedAfter);
  const before = await readSums();
  return async () => {
    const after = await readSums();
    for (const weekStart of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(weekStart) ?? NOTHING, after.get(weekStart) ?? NOTHING];
      const difference = {
        spentCents: is.spentCents - was.spentCents,
        rankedCents: is.rankedCents - was.rankedCents,
      };
      if (difference.spentCents !== 0 || difference.rankedCents !== 0) {
        const result = await addToResult(tx, { userId, weekStart, difference, now });
        const highlight = await highlightAgain(tx, { userId, weekStart }, result);
        await correctNotification(tx, userId, { weekStart, isUnder: isUnder(result), highlight });
      }
    }
  };
};

async function highlightAgain(
  tx: Transaction,
  week: UserWeek,
  result: Pick<WeeklyResultRow, 'spentCents' | 'budgetCents'>,
): Promise<Highlight> {
  const totals = await listTotalsWithEarlier(tx, [week]);
  const facts = (await listWeekFacts(tx, [week], totals)).get(keyOfWeek(week));
  if (!facts) throw new Error(`There are no facts of the week ${week.weekStart}`);
  const highlight = highlightOf({ ...facts, ...result });
  await updateHighlight(tx, week, highlight);
  return highlight;
}

function isUnder(result: Pick<WeeklyResultRow, 'spentCents' | 'budgetCents'>): boolean {
  return !balanceOf(result).isOver;
}
