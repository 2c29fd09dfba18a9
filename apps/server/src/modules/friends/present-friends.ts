import type { OtherUser, Pact as PresentedPact } from '@oinkly/contract/friends';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { displayName } from '@oinkly/domain/display-name';
import type { OtherUserRow } from './friends.queries.ts';
import type { Circle, Invitation, OwnInvite } from './friends.service.ts';
import type { GuestPage } from './guests.service.ts';
import type { Pact } from './pacts.service.ts';

/** Shows nothing but names (PD-23). */
export function presentCircle({ friends, blocked, guests }: Circle): RouteResponse<'listFriends'> {
  return {
    friends: friends.map(presentOtherUser),
    blocked: blocked.map(presentOtherUser),
    guests: guests.map(({ id, name, createdAt }) => ({ userId: id, name, since: createdAt.toISOString() })),
  };
}

export function presentInvitation(
  { inviterName, standing, takesGuests }: Invitation,
  { takesAccounts }: { takesAccounts: boolean },
): RouteResponse<'getInvitation'> {
  return { inviterName: displayName(inviterName), standing, takesGuests, takesAccounts };
}

/** Shows no id of a user or guest. */
export function presentGuestPage(
  { marks, isKept, ...page }: GuestPage,
  { takesAccounts }: { takesAccounts: boolean },
): RouteResponse<'getGuestPage'> {
  const users = marks.users.map((user, index) => ({ ...user, userId: String(index) }));
  return { ...page, marks: { ...marks, users }, kept: isKept, takesAccounts };
}

export function presentInvite({ code, expiresAt, signUps }: OwnInvite): RouteResponse<'getInvite'> {
  return { code, expiresAt: expiresAt.toISOString(), signUps };
}

function presentOtherUser({ id, fullName, since }: OtherUserRow): OtherUser {
  return { userId: id, name: displayName(fullName), since: since.toISOString() };
}

/** Says nothing of either one's weeks (PD-101). */
export function presentPact({ run, ...pact }: Pact): PresentedPact {
  return {
    ...pact,
    weeksTogether: run?.weeksTogether ?? null,
    forgivenWeek: run?.forgivenWeek ?? null,
    countsFrom: run?.countsFrom ?? null,
  };
}
