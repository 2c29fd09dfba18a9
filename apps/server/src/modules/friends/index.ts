export {
  countSignUpWith,
  forgetDeletedUser,
  isInvitation,
  leaveFriends,
  readCircle,
  readInvitation,
  readInvite,
} from './friends.service.ts';
export { mirrorFriendship } from './friendship-rows.ts';
export { invitationPage } from './invitation-page.ts';
export { friendsRoutes } from './friends.routes.ts';
export { pactsRoutes } from './pacts.routes.ts';
export { readPacts } from './pacts.service.ts';
export { presentCircle, presentPact } from './present-friends.ts';
