export { removeExpiredInvites } from './remove-expired-invites.ts';
export { signUpOnLogInPages } from './log-in-pages.ts';
export { signUpsBy } from './sign-up.service.ts';
