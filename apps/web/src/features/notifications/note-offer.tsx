import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useAnswerOffer } from './notifications-queries.ts';

/** Asked once. Yes leads to the switch of this device. */
export function NoteOffer({ focusFallback }: { focusFallback: RefObject<HTMLElement | null> }) {
  const [, navigate] = useLocation();
  const answer = useAnswerOffer(() => navigate('/notifications'));
  return (
    <section
      ref={useFocusFallback(focusFallback)}
      aria-label="Notifications"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-small"
    >
      <p>Want a recap on Mondays?</p>
      <div className="flex gap-2">
        <Button look="quiet" isBusy={answer.isPending} onClick={() => answer.mutate(true)}>
          Yes
        </Button>
        <Button look="quiet" isBusy={answer.isPending} onClick={() => answer.mutate(false)}>
          No thanks
        </Button>
      </div>
    </section>
  );
}
