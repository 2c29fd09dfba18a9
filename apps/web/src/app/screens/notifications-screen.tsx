import type { User } from '@oinkly/contract/endpoints';
import { ArrowLeft } from 'lucide-react';
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { TextLink } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

export default function NotificationsScreen({ user }: { user: User }) {
  return (
    <>
      <TextLink href="/my-account" className="gap-1.5 text-small">
        <ArrowLeft size={16} aria-hidden="true" />
        Back to my account
      </TextLink>
      <PageHeading title="Notifications" />
      <NotificationsPage user={user} />
    </>
  );
}
