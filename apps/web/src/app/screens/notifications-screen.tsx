import type { User } from '@oinkly/contract/account';
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function NotificationsScreen({ user }: { user: User }) {
  return (
    <>
      <BackLink href="/my-account">Back to my account</BackLink>
      <PageHeading title="Notifications" />
      <NotificationsPage user={user} />
    </>
  );
}
