import type { User } from '@oinkly/contract/endpoints';
import { FriendsHeading } from '../../features/friends/friends-heading.tsx';
import { FriendsPage } from '../../features/friends/friends-page.tsx';

export default function FriendsScreen({ user }: { user: User }) {
  return (
    <>
      <FriendsHeading />
      <FriendsPage user={user} />
    </>
  );
}
