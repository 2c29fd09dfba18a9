export { assistantsRoutes } from './assistants.routes.ts';
