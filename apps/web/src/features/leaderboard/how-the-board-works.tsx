import type { BoardView } from '@oinkly/domain/kept-weeks';
import { formatUsd } from '@oinkly/domain/money';
import { ChevronDown } from 'lucide-react';
import { TextButton } from '../../shared/ui/button.tsx';
import { BoardViewSwitch } from './board-view-switch.tsx';

export function HowTheBoardWorks({
  view,
  usualWeekCents,
  isBusy,
  onLeave,
}: {
  view: BoardView;
  /** The user's own; null before the first closed week. */
  usualWeekCents: number | null;
  isBusy: boolean;
  onLeave: () => void;
}) {
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        How the board works
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="list-disc pl-5 text-ink-soft">
        <li>Each week counts by the share of your own budget that is left.</li>
        <li>The smallest budget of the week counts, so raising it doesn’t help.</li>
        <li>Friends never see an amount or a purchase of yours.</li>
        {usualWeekCents !== null && <li>Your usual week is {formatUsd(usualWeekCents)}. Only you see it.</li>}
        <li>You can leave with one tap and come back. We tell no one.</li>
      </ul>
      <BoardViewSwitch view={view} />
      <TextButton aria-disabled={isBusy} onClick={isBusy ? undefined : onLeave}>
        Leave the board
      </TextButton>
    </details>
  );
}
