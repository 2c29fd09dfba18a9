import { InvitePage } from '../../features/friends/invite-page.tsx';
import { useCurrentUser } from '../../shared/http/current-user.ts';
import { Wordmark } from '../../shared/ui/wordmark.tsx';
import { FailureScreen } from '../failure-screen.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { useNameInPath } from './name-in-path.ts';

/** An invitation, open to everyone with its link (D-8, PD-27). */
export default function InviteScreen() {
  const code = useNameInPath();
  const { data: user, isPending, refetch } = useCurrentUser();
  if (isPending) return <LoadingScreen />;
  if (user === undefined) return <FailureScreen onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto max-w-column px-gutter">
      <header className="absolute py-3">
        <Wordmark />
      </header>
      <main>
        <InvitePage code={code} user={user} />
      </main>
    </div>
  );
}
