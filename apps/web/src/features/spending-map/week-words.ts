import { formatUsd } from '@oinkly/domain/money';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { formatWeek } from '@oinkly/domain/weeks';
import type { WeekSquare } from '../../shared/ui/week-grid.tsx';

/** The hover title of a square (DB-10): `Jun 1 - Jun 7: $76.82`, or 'Future week'. */
function squareTitle(week: WeekSummary): string {
  return week.isFuture ? 'Future week' : `${formatWeek(week.start)}: ${formatUsd(week.spentCents)}`;
}

/** A square in words, for who does not see its colour. */
function squareLabel(week: WeekSummary): string {
  if (week.isFuture) return `${formatWeek(week.start)}: Future week`;
  return `${squareTitle(week)}, ${verdictOf(week)} budget${week.isComplete ? '' : ', this week'}`;
}

/** A week of the owner's own map, which leads to its purchases. */
export function squareOf(week: WeekSummary): WeekSquare {
  return {
    start: week.start,
    verdict: week.isFuture ? 'future' : verdictOf(week),
    title: squareTitle(week),
    label: squareLabel(week),
    isNow: !week.isFuture && !week.isComplete,
    ...(!week.isFuture && { href: `/expenses?week=${week.start}` }),
  };
}

/** What a week that has begun is called. */
export function verdictOf({ isOver }: Pick<WeekSummary, 'isOver'>): 'over' | 'under' {
  return isOver ? 'over' : 'under';
}
