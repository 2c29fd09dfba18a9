import type { BudgetChange } from '@oinkly/domain/budgets';
import type { Day } from '@oinkly/domain/days';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { budgetChanges } from '../../db/tables/budget.tables.ts';
import { users } from '../../db/tables/users.tables.ts';

export async function listBudgetChanges(db: Database, userId: string): Promise<BudgetChange[]> {
  return selectBudgetChanges(db, { userId });
}

const selectBudgetChanges = preparedQuery<{ userId: string }, BudgetChange>(
  'list_budget_changes',
  (value, db) =>
    db
      .select({ day: budgetChanges.day, budgetCents: budgetChanges.budgetCents })
      .from(budgetChanges)
      .where(eq(budgetChanges.userId, value('userId')))
      .orderBy(asc(budgetChanges.day)),
);

/** Lists them by user, oldest first. */
export async function listBudgetChangesOf(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, BudgetChange[]>> {
  const rows = await db
    .select({ userId: budgetChanges.userId, day: budgetChanges.day, budgetCents: budgetChanges.budgetCents })
    .from(budgetChanges)
    .where(isOneOf(budgetChanges.userId, userIds))
    .orderBy(asc(budgetChanges.userId), asc(budgetChanges.day));
  return Map.groupBy(rows, ({ userId }) => userId);
}

export async function findLatestBudgetChange(
  db: Database,
  userId: string,
): Promise<BudgetChange | undefined> {
  const [row] = await selectLatestBudgetChange(db, { userId });
  return row;
}

const selectLatestBudgetChange = preparedQuery<{ userId: string }, BudgetChange>(
  'find_latest_budget_change',
  (value, db) =>
    db
      .select({ day: budgetChanges.day, budgetCents: budgetChanges.budgetCents })
      .from(budgetChanges)
      .where(eq(budgetChanges.userId, value('userId')))
      .orderBy(desc(budgetChanges.day))
      .limit(1),
);

/** Whether a monthly payment may be a bill to ask about (PD-90), which depends on the budget too, or changed its price (PD-112). */
export async function setMayHaveBill(db: Database, userId: string, mayHaveBill: boolean): Promise<void> {
  await db
    .update(users)
    .set({ mayHaveBill })
    .where(and(eq(users.id, userId), ne(users.mayHaveBill, mayHaveBill)));
}

/** Sets the budget from this day on, and keeps the day's lowest. */
export async function upsertBudgetChange(
  db: Database,
  userId: string,
  day: Day,
  budgetCents: number,
): Promise<void> {
  await db
    .insert(budgetChanges)
    .values({ userId, day, budgetCents })
    .onConflictDoUpdate({
      target: [budgetChanges.userId, budgetChanges.day],
      set: {
        budgetCents,
        lowestCents: sql`least(${budgetChanges.lowestCents}, ${budgetChanges.budgetCents}, ${budgetCents}::bigint)`,
      },
    });
}

export async function updateSavingsGoal(
  db: Database,
  userId: string,
  monthlySavingsGoalCents: number,
): Promise<void> {
  await db.update(users).set({ monthlySavingsGoalCents }).where(eq(users.id, userId));
}
