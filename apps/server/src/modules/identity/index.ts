export { guardAccess, readSession, userOf } from './access.ts';
export type { UserRow } from './identity.queries.ts';
export { identityRoutes } from './identity.routes.ts';
export { openSession } from './identity.service.ts';
export { cookieNames } from './session-cookie.ts';
