export {
  forgetDeletedUser,
  leaveFriends,
  readCircle,
  readInvitation,
  readInvite,
  type OwnInvite,
} from './friends.service.ts';
export { mirrorFriendship } from './friendship-rows.ts';
export { countSignUpBy, findInviting } from './inviting-pages.ts';
export { invitationPage } from './invitation-page.ts';
export { guestsOfSubject } from './guests-of-subject.ts';
export { guestsRoutes } from './guests.routes.ts';
export { openGuestLink, removeSilentGuests } from './guests.service.ts';
export { friendsRoutes } from './friends.routes.ts';
export { pactsRoutes } from './pacts.routes.ts';
export { notifyOfKeptWeeks } from './kept-weeks.service.ts';
export { readPacts } from './pacts.service.ts';
export { presentCircle, presentInvite, presentPact } from './present-friends.ts';
export { recordSeenAnswers, seenRoutes } from './seen.routes.ts';
export { recordSeen } from './seen.service.ts';
