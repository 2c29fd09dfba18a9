export { updateUserRow } from './users.queries.ts';
export { usersRoutes } from './users.routes.ts';
