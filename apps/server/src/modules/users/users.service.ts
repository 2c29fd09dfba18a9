import { centsFromDollars } from '@oinkly/domain/money';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/database.ts';
import { findLatestBudgetChange, setWeeklyBudget } from '../budget/index.ts';
import { todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import { changeLedger, recountFixedBills, type LedgerDeps } from '../ledger/index.ts';
import { countUnread } from '../notifications/index.ts';
import { findUser, updateUserRow, type UserChanges } from './users.queries.ts';

/** A user with the weekly budget of now, in cents, null until it is set (D-1), and how many notifications they have not read. */
export interface Profile {
  user: UserRow;
  weeklyBudgetCents: number | null;
  unreadNotifications: number;
}

/** What a person may change of their profile; what is absent stays as it is. */
export interface ProfilePatch extends Omit<UserChanges, 'nextWeekCloseAt' | 'isOnBoard'> {
  onBoard?: boolean | undefined;
  weeklyBudget?: number | undefined;
}

/** A user with the budget in force. */
export async function readProfile(db: Database, user: UserRow): Promise<Profile> {
  return {
    user,
    weeklyBudgetCents: (await findLatestBudgetChange(db, user.id))?.budgetCents ?? null,
    unreadNotifications: await countUnread(db, user.id),
  };
}

/** Saves a part of the profile, all of it or nothing. */
export async function updateProfile(
  deps: LedgerDeps,
  user: UserRow,
  { weeklyBudget, onBoard, ...changes }: ProfilePatch,
): Promise<Profile> {
  return changeLedger(deps, user.id, async (tx) => {
    await updateUserRow(tx, user.id, {
      ...changes,
      ...(onBoard !== undefined && { isOnBoard: onBoard }),
      // Elsewhere the week ends at another time.
      ...(changes.timeZone !== undefined && { nextWeekCloseAt: new Date(0) }),
    });
    const changed = await findUser(tx, user.id);
    if (!changed) throw new AppError('UNAUTHORIZED');
    if (weeklyBudget !== undefined) {
      await setWeeklyBudget(tx, user.id, todayOf(changed, deps.clock), centsFromDollars(weeklyBudget));
    }
    // What the request's `user` said may be of before another change.
    if (changes.countFixedBills !== undefined) {
      await recountFixedBills(tx, user.id, changed.countFixedBills);
    }
    return readProfile(tx, changed);
  });
}
