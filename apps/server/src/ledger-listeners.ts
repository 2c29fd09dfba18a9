import type { Deps } from './deps.ts';
import { correctClosedWeeks } from './modules/leaderboard/index.ts';
import type { LedgerListener } from './modules/ledger/index.ts';
import { notifyOfBudgetMarks } from './modules/notifications/index.ts';

/** Returns the listeners that run on every ledger change, in this order. The ledger itself imports none of them. */
export function ledgerListeners(deps: Pick<Deps, 'clock' | 'queue'>): LedgerListener[] {
  return [correctClosedWeeks, notifyOfBudgetMarks(deps)];
}
