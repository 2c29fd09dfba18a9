import { formatUsd } from '@oinkly/domain/money';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { verdictsOf, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import { formatWeek } from '@oinkly/domain/weeks';
import type { WeekSquare } from '../../shared/ui/week-grid.tsx';

/** `Jun 1 - Jun 7: $76.82`, or 'Future week' (DB-10). */
function squareTitle(week: WeekSummary): string {
  return week.isFuture ? 'Future week' : `${formatWeek(week.start)}: ${formatUsd(week.spentCents)}`;
}

export function verdictInWords(verdict: WeekVerdict): string {
  return verdict === 'untracked' ? 'before your first expense' : `${verdict} budget`;
}

function squareLabel(week: WeekSummary, verdict: WeekVerdict): string {
  if (week.isFuture) return `${formatWeek(week.start)}: Future week`;
  return `${squareTitle(week)}, ${verdictInWords(verdict)}${week.isComplete ? '' : ', this week'}`;
}

/** Returns squares; past ones open their week. */
export function squaresOf(weeks: readonly WeekSummary[]): WeekSquare[] {
  const verdicts = verdictsOf(weeks);
  return weeks.map((week, index) => {
    const verdict = verdicts[index] ?? 'future';
    return {
      start: week.start,
      verdict,
      title: squareTitle(week),
      label: squareLabel(week, verdict),
      isNow: !week.isFuture && !week.isComplete,
      ...(!week.isFuture && { href: `/weeks/${week.start}` }),
    };
  });
}
