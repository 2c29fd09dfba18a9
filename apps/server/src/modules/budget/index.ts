export { findLatestBudgetChange, listBudgetChanges } from './budget.queries.ts';
export { budgetRoutes } from './budget.routes.ts';
export { readBudgetSettings, setWeeklyBudget, todayOf, zoneOf } from './budget.service.ts';
export { presentSettings } from './present-settings.ts';
