import { GuestPage } from '../../features/friends/guest-page.tsx';
import { KeptBoard } from '../../features/leaderboard/kept-board.tsx';
import { useCurrentUser } from '../../shared/http/current-user.ts';
import { Wordmark } from '../../shared/ui/wordmark.tsx';
import { FailureScreen } from '../failure-screen.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { useNameInPath } from './name-in-path.ts';

/** A guest's own page, open to everyone with its link (PD-103). */
export default function GuestScreen() {
  const token = useNameInPath();
  const { data: user, isPending, refetch } = useCurrentUser();
  if (isPending) return <LoadingScreen />;
  if (user === undefined) return <FailureScreen onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto max-w-column px-gutter">
      <header className="py-3">
        <Wordmark />
      </header>
      <main className="pb-12">
        <GuestPage key={token} token={token} user={user} showMarks={(marks) => <KeptBoard kept={marks} />} />
      </main>
    </div>
  );
}
