import type { User } from '@oinkly/contract/account';
import { useQuery } from '@tanstack/react-query';
import { MessagePlacesSection } from '../../features/notifications/message-places-section.tsx';
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { inboxQuery } from '../../features/notifications/notifications-queries.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function NotificationsScreen({ user }: { user: User }) {
  const inbox = useQuery(inboxQuery);
  return (
    <>
      <BackLink href="/my-account">Back to my account</BackLink>
      <PageHeading title="Notifications" />
      <NotificationsPage user={user} />
      {/* They would move when the notifications load above them. */}
      <div hidden={inbox.isPending}>
        <MessagePlacesSection />
      </div>
    </>
  );
}
