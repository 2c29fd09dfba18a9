import type { User } from '@oinkly/contract/endpoints';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '../shared/http/current-user.ts';
import { createHeadingNotes, NoteHeadingContext } from '../shared/hooks/page-heading.ts';
import { toast } from '../shared/ui/toast-store.ts';
import { FailureScreen } from './failure-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { guardedScreenAt, openScreenAt, type GuardedScreen, type OpenScreen } from './screen-at.ts';
import { DashboardScreen } from './dashboard.ts';
import { WelcomeScreen } from './screens/welcome-screen.tsx';
import { SignedInLayout } from './signed-in-layout.tsx';
import { useProblem } from './use-problem.ts';
import { useTimeZoneReport } from './use-time-zone-report.ts';

const AccountsScreen = lazyScreen(() => import('./screens/accounts-screen.tsx'));
const ExpensesScreen = lazyScreen(() => import('./screens/expenses-screen.tsx'));
const FriendsScreen = lazyScreen(() => import('./screens/friends-screen.tsx'));
const GoodbyeScreen = lazyScreen(() => import('./screens/goodbye-screen.tsx'));
const ImportScreen = lazyScreen(() => import('./screens/import-screen.tsx'));
const InviteScreen = lazyScreen(() => import('./screens/invite-screen.tsx'));
const MyAccountScreen = lazyScreen(() => import('./screens/my-account-screen.tsx'));
const NotFoundScreen = lazyScreen(() => import('./screens/not-found-screen.tsx'));
const NotificationsScreen = lazyScreen(() => import('./screens/notifications-screen.tsx'));
const OAuthRedirectScreen = lazyScreen(() => import('./screens/oauth-redirect-screen.tsx'));
const OnboardingPreviewScreen = lazyScreen(() => import('./screens/onboarding-preview-screen.tsx'));
const PrivacyScreen = lazyScreen(() => import('./screens/privacy-screen.tsx'));
const SharedMapScreen = lazyScreen(() => import('./screens/shared-map-screen.tsx'));
const SignupFlowScreen = lazyScreen(() => import('./screens/signup-flow-screen.tsx'));

/** Chooses the screen for the path and the user. */
export function Router() {
  const [path] = useLocation();
  const [noteHeading] = useState(createHeadingNotes);
  const open = openScreenAt(path);
  useEffect(() => {
    // The callback leads to one of these screens, so load them ahead.
    if (open === 'oauth-redirect')
      for (const screen of [AccountsScreen, MyAccountScreen, SignupFlowScreen]) void screen.preload();
  }, [open]);
  return (
    <NoteHeadingContext value={noteHeading}>
      <Suspense fallback={<LoadingScreen />}>
        {open ? <Open screen={open} /> : <Guarded path={path} />}
      </Suspense>
    </NoteHeadingContext>
  );
}

function Open({ screen }: { screen: OpenScreen }) {
  switch (screen) {
    case 'oauth-redirect':
      return <OAuthRedirectScreen />;
    case 'goodbye':
      return <GoodbyeScreen />;
    case 'onboarding-preview':
      return <OnboardingPreviewScreen />;
    case 'invite':
      return <InviteScreen />;
    case 'privacy':
      return <PrivacyScreen />;
    case 'shared-map':
      return <SharedMapScreen />;
  }
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

  if (isPending || problem === undefined) return <LoadingScreen />;
  if (user === undefined) return <FailureScreen onRetry={() => void refetch()} />;
  const here = user ?? known;
  const screen = guardedScreenAt(path, here);
  if (!here) return <WelcomeScreen problem={problem} />;
  if (screen === 'signup-flow') return <SignupFlowScreen user={here} />;
  return (
    <SignedInLayout user={here} withHeader={screen !== 'dashboard'}>
      <Suspense fallback={null}>
        <SignedIn screen={screen} user={here} />
      </Suspense>
    </SignedInLayout>
  );
}

function SignedIn({ screen, user }: { screen: Exclude<GuardedScreen, 'signup-flow'>; user: User }) {
  switch (screen) {
    case 'dashboard':
      return <DashboardScreen />;
    case 'accounts':
      return <AccountsScreen />;
    case 'my-account':
      return <MyAccountScreen user={user} />;
    case 'expenses':
      return <ExpensesScreen />;
    case 'import':
      return <ImportScreen />;
    case 'friends':
      return <FriendsScreen user={user} />;
    case 'notifications':
      return <NotificationsScreen user={user} />;
    case 'welcome':
    case 'not-found':
      return <NotFoundScreen />;
  }
}
