export { readInsights } from './insights.service.ts';
export { insightsRoutes } from './insights.routes.ts';
