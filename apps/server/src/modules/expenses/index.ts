export { duplicatesRoutes } from './duplicates.routes.ts';
export { listOffers } from './duplicates.service.ts';
export { requireRoomForExpenses } from './expense-quota.ts';
export { cursorText, expensesRoutes } from './expenses.routes.ts';
export {
  addExpense,
  deleteExpense,
  listExpenses,
  sumExpenses,
  type ExpenseEntry,
  type ExpensePage,
} from './expenses.service.ts';
export { readMonthlyAnswers } from './monthly-payments.queries.ts';
export { presentExpense, presentOffer, presentRefund } from './present-expense.ts';
export {
  presentEndedSeries,
  presentMerchant,
  presentPriceChange,
  presentRecurring,
  presentSeries,
} from './present-recurring.ts';
export { listRefunds } from './refunds.service.ts';
export {
  lookForBills,
  readComing,
  readRecurring,
  type NamedPriceChange,
  type RecurringView,
} from './recurring.service.ts';
export { recurringRoutes } from './recurring.routes.ts';
export { presentRule } from './present-rule.ts';
export { listRules } from './rules.queries.ts';
export { rulesRoutes } from './rules.routes.ts';
export { listEndedSeries } from './series.queries.ts';
export { createDueOccurrences, createDueOccurrencesOf, listSeriesViews } from './series.service.ts';
