import type { BudgetChange } from './budgets.ts';
import { balanceOf } from './week-balance.ts';
import type { WeekSummary } from './week-summaries.ts';
import { trackedWeeks } from './week-verdicts.ts';
import { weekStartOf } from './weeks.ts';

/** `isReal` is false for weeks before the user had a budget here: those would have left it. */
export interface Saved {
  cents: number;
  isReal: boolean;
}

/**
 * What closed weeks left over (PD-75), from the one in which the user first set a budget (PD-89). A week over budget takes nothing away.
 * Before such a week has closed: what earlier ones would have left. Null if that is nothing, or without a budget. `changes` is sorted by
 * day. Cost: n in the weeks.
 */
export function savedThisYear(weeks: readonly WeekSummary[], changes: readonly BudgetChange[]): Saved | null {
  const [first] = changes;
  if (!first) return null;
  const from = weekStartOf(first.day);
  const closed = trackedWeeks(weeks);
  const since = closed.filter(({ start }) => start >= from);
  const isReal = since.length > 0;
  const cents = (isReal ? since : closed).reduce((sum, week) => sum + balanceOf(week).leftCents, 0);
  return cents > 0 ? { cents, isReal } : null;
}
