import type { Deps } from '../modules/deps.ts';
import { correctClosedWeeks } from '../modules/leaderboard/index.ts';
import type { LedgerListener } from '../modules/ledger/index.ts';
import { notifyOfBudgetMarks } from '../modules/notifications/index.ts';

/** The listeners of every ledger change, in the order of their calls. */
export function ledgerListeners(deps: Pick<Deps, 'clock' | 'queue'>): LedgerListener[] {
  return [correctClosedWeeks, notifyOfBudgetMarks(deps)];
}
