import type { LastWeek } from '@oinkly/contract/leaderboard';
import { centsFromDollars } from '@oinkly/domain/money';
import { recapAmounts, recapHeading } from '@oinkly/domain/week-recap';
import { balanceOf, type WeekSums } from '@oinkly/domain/week-balance';
import { weekCountWords, type WeekCount } from '@oinkly/domain/week-count';
import { formatWeek } from '@oinkly/domain/weeks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { DueThisWeek, type Due } from './due-this-week.tsx';

/** Numbers of weeks under budget worth celebrating. */
const MILESTONES = new Map([
  [1, 'Your first week under budget. Well fed.'],
  [4, 'Four weeks under budget. That’s a habit.'],
  [12, 'Twelve weeks under budget. The pig is getting heavy.'],
  [26, 'Twenty-six weeks under budget. Half a year of good sense.'],
  [52, 'Fifty-two weeks under budget. A whole year. Bravo.'],
]);

/** On the dashboard until dismissed (PD-74), and once more, uncelebrated, after a correction by the bank (PD-24). */
export function LastWeekCard({
  week,
  summary,
  counted,
  due,
  changedPrices,
  focusFallback,
}: {
  week: LastWeek;
  /** The week as the map and its own page show it; undefined if it is on another year's map. */
  summary: WeekSums | undefined;
  /** As in the headline of the map. */
  counted: WeekCount;
  due: Due;
  /** A sentence for each (PD-112). */
  changedPrices: readonly string[];
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const putAside = usePutAside(week.weekStart);
  const atItsEnd = { spentCents: centsFromDollars(week.spent), budgetCents: centsFromDollars(week.budget) };
  // Since then, the user may have edited its expenses.
  const sums = summary ?? atItsEnd;
  const { spent, budget, difference } = recapAmounts(sums);
  const isUnder = !balanceOf(sums).isOver;
  const milestone = isUnder && !week.seenBefore ? MILESTONES.get(week.weeksUnderInAll) : undefined;
  return (
    <section
      ref={useFocusFallback(focusFallback)}
      aria-labelledby="last-week"
      className="mt-5 rounded-large border border-line bg-card p-card shadow-card"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <SectionHeading id="last-week">
            {week.seenBefore ? 'Last week was corrected' : recapHeading(sums)}
          </SectionHeading>
          <p className="-mt-2 text-small text-ink-soft">{formatWeek(week.weekStart)}</p>
        </div>
        <Pig
          mood={isUnder ? 'proud' : 'cracked'}
          width={88}
          hopping={milestone !== undefined}
          className="flex-none"
        />
      </div>
      {week.highlight !== null && <p className="mt-2 text-pretty">{week.highlight}</p>}
      <p className="mt-2 text-pretty">
        <strong>{spent}</strong> of {budget},{' '}
        <strong className={isUnder ? 'text-under-text' : 'text-over-text'}>{difference}</strong>.
      </p>
      {milestone !== undefined && (
        <p className="my-3 rounded-small bg-gold-wash px-3 py-2 text-center text-small font-medium">
          {milestone}
        </p>
      )}
      <ul className="mt-1 text-ink-soft">
        {counted.closed > 0 && <li>{weekCountWords(counted)}</li>}
        {changedPrices.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
        {week.corrected && <li>Your bank corrected something after the week ended.</li>}
      </ul>
      <DueThisWeek due={due} />
      <Button look="quiet" className="mt-4" isBusy={putAside.isPending} onClick={() => putAside.mutate()}>
        Got it
      </Button>
    </section>
  );
}

function usePutAside(weekStart: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('dismissLastWeek', { params: { week: weekStart } }),
    onSuccess: () => {
      queryClient.setQueryData(
        leaderboardQuery.queryKey,
        (board) => board && { ...board, lastWeek: board.lastWeek && { ...board.lastWeek, dismissed: true } },
      );
      // A board requested earlier and still loading would bring the week back.
      void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
    },
    onError: (error) => toastFailure(error),
  });
}
