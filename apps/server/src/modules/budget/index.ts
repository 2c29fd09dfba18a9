export { findLatestBudgetChange, listBudgetChanges } from './budget.queries.ts';
export { budgetRoutes } from './budget.routes.ts';
export { setWeeklyBudget, todayOf } from './budget.service.ts';
