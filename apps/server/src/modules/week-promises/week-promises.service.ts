import type { Day } from '@oinkly/domain/days';
import { isInThisWeek, weekToPromise } from '@oinkly/domain/week-promises';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { findUser } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import type { TokenBox } from '../../security/token-box.ts';
import { readPromiseToken } from './promise-token.ts';
import { type Promiser, hasFriendOnBoard, hasGuest, updateAnsweredWeek } from './week-promises.queries.ts';

/* "I'm in": a user promises the running week to their circle (PD-106). Who doesn't promise is never named. */

export interface PromiseDeps {
  db: Database;
  clock: () => Date;
  hasGuests: boolean;
}

/** Returns the Monday of the week that the user is asked to promise, or null. */
export async function readWeekToPromise(
  { db, clock, hasGuests }: PromiseDeps,
  user: Promiser,
): Promise<Day | null> {
  const week = weekToPromise(todayOf(user, clock), user, { hasOthers: user.isOnBoard });
  if (week === null) return null;
  const hasOthers = (hasGuests && (await hasGuest(db, user.id))) || (await hasFriendOnBoard(db, user.id));
  return hasOthers ? week : null;
}

/** Promises the week of a mail for the user to whom it was sent. Idempotent. Throws PROMISE_LINK_NOT_FOUND, and PROMISE_NOT_OPEN once the week is over. */
export async function promiseWeekByMail(
  deps: PromiseDeps & { tokenBox: TokenBox },
  token: string,
): Promise<void> {
  const mailed = readPromiseToken(deps.tokenBox, token);
  const user = mailed && (await findUser(deps.db, mailed.userId));
  if (!user) throw new AppError('PROMISE_LINK_NOT_FOUND');
  await promiseWeek(deps, user, mailed.weekStart);
}

/** Promises the running week. Idempotent. Throws PROMISE_NOT_OPEN, also for every other week. */
export async function promiseWeek(deps: PromiseDeps, user: Promiser, weekStart: Day): Promise<void> {
  if (weekStart === user.promisedWeek && isInThisWeek(weekStart, todayOf(user, deps.clock))) return;
  // A declined week can still be promised, by its mail or its notification.
  const open = await readWeekToPromise(deps, { ...user, declinedWeek: null });
  if (weekStart !== open) throw new AppError('PROMISE_NOT_OPEN');
  await updateAnsweredWeek(deps.db, user.id, 'promisedWeek', weekStart);
}

/** Ends the question about a week. Idempotent. An earlier week, which an old page may name, is fine. Throws PROMISE_NOT_OPEN for a later one. */
export async function declineWeek(
  { db, clock }: Pick<PromiseDeps, 'db' | 'clock'>,
  user: Promiser,
  weekStart: Day,
): Promise<void> {
  if (weekStart > todayOf(user, clock)) throw new AppError('PROMISE_NOT_OPEN');
  await updateAnsweredWeek(db, user.id, 'declinedWeek', weekStart);
}
