import type { User } from '@oinkly/contract/endpoints';
import { BackToAccount } from '../../features/account/back-to-account.tsx';
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function NotificationsScreen({ user }: { user: User }) {
  return (
    <>
      <BackToAccount />
      <PageHeading title="Notifications" />
      <NotificationsPage user={user} />
    </>
  );
}
