import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { inviteQuery } from './friends-queries.ts';
import { inviteLink } from './invite-message.ts';
import { InviteOptions } from './invite-options.tsx';

export function OwnInvite({ onInvited }: { onInvited: () => void }) {
  const invite = useQuery(inviteQuery);
  if (invite.data) return <InviteOptions link={inviteLink(invite.data.code)} onInvited={onInvited} />;
  if (invite.isError) {
    return (
      <FailureNotice
        message={messageOf(invite.error, 'We couldn’t load your invitation.')}
        onRetry={() => void invite.refetch()}
      />
    );
  }
  return (
    <div aria-busy="true" aria-label="Your invitation" role="status" className="flex flex-col gap-3">
      <Skeleton className="h-14 w-full rounded-medium shareless:hidden" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14 w-full rounded-medium" />
      ))}
    </div>
  );
}
