import type { FirstCall, FirstView } from '@oinkly/contract/first-view';
import type { Day } from '@oinkly/domain/days';
import type { FastifyRequest } from 'fastify';
import { readTogether } from '../../db/database.ts';
import { asRequestOf } from '../../db/fair-shares.ts';
import { AppError } from '../../errors/app-error.ts';
import { limitsOfUsers } from '../../http/allowances.ts';
import type { Deps } from '../deps.ts';
import { readBudgetSettings } from '../budget/index.ts';
import { readInvite, recordSeen } from '../friends/index.ts';
import { readSession, type UserRow } from '../identity/index.ts';
import { closeDueWeeks } from '../leaderboard/index.ts';
import { todayOf, zoneOf } from '../time/index.ts';
import { presentUser, readMarks } from '../users/index.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { answerTo } from './answers.ts';

/** Without data, a page is faster than one that waits longer. */
const TIME_LIMIT_MS = 1_000;

/** What a page calls first on the user's day, or null. */
type CallsOn = (today: Day) => Promise<readonly FirstCall[] | null>;

type ReadFirstView = (request: FastifyRequest, callsOn: CallsOn) => Promise<FirstView | null>;

/** The returned function is null without a session, before onboarding ends, or when late: the page then loads its data itself (ADR 26). */
export function firstViewReader(deps: Deps & LedgerDeps): ReadFirstView {
  const limits = limitsOfUsers(deps.db);
  const read = async (request: FastifyRequest, callsOn: CallsOn) => {
    const session = await readSession(deps, request);
    if (!session?.user.signupCompleted) return null;
    const { user } = session;
    return asRequestOf(user.id, async () => {
      const readAt = deps.clock();
      const calls = await callsOn(todayOf(user, () => readAt));
      if (!calls) return null;
      for (const { name } of calls) await limits.get(name)?.spend(user.id);
      return { user, view: await readFirstView(deps, user, { readAt, calls }) };
    });
  };
  return async (request, callsOn) => {
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => tooLate.reject(new Error(`Not read in ${TIME_LIMIT_MS} ms`)),
      TIME_LIMIT_MS,
    );
    try {
      const inTime = await Promise.race([read(request, callsOn), tooLate.promise]);
      if (!inTime) return null;
      const { user, view } = inTime;
      await asRequestOf(user.id, () => recordSeen(deps, user, view.answers));
      return view;
    } catch (error) {
      // The page calls then, and tells the user of a refusal.
      if (!(error instanceof AppError && error.statusCode < 500))
        request.log.error({ err: error }, 'first view not read');
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readFirstView(
  deps: Deps & LedgerDeps,
  user: UserRow,
  { readAt, calls }: { readAt: Date; calls: readonly FirstCall[] },
): Promise<FirstView> {
  // What may write takes connections of its own.
  await closeDueWeeks(deps, user);
  const asksForInvite = calls.some(({ name }) => name === 'getInvite');
  const invite = asksForInvite ? await readInvite(deps, user.id) : null;
  return readTogether(deps.db, async (db) => {
    const settings = readBudgetSettings(db, user);
    const { clock, hasGuests } = deps;
    const source = { db, clock, hasGuests, user, settings, invite };
    const [{ changes }, marks, answers] = await Promise.all([
      settings,
      readMarks({ db, hasGuests }, user.id),
      Promise.all(calls.map((call) => answerTo(source, call))),
    ]);
    return {
      readAtMs: readAt.getTime(),
      timeZone: zoneOf(user),
      today: todayOf(user, () => readAt),
      user: presentUser({ user, weeklyBudgetCents: changes.at(-1)?.budgetCents ?? null, ...marks }),
      answers,
    };
  });
}
