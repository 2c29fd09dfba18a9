import { mapQuip } from '@oinkly/domain/quips';
import type { Streak } from '@oinkly/domain/streaks';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { TextButton, TextLink } from '../../shared/ui/button.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Verdict, WeekGrid, type WeekSquare } from '../../shared/ui/week-grid.tsx';
import { StreakLine } from './streak-line.tsx';
import { squaresOf } from './week-words.ts';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

const WeeksAsList = lazyPart(() => import('./weeks-as-list.tsx'));

/** The year's squares below their summary (DB-10 to DB-12). */
export function SpendingMapSection({
  weeks,
  year,
  streak,
  onShare,
}: {
  weeks: readonly WeekSummary[];
  year: number;
  /** As `StreakLine` takes it. */
  streak: Streak | null | undefined;
  onShare: () => void;
}) {
  const squares = squaresOf(weeks);
  const [peeked, setPeeked] = useState<WeekSquare | null>(null);
  const isEmpty = squares.every(({ verdict }) => verdict === 'untracked' || verdict === 'future');
  return (
    <section className="mt-9">
      <SectionHeading>{mapQuip(weeks, year)}</SectionHeading>
      <div className="room-for-weeks">
        <WeekGrid squares={squares} label={`Spending map of ${year}`} onPeek={setPeeked} />
      </div>
      <StreakLine streak={streak} />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3">
        {peeked ? (
          // The squares' labels say it to screen readers.
          <p aria-hidden="true" data-testid="peek" className="text-small font-bold">
            {peeked.title}
          </p>
        ) : (
          <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
            <Verdict verdict="under" />
            <Verdict verdict="over" />
            {squares.some(({ verdict }) => verdict === 'untracked') && <Verdict verdict="untracked" />}
          </p>
        )}
        <TextButton onClick={onShare}>Share my map</TextButton>
      </div>
      {isEmpty && (
        <p className="text-small text-balance text-ink-soft">
          Each week you track turns green, or red when you go over budget.
        </p>
      )}
      <div className="relative">
        <WeeksInWords weeks={weeks} />
        {!isEmpty && (
          <TextLink href="/insights" className="absolute top-0 right-0">
            Insights
          </TextLink>
        )}
      </div>
    </section>
  );
}

export function SpendingMapSkeleton() {
  return (
    <section aria-busy="true" aria-label="Spending map" className="mt-9">
      <Skeleton className="mb-3.5 h-6 w-72 max-w-full rounded-square" />
      {/* The months above each row take 4 × 23 px. */}
      <div aria-hidden="true" className="animate-appear pt-23 room-for-weeks">
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

/** The weeks as a list, whose code loads when it is opened. */
function WeeksInWords({ weeks }: { weeks: readonly WeekSummary[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      // A drawn page may be opened before the scripts, which no event reports.
      ref={(details) => {
        if (details?.open) setIsOpen(true);
      }}
      className="group text-small"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        Weeks as a list
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <WeeksAsList weeks={weeks} />}
    </details>
  );
}
