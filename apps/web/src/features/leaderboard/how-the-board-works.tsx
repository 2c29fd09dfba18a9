import type { BoardView } from '@oinkly/domain/kept-weeks';
import { formatUsd } from '@oinkly/domain/money';
import { ChevronDown } from 'lucide-react';
import { TextButton } from '../../shared/ui/button.tsx';
import { BoardViewSwitch } from './board-view-switch.tsx';

/** Why a row stands where it does, or has no check mark. */
const RULES: Record<BoardView, string[]> = {
  ranks: [
    'Your rank is the share of your own budget that is left this week.',
    'If that’s equal, your last eight weeks decide. If they are equal too, you share the rank.',
  ],
  kept: [
    'A check mark is a week that ended within your own budget.',
    'A week without any purchase or working bank has none.',
  ],
};

export function HowTheBoardWorks({
  view,
  hasRanks,
  usualWeekCents,
  isBusy,
  onLeave,
}: {
  view: BoardView;
  /** False if all others are guests. */
  hasRanks: boolean;
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
        {RULES[view].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
        <li>The smallest budget of the week counts, so raising it doesn’t help.</li>
        {usualWeekCents !== null && <li>Your usual week is {formatUsd(usualWeekCents)}. Only you see it.</li>}
        <li>Friends never see an amount. You can leave with one tap; we tell no one.</li>
      </ul>
      {hasRanks && <BoardViewSwitch view={view} />}
      <TextButton aria-disabled={isBusy} onClick={isBusy ? undefined : onLeave}>
        Leave the board
      </TextButton>
    </details>
  );
}
