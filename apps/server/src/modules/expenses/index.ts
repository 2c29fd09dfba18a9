export { recountFixedBills } from './expenses.queries.ts';
export { expensesRoutes } from './expenses.routes.ts';
export { listExpenses, type ExpensePage } from './expenses.service.ts';
export { listMerchantCategories } from './merchant-categories.queries.ts';
export { presentExpense, presentRefund } from './present-expense.ts';
export { listRefunds, settleRefunds } from './refunds.service.ts';
export { recurringRoutes } from './recurring.routes.ts';
export { createDueOccurrences } from './series.service.ts';
