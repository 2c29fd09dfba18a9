import { formatUsd } from '@oinkly/domain/money';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { verdictsOf } from '@oinkly/domain/week-verdicts';
import { formatWeek } from '@oinkly/domain/weeks';
import { Link } from 'wouter';
import { Verdict } from '../../shared/ui/week-grid.tsx';
import { verdictInWords } from './week-words.ts';

/** Newest first. */
export default function WeeksAsList({ weeks }: { weeks: readonly WeekSummary[] }) {
  const verdicts = verdictsOf(weeks);
  const past = weeks
    .map((week, index) => ({ ...week, verdict: verdicts[index] ?? ('future' as const) }))
    .filter((week) => !week.isFuture)
    .reverse();
  return (
    <ol className="max-h-72 overflow-y-auto rounded-small border border-line bg-card px-4">
      {past.map((week) => (
        <li key={week.start} className="border-line not-first:border-t">
          <Link
            href={`/weeks/${week.start}`}
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
  );
}
