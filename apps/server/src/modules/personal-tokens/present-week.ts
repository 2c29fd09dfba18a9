import type { RouteResponse } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import { balanceOf } from '@oinkly/domain/week-balance';
import type { CurrentWeek } from './read-week.ts';

/** Sums in dollars. */
export function presentWeek(week: CurrentWeek): RouteResponse<'getWeekByToken'> {
  const { budgetCents, spentCents } = week;
  const { leftCents, overCents, isOver } = balanceOf(week);
  return {
    monday: week.start,
    sunday: week.end,
    budget: dollarsFromCents(budgetCents),
    spent: dollarsFromCents(spentCents),
    left: dollarsFromCents(leftCents),
    over: dollarsFromCents(overCents),
    status: isOver ? 'over' : 'under',
    toCome: dollarsFromCents(week.toComeCents),
    purchases: week.purchases,
    daysLeft: week.daysLeft,
    mood: week.mood,
  };
}
