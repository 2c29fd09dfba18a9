import { WEEKS_PER_MONTH, weeklyBudgetFromMonthlyIncome, type BudgetChange } from '@oinkly/domain/budgets';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import {
  findLatestBudgetChange,
  listBudgetChanges,
  setMayHaveBill,
  updateSavingsGoal,
  upsertBudgetChange,
} from './budget.queries.ts';

/** The income mirrors the budget (PD-10). */
export interface BudgetSettings {
  monthlyIncomeCents: number | null;
  monthlySavingsGoalCents: number;
  changes: BudgetChange[];
}

/** Sets the budget from the user's today on, or from the last change if a traveler's today is earlier. */
export async function setWeeklyBudget(
  db: Database,
  userId: string,
  today: Day,
  budgetCents: number,
): Promise<void> {
  const latest = await findLatestBudgetChange(db, userId);
  if (latest?.budgetCents === budgetCents) return;
  await upsertBudgetChange(db, userId, latest && latest.day > today ? latest.day : today, budgetCents);
  await setMayHaveBill(db, userId, true);
}

export async function readBudgetSettings(db: Database, user: UserRow): Promise<BudgetSettings> {
  const changes = await listBudgetChanges(db, user.id);
  const now = changes.at(-1);
  return {
    monthlyIncomeCents: now ? now.budgetCents * WEEKS_PER_MONTH : null,
    monthlySavingsGoalCents: user.monthlySavingsGoalCents,
    changes,
  };
}

/** A quarter of the income, in whole dollars. */
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
