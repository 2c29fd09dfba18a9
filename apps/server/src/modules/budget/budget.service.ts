import { WEEKS_PER_MONTH, weeklyBudgetFromMonthlyIncome, type BudgetChange } from '@oinkly/domain/budgets';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import {
  findLatestBudgetChange,
  listBudgetChanges,
  updateSavingsGoal,
  upsertBudgetChange,
} from './budget.queries.ts';

/** The budget and the monthly income that mirrors it (PD-10); null until set. */
export interface BudgetSettings {
  monthlyIncomeCents: number | null;
  monthlySavingsGoalCents: number;
  changes: BudgetChange[];
}

/**
 * Sets the weekly budget from the user's today on. A user who traveled west may be a day before their last change: the new budget then
 * takes that day, so that the newest one counts.
 */
export async function setWeeklyBudget(
  db: Database,
  userId: string,
  today: Day,
  budgetCents: number,
): Promise<void> {
  const latest = await findLatestBudgetChange(db, userId);
  if (latest?.budgetCents === budgetCents) return;
  await upsertBudgetChange(db, userId, latest && latest.day > today ? latest.day : today, budgetCents);
}

/** The dated budgets, and the income that mirrors the newest (PD-10). */
export async function readBudgetSettings(db: Database, user: UserRow): Promise<BudgetSettings> {
  const changes = await listBudgetChanges(db, user.id);
  const now = changes.at(-1);
  return {
    monthlyIncomeCents: now ? now.budgetCents * WEEKS_PER_MONTH : null,
    monthlySavingsGoalCents: user.monthlySavingsGoalCents,
    changes,
  };
}

/** A quarter of the income, in whole dollars, becomes the weekly budget. */
export async function saveBudgetSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  command: { monthlyIncomeDollars: number; monthlySavingsGoalDollars: number },
): Promise<BudgetSettings> {
  const budgetCents = centsFromDollars(weeklyBudgetFromMonthlyIncome(command.monthlyIncomeDollars));
  const monthlySavingsGoalCents = centsFromDollars(command.monthlySavingsGoalDollars);
  return inUserTransaction(db, user.id, async (tx) => {
    await updateSavingsGoal(tx, user.id, monthlySavingsGoalCents);
    await setWeeklyBudget(tx, user.id, todayOf(user, clock), budgetCents);
    return readBudgetSettings(tx, { ...user, monthlySavingsGoalCents });
  });
}
