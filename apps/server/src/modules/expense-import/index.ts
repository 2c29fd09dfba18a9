export { expenseImportRoutes } from './expense-import.routes.ts';
export { presentImports } from './present-imports.ts';
export { exportImports } from './expense-import.service.ts';
