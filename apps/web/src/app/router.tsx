import type { User } from '@oinkly/contract/account';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '../shared/http/current-user.ts';
import { createHeadingNotes, NoteHeadingContext } from '../shared/hooks/page-heading.ts';
import { toast } from '../shared/ui/toast-store.ts';
import { FailureScreen } from './failure-screen.tsx';
import { screens } from './lazy-screens.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { guardedScreenAt, openScreenAt, type GuardedScreen, type OpenScreen } from '@oinkly/contract/screens';
import { SignedInLayout } from './signed-in-layout.tsx';
import { useProblem } from './use-problem.ts';
import { useTimeZoneReport } from './use-time-zone-report.ts';

const WelcomeScreen = screens.welcome;
const SignupFlowScreen = screens['signup-flow'];

export function Router() {
  const [path] = useLocation();
  const [noteHeading] = useState(createHeadingNotes);
  const open = openScreenAt(path);
  useEffect(() => {
    // The callback leads to one of these screens.
    if (open === 'oauth-redirect')
      for (const screen of ['accounts', 'my-account', 'signup-flow'] as const) void screens[screen].preload();
  }, [open]);
  return (
    <NoteHeadingContext value={noteHeading}>
      {open ? <Open screen={open} /> : <Guarded path={path} />}
    </NoteHeadingContext>
  );
}

function Open({ screen }: { screen: OpenScreen }) {
  const Screen = screens[screen];
  return <Screen fallback={<LoadingScreen />} />;
}

function Guarded({ path }: { path: string }) {
  const { data: user, isPending, refetch } = useCurrentUser();
  // When the session ends, the screen stays and says so.
  const [known, setKnown] = useState<User | null>(null);
  if (user && user !== known) setKnown(user);
  useTimeZoneReport(user ?? null);
  const problem = useProblem();
  const isHere = known !== null;
  useEffect(() => {
    if (isHere && problem) toast({ title: 'Error', description: problem, tone: 'problem' });
  }, [isHere, problem]);

  const here = user ?? known;
  // A toast may come later, and only the welcome page shows the problem itself.
  if (isPending || (problem === undefined && !here)) return <LoadingScreen />;
  if (user === undefined) return <FailureScreen onRetry={() => void refetch()} />;
  const screen = guardedScreenAt(path, here);
  if (!here) return <WelcomeScreen problem={problem ?? null} fallback={<LoadingScreen />} />;
  if (screen === 'signup-flow') return <SignupFlowScreen user={here} fallback={<LoadingScreen />} />;
  return (
    <SignedInLayout user={here} withHeader={screen !== 'dashboard'}>
      <SignedIn screen={screen} user={here} />
    </SignedInLayout>
  );
}

function SignedIn({ screen, user }: { screen: Exclude<GuardedScreen, 'signup-flow'>; user: User }) {
  const Screen = screens[screen === 'welcome' ? 'not-found' : screen];
  return <Screen user={user} />;
}
