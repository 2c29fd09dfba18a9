export { presentWeeks } from './present-weeks.ts';
export { weeksRoutes } from './weeks.routes.ts';
export { readMapWeeks, readWeeks } from './weeks.service.ts';
