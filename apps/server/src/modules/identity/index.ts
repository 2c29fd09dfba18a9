export { EMBEDDED_ISSUER } from './embedded-issuer.ts';
export { confirmEmailOfSubject } from './confirmed-email.ts';
export { requireSession } from './end-sessions.ts';
export { endSessionsOfSubject } from './end-sessions-of-subject.ts';
export { guardAccess, readSession, sessionOf, userOf } from './access.ts';
export { removeExpiredLogins } from './remove-expired-logins.ts';
export {
  deleteLogins,
  findLoginAttempt,
  findUser,
  findUserByIdentity,
  listSubjects,
} from './identity.queries.ts';
export type { ActiveSession, UserRow } from './identity.queries.ts';
export type { IdentityDeps } from './identity-deps.ts';
export { identityRoutes } from './identity.routes.ts';
export { deleteIssuerAccount, leaveIssuer } from './issuer-accounts.ts';
export { openSession, recognizeSession } from './identity.service.ts';
export { requireRecentLogin } from './recent-login.ts';
export { cookieNames, cookieOptions } from './session-cookie.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export type { SignUpOrigin, SignUpRefusal, SignUps } from './sign-ups.ts';
