import { centsFromDollars } from '@oinkly/domain/money';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { findLatestBudgetChange, setMayHaveBill, setWeeklyBudget } from '../budget/index.ts';
import type { Deps } from '../deps.ts';
import { todayOf } from '../time/index.ts';
import { findUser, type UserRow } from '../identity/index.ts';
import { changeLedger, recountFixedBills, type LedgerDeps } from '../ledger/index.ts';
import { readMarks, updateUserRow, type Marks, type UserChanges } from './users.queries.ts';

export interface Profile extends Marks {
  user: UserRow;
  /** Null until set (D-1). */
  weeklyBudgetCents: number | null;
}

/** Absent fields stay unchanged. */
export interface ProfilePatch extends Omit<UserChanges, 'nextWeekCloseAt' | 'isOnBoard'> {
  onBoard?: boolean | undefined;
  weeklyBudget?: number | undefined;
}

export async function readProfile(
  { db, hasGuests }: { db: Database; hasGuests: boolean },
  user: UserRow,
): Promise<Profile> {
  return {
    user,
    weeklyBudgetCents: (await findLatestBudgetChange(db, user.id))?.budgetCents ?? null,
    ...(await readMarks({ db, hasGuests }, user.id)),
  };
}

/** Saves all given fields or none. */
export async function updateProfile(
  deps: LedgerDeps & Pick<Deps, 'hasGuests'>,
  user: UserRow,
  { weeklyBudget, onBoard, ...changes }: ProfilePatch,
): Promise<Profile> {
  return changeLedger(deps, user.id, async (tx) => {
    await updateUserRow(tx, user.id, {
      ...changes,
      ...(onBoard !== undefined && { isOnBoard: onBoard }),
      // Weeks end at another time there.
      ...(changes.timeZone !== undefined && { nextWeekCloseAt: new Date(0) }),
    });
    const changed = await findUser(tx, user.id);
    if (!changed) throw new AppError('UNAUTHORIZED');
    if (weeklyBudget !== undefined) {
      await setWeeklyBudget(tx, user.id, todayOf(changed, deps.clock), centsFromDollars(weeklyBudget));
    }
    // The request's `user` may be outdated.
    if (changes.countFixedBills !== undefined) {
      await recountFixedBills(tx, user.id, changed.countFixedBills);
      await setMayHaveBill(tx, user.id, true);
    }
    return readProfile({ db: tx, hasGuests: deps.hasGuests }, changed);
  });
}
