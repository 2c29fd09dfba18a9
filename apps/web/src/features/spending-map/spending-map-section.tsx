import { formatUsd } from '@oinkly/domain/money';
import { mapQuip } from '@oinkly/domain/quips';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { verdictsOf } from '@oinkly/domain/week-verdicts';
import { formatWeek } from '@oinkly/domain/weeks';
import { ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import { TextButton } from '../../shared/ui/button.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Verdict, WeekGrid } from '../../shared/ui/week-grid.tsx';
import { squaresOf, verdictInWords } from './week-words.ts';

/** The year in squares under its summary (DB-10 to DB-12). */
export function SpendingMapSection({
  weeks,
  year,
  onShare,
}: {
  weeks: readonly WeekSummary[];
  year: number;
  onShare: () => void;
}) {
  const squares = squaresOf(weeks);
  return (
    <section className="mt-9">
      <SectionHeading>{mapQuip(weeks, year)}</SectionHeading>
      <WeekGrid squares={squares} label={`Spending map of ${year}`} />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex flex-wrap gap-x-4 text-small text-ink-soft">
          <Verdict verdict="under" />
          <Verdict verdict="over" />
          {squares.some(({ verdict }) => verdict === 'untracked') && <Verdict verdict="untracked" />}
        </p>
        <TextButton onClick={onShare}>Share my map</TextButton>
      </div>
      <WeeksInWords weeks={weeks} />
    </section>
  );
}

/** The map's shape while the weeks are on their way. */
export function SpendingMapSkeleton() {
  return (
    <section aria-busy="true" aria-label="Spending map" className="mt-9">
      <Skeleton className="mb-3.5 h-6 w-72 max-w-full rounded-square" />
      <div aria-hidden="true" className="animate-appear">
        <div className="grid animate-breathe grid-cols-13 gap-1.25">
          {Array.from({ length: 52 }, (_, square) => (
            <span key={square} className="aspect-square rounded-square bg-line" />
          ))}
        </div>
      </div>
      <div className="mt-1.5 flex min-h-11 items-center justify-between">
        <Skeleton className="h-4 w-28 rounded-square" />
        <Skeleton className="h-5 w-24 rounded-square" />
      </div>
      <div className="flex min-h-11 items-center">
        <Skeleton className="h-4 w-32 rounded-square" />
      </div>
    </section>
  );
}

/** The same weeks as a list, newest first. */
function WeeksInWords({ weeks }: { weeks: readonly WeekSummary[] }) {
  const verdicts = verdictsOf(weeks);
  const past = weeks
    .map((week, index) => ({ ...week, verdict: verdicts[index] ?? ('future' as const) }))
    .filter((week) => !week.isFuture)
    .reverse();
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        Weeks as a list
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <ol className="max-h-72 overflow-y-auto rounded-small border border-line bg-card px-4">
        {past.map((week) => (
          <li key={week.start} className="border-line not-first:border-t">
            <Link
              href={`/expenses?week=${week.start}`}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_6.5rem] items-center gap-x-2.5 min-[360px]:gap-x-4 text-ink no-underline hover:underline"
            >
              <span className={week.isComplete ? '' : 'font-bold'}>{formatWeek(week.start)}</span>
              <span className="sr-only">: </span>
              <span className="font-bold">{formatUsd(week.spentCents)}</span>
              <span className="sr-only">, </span>
              <span aria-hidden="true">
                <Verdict verdict={week.verdict} />
              </span>
              <span className="sr-only">
                {verdictInWords(week.verdict)}
                {week.isComplete ? '' : ', this week'}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
