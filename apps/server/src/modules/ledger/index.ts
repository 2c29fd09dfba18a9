export { addMissingExpenses, applyStagedChanges } from './apply-staged-changes.ts';
export type { BankChanges, BankTransaction, CoveredDays } from './bank-changes.ts';
export { deleteWithdrawnConnection, withdrawConnection } from './bank-transactions.queries.ts';
export { changeLedger, type LedgerDeps, type LedgerListener } from './change-ledger.ts';
export { findCandidatePair, listQuestions } from './duplicate-candidates.ts';
export { listMergedRows, listSeparate, readPairs, type PairIds } from './duplicates.queries.ts';
export { recountFixedBills } from './expense-kind.ts';
export {
  findExpenseOfRequest,
  findExpenseRow,
  hasListedExpenses,
  insertExpenseRow,
  insertManualExpense,
  isExistingExpense,
  listNewRequestIds,
  lockDeletedExpenseRow,
  lockExpenseRow,
  updateExpenseRow,
  type ExpenseRow,
  type NewExpenseRow,
} from './expenses.queries.ts';
export {
  handOverAccounts,
  listPostedRows,
  readFirstPostedDays,
  type AccountPair,
} from './hand-over-account.ts';
export { holdAccounts, releaseAccounts } from './held-accounts.ts';
export { applyRule, countRuleChanges, forgetRuleChanges, undoRuleChange } from './rule-changes.queries.ts';
export { deleteImportedRows, insertImportedRows, isUndoneWithImport } from './imported-expenses.queries.ts';
export type { LedgerTransaction, WeekSums } from './ledger-transaction.ts';
export { touchWeeks } from './ledger-transaction.ts';
export { matchRefundsOf, rematchMerchants } from './match-refunds.ts';
export { mergeDuplicates, mergePair, setSeparate, unmergeFrom } from './merge-duplicates.ts';
export {
  insertOccurrences,
  listOccurrences,
  listUpcoming,
  markOccurrencesDeleted,
  markUpcoming,
  restoreOccurrences,
  type SeriesRef,
} from './occurrences.queries.ts';
export {
  listMatches,
  listRefundTransactions,
  lockRefundTransaction,
  merchantsOfExpenses,
  refreshRefundedCents,
  refundedByHandCents,
  storeDismissal,
  storeMatchByHand,
  type BankTransactionRow,
} from './refund-matches.queries.ts';
export { stagePage } from './stage-page.ts';
export { dropStage, dropStageOfLease } from './staged-changes.queries.ts';
export { hasCountedExpenses, listWeekTotals, refreshWeeklyTotals } from './weekly-totals.ts';
