import type { Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { balanceWords } from '@oinkly/domain/week-balance';
import { moodOfWeek } from '@oinkly/domain/week-mood';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { daysLeftInWeek } from '@oinkly/domain/weeks';
import { BigNumber } from '../../shared/ui/big-number.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

const CARD =
  'mt-4 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 rounded-large border border-line bg-card p-card shadow-card';
const PIG = '-mr-1 h-auto w-pig-small min-[360px]:w-pig-card compact:w-pig-hero';

export function WeekTotal({
  week,
  isTracked,
  isConfirmed,
  today,
}: {
  week: WeekSummary;
  /** False before the first expense. */
  isTracked: boolean;
  /** False while it shows the last known numbers and asks for new ones. */
  isConfirmed: boolean;
  today: Day;
}) {
  const moodOnTheWay = moodOfWeek(week.spentCents, week.budgetCents, isTracked);
  // A week that was kept is no worry any more.
  const mood = week.isComplete && moodOnTheWay === 'worried' ? 'content' : moodOnTheWay;
  return (
    <section aria-label="Total" aria-busy={!isConfirmed} className={CARD}>
      <div className="min-w-0">
        <BigNumber cents={week.spentCents} />
        <p className="mt-2 font-bold">
          spent of {formatUsd(week.budgetCents)}
          {!isConfirmed && (
            <span className="inline-block font-normal whitespace-pre text-ink-soft"> · checking</span>
          )}
        </p>
        <p className="text-small">
          {isTracked ? (
            <strong className={week.isOver ? 'text-over-text' : 'text-under-text'}>
              {balanceWords(week)}
            </strong>
          ) : (
            <span className="text-ink-soft">before your first expense</span>
          )}
          {!week.isComplete && <span className="text-ink-soft"> · {daysToGo(today)}</span>}
        </p>
      </div>
      <Pig mood={mood} width={128} label={`Piggy bank, ${mood}`} className={PIG} />
    </section>
  );
}

export function WeekTotalSkeleton() {
  return (
    <section aria-label="Total" aria-busy="true" className={CARD}>
      <div>
        <Skeleton className="h-[0.95em] w-44 max-w-full rounded-small text-number" />
        <Skeleton className="mt-3 h-5 w-36 rounded-square" />
        <Skeleton className="mt-2 h-4 w-28 rounded-square" />
      </div>
      <Pig mood="asleep" width={128} className={PIG} />
    </section>
  );
}

function daysToGo(today: Day): string {
  const days = daysLeftInWeek(today);
  if (days === 0) return 'last day';
  return days === 1 ? '1 day to go' : `${days} days to go`;
}
