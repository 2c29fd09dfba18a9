export { expenseImportRoutes } from './expense-import.routes.ts';
export { presentImports } from './present-imports.ts';
export { listImports } from './expense-import.service.ts';
