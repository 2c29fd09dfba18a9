import { DOCUMENT_TITLE } from '@oinkly/contract/product';
import { formatUsd } from '@oinkly/domain/money';
import { mapQuip } from '@oinkly/domain/quips';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { formatWeek } from '@oinkly/domain/weeks';
import { ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { WeekGrid } from './week-grid.tsx';

/** The year in squares under its summary (DB-10 to DB-12). */
export function SpendingMapSection({ weeks, year }: { weeks: readonly WeekSummary[]; year: number }) {
  const quip = mapQuip(weeks, year);
  return (
    <section className="mt-9">
      <SectionHeading>{quip}</SectionHeading>
      <WeekGrid weeks={weeks} label={`Spending map of ${year}`} />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex gap-4 text-small text-ink-soft">
          <Verdict isOver={false} />
          <Verdict isOver />
        </p>
        <TextButton onClick={() => void shareSummary(quip)}>Share my map</TextButton>
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

/** The same weeks as a list, newest first, for who reads rather than looks. */
function WeeksInWords({ weeks }: { weeks: readonly WeekSummary[] }) {
  const past = weeks.filter((week) => !week.isFuture).reverse();
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        The weeks in words
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <ol className="max-h-72 overflow-y-auto rounded-small border border-line bg-card px-4">
        {past.map((week) => (
          <li key={week.start} className="border-line not-first:border-t">
            <Link
              href={`/expenses?week=${week.start}`}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_4rem] items-center gap-x-2.5 min-[360px]:gap-x-4 text-ink no-underline hover:underline"
            >
              <span className={week.isComplete ? '' : 'font-bold'}>{formatWeek(week.start)}</span>
              <span className="sr-only">: </span>
              <span className="font-bold">{formatUsd(week.spentCents)}</span>
              <span className="sr-only">, </span>
              <Verdict isOver={week.isOver} />
              <span className="sr-only"> budget{week.isComplete ? '' : ', this week'}</span>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** A square of the map, small, with its word. */
function Verdict({ isOver }: { isOver: boolean }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-soft">
      <span aria-hidden="true" className={`size-3 rounded-[4px] ${isOver ? 'bg-over' : 'bg-under'}`} />
      {isOver ? 'over' : 'under'}
    </span>
  );
}

async function shareSummary(quip: string): Promise<void> {
  const text = `${quip} ${window.location.origin}`;
  if ('share' in navigator) {
    try {
      await navigator.share({ title: DOCUMENT_TITLE, text });
      return;
    } catch (error) {
      // Closing the share sheet is no failure; any other refusal falls back to copying.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(text)) toast({ title: 'Copied!', description: quip });
  else toast({ title: 'Copy this', description: text, durationMs: 15_000 });
}
