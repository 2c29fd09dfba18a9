export { changeLedger, type LedgerDeps, type LedgerListener } from './change-ledger.ts';
export type { LedgerTransaction, WeekSums } from './ledger-transaction.ts';
export { refreshWeeklyTotals, touchWeeks } from './weekly-totals.ts';
