export { presentUser } from './present-user.ts';
export { readMarks, readTimeZone, updateUserRow } from './users.queries.ts';
export { usersRoutes } from './users.routes.ts';
export { readProfile } from './users.service.ts';
