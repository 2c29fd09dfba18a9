export { weeksRoutes } from './weeks.routes.ts';
