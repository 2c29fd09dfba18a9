import type { Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { countWeeks } from '@oinkly/domain/week-count';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { trackedWeeks, verdictsOf } from '@oinkly/domain/week-verdicts';
import { formatWeek, monthBeginningIn } from '@oinkly/domain/weeks';
import { useState } from 'react';
import type { FigureTable } from '../../shared/charts/as-table.tsx';
import { ColumnChart } from '../../shared/charts/column-chart.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

const SPANS = [8, 52] as const;

/** `weeks` are the 52 up to this one, oldest first. The running week is drawn beside the closed ones and counts nowhere (PD-88). */
export function WeeksInsight({ weeks }: { weeks: readonly WeekSummary[] }) {
  const [span, setSpan] = useState<(typeof SPANS)[number]>(8);
  const from = Math.max(0, weeks.length - 1 - span);
  const shown = weeks.slice(from);
  return (
    <section className="mt-7" aria-labelledby="weeks">
      <SectionHeading id="weeks">{weeksSentence(weeks, span)}</SectionHeading>
      <div
        role="group"
        aria-label="Weeks shown"
        className="mb-4 grid fit-cols-30 gap-1 rounded-medium border border-line bg-card p-1"
      >
        {SPANS.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === span}
            onClick={() => setSpan(choice)}
            className="min-h-11 rounded-small text-ink-soft aria-pressed:bg-pink-wash aria-pressed:font-bold aria-pressed:text-ink"
          >
            {choice} weeks
          </button>
        ))}
      </div>
      <ColumnChart
        columns={shown.map((week) => ({
          key: week.start,
          label: monthBeginningIn(week.start, span === 8 ? 1 : 3),
          cents: week.spentCents,
          limitCents: week.budgetCents,
          isOver: week.isOver,
          isNow: !week.isComplete,
        }))}
      />
      <p className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-soft">
        <Key className="bg-under" words="under" />
        <Key className="bg-over hatched" words="over" />
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-t-2 border-ink" />
          budget
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 rounded-[4px] outline-2 -outline-offset-2 outline-ink" />
          this week so far
        </span>
      </p>
    </section>
  );
}

/** Lists them, newest first. */
export function weeksTable(weeks: readonly WeekSummary[], today: Day): FigureTable {
  const verdicts = verdictsOf(weeks);
  return {
    caption: `Spending in the last ${weeks.length} weeks`,
    columns: ['Week', 'Spent', 'Budget'],
    rows: weeks
      .map((week, index) => [
        formatWeek(week.start, today) + (week.isComplete ? '' : ', so far'),
        verdicts[index] === 'untracked' ? 'not tracked' : formatUsd(week.spentCents),
        formatUsd(week.budgetCents),
      ])
      .reverse(),
  };
}

function Key({ className, words }: { className: string; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-3 rounded-[4px] ${className}`} />
      {words}
    </span>
  );
}

/** `6 of the last 8 weeks under budget. $98.20 a week on average.` Counts closed weeks since the first expense. */
function weeksSentence(weeks: readonly WeekSummary[], span: number): string {
  const { under, closed } = countWeeks(weeks, span);
  if (closed === 0) return 'Your first week is still open.';
  const spentCents = trackedWeeks(weeks)
    .slice(-span)
    .reduce((sum, week) => sum + week.spentCents, 0);
  const counted = closed === 1 ? 'the last week' : `the last ${closed} weeks`;
  return `${under} of ${counted} under budget. ${formatUsd(Math.round(spentCents / closed))} a week on average.`;
}
