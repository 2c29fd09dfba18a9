export { endSessionsOfSubject } from './ended-sign-ins.ts';
export { guardAccess, readSession, sessionOf, userOf } from './access.ts';
export type { UserRow } from './identity.queries.ts';
export { identityRoutes } from './identity.routes.ts';
export { deleteIssuerAccount, leaveIssuer } from './issuer-accounts.ts';
export { openSession } from './identity.service.ts';
export { requireRecentSignIn } from './recent-sign-in.ts';
export { cookieNames, cookieOptions } from './session-cookie.ts';
export { sessionsRoutes } from './sessions.routes.ts';
