import type { OtherUser } from '@oinkly/contract/friends';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { displayName } from '@oinkly/domain/display-name';
import type { OtherUserRow } from './friends.queries.ts';
import type { Circle, Invitation, OwnInvite } from './friends.service.ts';

/** Shows nothing but names (PD-23). */
export function presentCircle({ friends, blocked }: Circle): RouteResponse<'listFriends'> {
  return { friends: friends.map(presentOtherUser), blocked: blocked.map(presentOtherUser) };
}

export function presentInvitation({ inviterName, standing }: Invitation): RouteResponse<'getInvitation'> {
  return { inviterName: displayName(inviterName), standing };
}

export function presentInvite({ code, expiresAt, signUps }: OwnInvite): RouteResponse<'getInvite'> {
  return { code, expiresAt: expiresAt.toISOString(), signUps };
}

function presentOtherUser({ id, fullName, since }: OtherUserRow): OtherUser {
  return { userId: id, name: displayName(fullName), since: since.toISOString() };
}
