import { useRoute } from 'wouter';
import { InvitePage } from '../../features/friends/invite-page.tsx';
import { useCurrentUser } from '../../shared/http/current-user.ts';
import { FailureScreen } from '../failure-screen.tsx';
import { LoadingScreen } from '../loading-screen.tsx';

/** An invitation, open to everyone who has its link (D-8, PD-27). */
export default function InviteScreen() {
  const [, params] = useRoute('/invite/:code');
  const { data: user, isPending, refetch } = useCurrentUser();
  if (isPending) return <LoadingScreen />;
  if (user === undefined) return <FailureScreen onRetry={() => void refetch()} />;
  return (
    <main className="mx-auto max-w-column px-gutter">
      <InvitePage code={params?.code ?? ''} user={user} />
    </main>
  );
}
