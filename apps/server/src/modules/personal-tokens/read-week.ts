import { moodOfWeek, type WeekMood } from '@oinkly/domain/week-mood';
import { summarizeTotals, type WeekSummary } from '@oinkly/domain/week-summaries';
import { daysLeftInWeek, weekStartOf } from '@oinkly/domain/weeks';
import type { Deps } from '../deps.ts';
import { listBudgetChanges } from '../budget/index.ts';
import type { UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import { readWeeks } from '../weeks/index.ts';

export interface CurrentWeek extends WeekSummary {
  toComeCents: number;
  /** After today. */
  daysLeft: number;
  mood: WeekMood;
}

export async function readWeek(deps: Pick<Deps, 'db' | 'clock'>, user: UserRow): Promise<CurrentWeek> {
  const today = todayOf(user, deps.clock);
  const monday = weekStartOf(today);
  const [{ totals, hasExpenses, toCome }, budgets] = await Promise.all([
    readWeeks(deps, user, { from: monday, to: monday }),
    listBudgetChanges(deps.db, user.id),
  ]);
  const [week] = summarizeTotals([monday], totals, budgets, today);
  if (!week) throw new Error('A week has no summary');
  const mood = moodOfWeek(week.spentCents, week.budgetCents, hasExpenses);
  return { ...week, toComeCents: toCome.amountCents, daysLeft: daysLeftInWeek(today), mood };
}
