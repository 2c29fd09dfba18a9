import type { FirstView } from '@oinkly/contract/first-view';
import { ReconnectButton } from '../features/banking/lazy-reconnect-button.tsx';
import { BillCard } from '../features/expenses/checks/lazy-bill-card.ts';
import { screens } from './lazy-screens.ts';

/** Everything in a drawn page whose code loads by itself, and the views that may show it. */
const PARTS = [
  { part: screens.dashboard, isIn: () => true },
  { part: BillCard, isIn: ({ weeks }: FirstView) => weeks.bill !== null },
  {
    part: ReconnectButton,
    isIn: ({ user }: FirstView) => user.banks.some(({ problem }) => problem !== null),
  },
];

/**
 * Loads the code of what the server draws of a view, or else of all views. Without it, the server would draw fallbacks, and the browser would
 * lose presses and replace what is drawn by a fallback. Never rejects.
 */
export async function preloadDrawn(view?: FirstView): Promise<void> {
  const needed = PARTS.filter(({ isIn }) => view === undefined || isIn(view));
  await Promise.all(needed.map(({ part }) => part.preload()));
}
