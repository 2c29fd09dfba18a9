import type { FirstView } from '@oinkly/contract/first-view';
import { MAX_LISTED_EXPENSES } from '@oinkly/contract/limits';
import { mapRange, mapYear, weekEndOf, weekStartOf } from '@oinkly/domain/weeks';
import type { FastifyRequest } from 'fastify';
import { readTogether } from '../../db/database.ts';
import { asRequestOf } from '../../db/fair-shares.ts';
import type { Deps } from '../deps.ts';
import { presentSettings, readBudgetSettings } from '../budget/index.ts';
import { listExpenses, presentExpense } from '../expenses/index.ts';
import { readSession, type UserRow } from '../identity/index.ts';
import { closeDueWeeks, presentLeaderboard, readLeaderboard } from '../leaderboard/index.ts';
import { todayOf, zoneOf } from '../time/index.ts';
import { presentUser, readMarks } from '../users/index.ts';
import { presentWeeks, readWeeks } from '../weeks/index.ts';
import type { LedgerDeps } from '../ledger/index.ts';

/** Without data, a page is faster than one that waits longer. */
const TIME_LIMIT_MS = 1_000;

/** Null without a session, before onboarding ends, or when late: the page then loads its data itself (ADR 26). */
export async function firstViewOf(
  deps: Deps & LedgerDeps,
  request: FastifyRequest,
): Promise<FirstView | null> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error(`Not read in ${TIME_LIMIT_MS} ms`)), TIME_LIMIT_MS);
  try {
    return await Promise.race([readFirstViewOf(deps, request), tooLate.promise]);
  } catch (error) {
    request.log.error({ err: error }, 'first view not read');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function readFirstViewOf(deps: Deps & LedgerDeps, request: FastifyRequest): Promise<FirstView | null> {
  const session = await readSession(deps, request);
  if (!session?.user.signupCompleted) return null;
  return asRequestOf(session.user.id, () => readFirstView(deps, session.user));
}

async function readFirstView(deps: Deps & LedgerDeps, user: UserRow): Promise<FirstView> {
  const readAt = deps.clock();
  const today = todayOf(user, () => readAt);
  const weekStart = weekStartOf(today);
  await closeDueWeeks(deps, user);
  const [settings, marks, weeks, { rows }, leaderboard] = await readTogether(deps.db, (db) =>
    Promise.all([
      readBudgetSettings(db, user),
      readMarks(db, user.id),
      readWeeks({ ...deps, db }, user, mapRange(mapYear(today))),
      listExpenses({ db }, user.id, {
        from: weekStart,
        to: weekEndOf(weekStart),
        counted: 'counted',
        limit: MAX_LISTED_EXPENSES,
      }),
      readLeaderboard({ ...deps, db }, user),
    ]),
  );
  return {
    readAtMs: readAt.getTime(),
    timeZone: zoneOf(user),
    today,
    user: presentUser({
      user,
      weeklyBudgetCents: settings.changes.at(-1)?.budgetCents ?? null,
      ...marks,
    }),
    settings: presentSettings(settings),
    weeks: presentWeeks(weeks),
    expenses: rows.map(presentExpense),
    leaderboard: presentLeaderboard(leaderboard),
  };
}
