export { recountFixedBills } from './expenses.queries.ts';
export { expensesRoutes } from './expenses.routes.ts';
export { settleRefunds } from './refunds.service.ts';
