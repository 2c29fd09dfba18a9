export { readCircle, readInvitation } from './friends.service.ts';
export { invitationPage } from './invitation-page.ts';
export { friendsRoutes } from './friends.routes.ts';
export { presentCircle } from './present-friends.ts';
