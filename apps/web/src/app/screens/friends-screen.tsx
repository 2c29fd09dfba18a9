import type { User } from '@oinkly/contract/endpoints';
import { FriendsPage } from '../../features/friends/friends-page.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function FriendsScreen({ user }: { user: User }) {
  return (
    <>
      <PageHeading title="Friends" />
      <FriendsPage user={user} />
    </>
  );
}
