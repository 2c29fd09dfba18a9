export {
  findLatestBudgetChange,
  listBudgetChanges,
  listBudgetChangesOf,
  setMayHaveBill,
} from './budget.queries.ts';
export { budgetRoutes } from './budget.routes.ts';
export { readBudgetSettings, setWeeklyBudget, type BudgetSettings } from './budget.service.ts';
export { presentSettings } from './present-settings.ts';
