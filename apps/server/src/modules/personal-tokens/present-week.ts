import type { RouteResponse } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { CurrentWeek } from './read-week.ts';

/** Sums in dollars. */
export function presentWeek(week: CurrentWeek): RouteResponse<'getWeekByToken'> {
  const { budgetCents, spentCents } = week;
  return {
    monday: week.start,
    sunday: week.end,
    budget: dollarsFromCents(budgetCents),
    spent: dollarsFromCents(spentCents),
    left: dollarsFromCents(Math.max(0, budgetCents - spentCents)),
    over: dollarsFromCents(Math.max(0, spentCents - budgetCents)),
    status: week.isOver ? 'over' : 'under',
    toCome: dollarsFromCents(week.toComeCents),
    purchases: week.purchases,
    daysLeft: week.daysLeft,
    mood: week.mood,
  };
}
