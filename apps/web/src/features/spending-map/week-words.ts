import { formatUsd } from '@oinkly/domain/money';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { formatWeek } from '@oinkly/domain/weeks';

/** The hover title of a square (DB-10): `Jun 1 - Jun 7: $76.82`, or 'Future week'. */
export function squareTitle(week: WeekSummary): string {
  return week.isFuture ? 'Future week' : `${formatWeek(week.start)}: ${formatUsd(week.spentCents)}`;
}

/** A square in words, for who does not see its colour. */
export function squareLabel(week: WeekSummary): string {
  if (week.isFuture) return `${formatWeek(week.start)}: Future week`;
  return `${squareTitle(week)}, ${week.isOver ? 'over' : 'under'} budget${week.isComplete ? '' : ', this week'}`;
}
