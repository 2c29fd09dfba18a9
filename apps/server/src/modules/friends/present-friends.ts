import type { Person, RouteResponse } from '@oinkly/contract/endpoints';
import { displayName } from '@oinkly/domain/display-name';
import type { PersonRow } from './friends.queries.ts';
import type { Circle, Invitation, OwnInvite } from './friends.service.ts';

/** A user's circle as it travels: names and nothing else of anybody (PD-23). */
export function presentCircle({ friends, blocked }: Circle): RouteResponse<'listFriends'> {
  return { friends: friends.map(presentPerson), blocked: blocked.map(presentPerson) };
}

/** An invitation as it travels. */
export function presentInvitation({ inviterName, standing }: Invitation): RouteResponse<'getInvitation'> {
  return { inviterName: displayName(inviterName), standing };
}

/** The user's own invitation as it travels. */
export function presentInvite({ code, expiresAt }: OwnInvite): RouteResponse<'getInvite'> {
  return { code, expiresAt: expiresAt.toISOString() };
}

function presentPerson({ id, fullName, since }: PersonRow): Person {
  return { userId: id, name: displayName(fullName), since: since.toISOString() };
}
