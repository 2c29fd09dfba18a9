import { budgetOfWeek } from '@oinkly/domain/budgets';
import { addDays, dayInZone, startOfDayInZone, type Day } from '@oinkly/domain/days';
import { weekEndOf, weekStartOf } from '@oinkly/domain/weeks';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { listBudgetChanges } from '../budget/index.ts';
import { zoneOf } from '../time/index.ts';
import { createDueOccurrencesOf } from '../expenses/index.ts';
import {
  changeLedger,
  refreshWeeklyTotals,
  type LedgerDeps,
  type LedgerListener,
  type WeekSums,
} from '../ledger/index.ts';
import { correctNotification, notifyOfWeek, type NotifyDeps } from '../notifications/index.ts';
import {
  addToResult,
  findUserOfWeeks,
  insertResults,
  listClosedWeekSums,
  listUsersWithEndedWeeks,
  listWeekSums,
  readActivity,
  updateNextWeekCloseAt,
} from './weekly-results.queries.ts';

/*
 * A week is closed when it ends in its user's zone, after its due recurring expenses exist (PD-24). Its budget and sums are stored once, for
 * the board and the Monday card. The bank may correct them for seven days; later edits of the user don't.
 */

/** How many users are looked up at a time, and how many of them closed: the database's connections are there for requests first. */
const BATCH = 500;
const AT_A_TIME = 3;

/** How long the bank may correct a week after it was closed. */
const CORRECTED_FOR_MS = 7 * 24 * 60 * 60_000;

const NOTHING: WeekSums = { spentCents: 0, rankedCents: 0 };

/** Closes every week that has ended for its user and is not closed yet. Ends early when the signal is aborted. */
export async function closeEndedWeeks(
  deps: LedgerDeps & NotifyDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  // Whose closing fails is not in the way of the others, and is tried again the next time.
  const failed = new Set<string>();
  while (!signal.aborted) {
    const due = await listUsersWithEndedWeeks(deps.db, deps.clock(), BATCH + failed.size);
    const userIds = due.filter((id) => !failed.has(id));
    if (userIds.length === 0) return;
    const closeNext = async () => {
      for (let userId = userIds.pop(); userId !== undefined && !signal.aborted; userId = userIds.pop()) {
        try {
          await closeWeeksOf(deps, userId);
        } catch (error) {
          failed.add(userId);
          deps.log.error({ err: error, userId }, 'the weeks of a user could not be closed');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, closeNext));
  }
}

/**
 * Closes the user's ended weeks that are not closed yet, from the week of signing up. This is the only place that closes weeks: it creates
 * the due recurring expenses first, whichever job runs before.
 */
export async function closeWeeksOf(deps: LedgerDeps & NotifyDeps, userId: string): Promise<void> {
  await changeLedger(deps, userId, async (tx) => {
    const user = await findUserOfWeeks(tx, userId);
    if (!user) return;
    const now = deps.clock();
    const zone = zoneOf(user);
    await createDueOccurrencesOf(tx, { id: userId, timeZone: user.timeZone }, now);
    await refreshWeeklyTotals(tx);
    const openWeek = weekStartOf(dayInZone(now, zone));
    const from = user.lastWeek ? addDays(user.lastWeek, 7) : weekStartOf(dayInZone(user.createdAt, zone));
    if (from < openWeek) {
      const { isUnder } = await writeResults(tx, userId, { from, openWeek, now });
      // Of weeks that are made up for nobody is told, only of the one before this.
      const weekStart = addDays(openWeek, -7);
      if (isUnder !== null)
        await notifyOfWeek(deps, tx, userId, { weekStart, isUnder, endedOn: openWeek, zone });
    }
    await updateNextWeekCloseAt(tx, userId, startOfDayInZone(addDays(openWeek, 7), zone));
  });
}

/** Writes the results, and says whether the last week was under budget; null when there is no budget yet. */
async function writeResults(
  tx: Transaction,
  userId: string,
  { from, openWeek, now }: { from: Day; openWeek: Day; now: Date },
): Promise<{ isUnder: boolean | null }> {
  const budgets = await listBudgetChanges(tx, userId);
  const sums = await listWeekSums(tx, userId, { from, before: openWeek });
  const rows = [];
  for (let weekStart = from; weekStart < openWeek; weekStart = addDays(weekStart, 7)) {
    const { spentCents, rankedCents } = sums.get(weekStart) ?? NOTHING;
    rows.push({
      userId,
      weekStart,
      budgetCents: budgetOfWeek(budgets, weekStart, openWeek),
      spentCents,
      rankedCents,
      wasActive: await readActivity(tx, userId, weekEndOf(weekStart), now),
      closedAt: now,
    });
  }
  await insertResults(tx, rows);
  const last = rows.at(-1);
  return { isUnder: last && budgets.length > 0 ? last.spentCents <= last.budgetCents : null };
}

/**
 * Adds what a sync changed to the weeks that were closed in the last seven days. Edits by the user don't change a closed week, so its sums
 * leave out what the user entered after the closing; the changed totals of the ledger include that and cannot be used here. After a time
 * in which the server was off, several weeks may have been closed in those seven days.
 */
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
        await correctNotification(tx, userId, {
          weekStart,
          isUnder: result.spentCents <= result.budgetCents,
        });
      }
    }
  };
};
