import type { Deps } from './deps.ts';
import { correctClosedWeeks } from './modules/leaderboard/index.ts';
import type { LedgerListener } from './modules/ledger/index.ts';
import { notifyOfBudgetMarks } from './modules/notifications/index.ts';

/** What listens to changes of ledgers, in the order in which it is called. The ledger itself knows none of them. */
export function ledgerListeners(deps: Pick<Deps, 'clock' | 'queue'>): LedgerListener[] {
  return [correctClosedWeeks, notifyOfBudgetMarks(deps)];
}
