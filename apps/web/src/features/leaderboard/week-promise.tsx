import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { call } from '../../shared/http/call.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast, UNDO_MS } from '../../shared/ui/toast-store.ts';
import { leaderboardQuery } from './leaderboard-query.ts';

/** Offers "I'm in", from Monday to Wednesday, until the user answers (PD-106). */
export function WeekPromise({
  weekStart,
  focusFallback,
}: {
  weekStart: string;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const promise = useAnswerWeek('promiseWeek', weekStart, () => toast({ title: 'You’re in.' }));
  const decline = useAnswerWeek('declineWeek', weekStart, () =>
    toast({
      title: 'Not this week',
      durationMs: UNDO_MS,
      action: { label: 'I’m in', run: () => promise.mutate() },
    }),
  );
  const isAnswering = promise.isPending || decline.isPending;
  return (
    <section
      ref={useFocusFallback(focusFallback)}
      aria-label="Keeping this week"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-medium border border-line bg-card px-inset py-3"
    >
      <div className="min-w-0 flex-[1_1_12rem]">
        <p>Are you keeping this week?</p>
        <p className="text-small text-pretty text-ink-soft">
          Partners and check marks show that you’re in. It can’t be taken back. No one sees if you’re not.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="secondary"
          isBusy={promise.isPending}
          onClick={isAnswering ? undefined : () => promise.mutate()}
        >
          I’m in
        </Button>
        <Button
          look="quiet"
          isBusy={decline.isPending}
          onClick={isAnswering ? undefined : () => decline.mutate()}
        >
          Not this week
        </Button>
      </div>
    </section>
  );
}

function useAnswerWeek(answer: 'promiseWeek' | 'declineWeek', weekStart: string, onAnswered: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(answer, { body: { weekStart } }),
    onSuccess: () => {
      queryClient.setQueryData(
        leaderboardQuery.queryKey,
        (board) => board && { ...board, weekToPromise: null },
      );
      onAnswered();
    },
    onError: (error) => toastFailure(error),
    // After a refusal, the board says which week can be promised. After a success, it shows the word.
    onSettled: () => queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey }),
  });
}
