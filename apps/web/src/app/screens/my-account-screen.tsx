import type { Settings, User } from '@oinkly/contract/endpoints';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { DeleteAccountDialog } from '../../features/account/delete-account-dialog.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { ThemeChoice } from '../../features/account/theme-choice.tsx';
import { BankAccounts } from '../../features/banking/bank-accounts.tsx';
import { urlOf } from '../../shared/http/call.ts';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { settingsQuery } from '../../shared/http/settings-query.ts';
import { Button, buttonClass, TextLink } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** My Account (ACC-1 to ACC-4, DEL-1). */
export default function MyAccountScreen({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const settings = useQuery(settingsQuery);
  return (
    <>
      <TextLink href="/" className="gap-1.5 text-small">
        <ArrowLeft size={16} aria-hidden="true" />
        Back to home
      </TextLink>
      <PageHeading title="My Account" />
      <Profile user={user} settings={settings} />
      {/* A new key when the profile is there: its height differs from its skeleton's, and nothing may be seen to move. */}
      <div key={String(settings.isPending)}>
        <section className="mt-10" aria-labelledby="bank-accounts">
          <SectionHeading id="bank-accounts">Bank Accounts</SectionHeading>
          <BankAccounts headingLevel="h3" />
        </section>
        <ThemeChoice />
        <div className="mt-10 flex flex-col gap-3 border-t border-dashed border-line pt-6">
          <a href={urlOf('logout')} className={buttonClass('secondary')}>
            Sign Out
          </a>
          <Button look="danger" onClick={() => setIsDeleting(true)}>
            Delete Account
          </Button>
        </div>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function Profile({ user, settings }: { user: User; settings: UseQueryResult<Settings> }) {
  if (settings.data) return <ProfileForm user={user} settings={settings.data} />;
  if (settings.isError) {
    return (
      <div className="mt-6">
        <FailureNotice
          message={messageOf(settings.error, 'Failed to load settings')}
          onRetry={() => void settings.refetch()}
        />
      </div>
    );
  }
  return (
    <div aria-busy="true" className="mt-6">
      <Skeleton className="mb-4 h-6 w-20 rounded-square" />
      <FieldSkeleton />
      <FieldSkeleton hasHint />
      <Skeleton className="mt-9 mb-4 h-6 w-40 rounded-square" />
      <FieldSkeleton hasHint />
      <Skeleton className="h-13 rounded-small" />
      <Skeleton className="mt-2 h-4 w-64 max-w-full rounded-square" />
      <Skeleton className="mt-6 h-14 rounded-medium" />
    </div>
  );
}

function FieldSkeleton({ hasHint = false }: { hasHint?: boolean }) {
  return (
    <div className="mb-4">
      <Skeleton className="mb-2 h-5 w-24 rounded-square" />
      <Skeleton className="h-13 rounded-small" />
      {hasHint && <Skeleton className="mt-2 h-4 w-56 max-w-full rounded-square" />}
    </div>
  );
}
