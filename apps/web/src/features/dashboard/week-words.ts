import { formatUsd } from '@oinkly/domain/money';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { verdictsOf, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import { formatWeek } from '@oinkly/domain/weeks';
import type { WeekSquare } from '../../shared/ui/week-grid.tsx';

export function verdictInWords(verdict: WeekVerdict): string {
  return verdict === 'untracked' ? 'before your first expense' : `${verdict} budget`;
}

/** Returns squares titled `Jun 1 - Jun 7: $76.82`, or 'Future week' (DB-10); past ones open their week. */
export function squaresOf(weeks: readonly WeekSummary[]): WeekSquare[] {
  const verdicts = verdictsOf(weeks);
  return weeks.map(({ start, spentCents, isFuture, isComplete }, index) => {
    const verdict = verdicts[index] ?? 'future';
    const span = formatWeek(start);
    if (isFuture)
      return { start, verdict, title: 'Future week', label: `${span}: Future week`, isNow: false };
    const title = `${span}: ${formatUsd(spentCents)}`;
    const label = `${title}, ${verdictInWords(verdict)}${isComplete ? '' : ', this week'}`;
    return { start, verdict, title, label, isNow: !isComplete, href: `/weeks/${start}` };
  });
}
