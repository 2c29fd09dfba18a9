import { PLUG } from '@oinkly/artwork/pig';
import { QUESTION } from '@oinkly/artwork/pig-props';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { PRODUCT_NAME, PROMISE } from '@oinkly/contract/product';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { urlOf } from '../../shared/http/call.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { invitationQuery, isVoid, toastFriends, useAcceptInvitation } from './friends-queries.ts';
import { hasGuestSecret } from './guest-secret.ts';
import { JoinAsGuest } from './join-as-guest.tsx';
import { pendingInvite } from './pending-invite.ts';
import { forgetInvite, rememberInvite } from './remember-invite.ts';

type Invitation = RouteResponse<'getInvitation'>;

/** An invitation for its viewer: logged out, new, already a friend, or the inviter (PD-27). */
export function InvitePage({ code, user }: { code: string; user: User | null }) {
  const invitation = useQuery(invitationQuery(code));
  // It may have been replaced a moment ago.
  if (isVoid(invitation.error)) {
    return !user && hasGuestSecret(code) ? (
      <PigPage
        mood="worried"
        prop={PLUG}
        title="Your link hasn’t arrived"
        text="This invitation is no longer valid. If you joined before that, ask for your link again."
      >
        <JoinAsGuest code={code} />
      </PigPage>
    ) : (
      <PigPage
        mood="asleep"
        prop={QUESTION}
        title="This invitation is no longer valid"
        text="This link has expired, was replaced or is mistyped. Ask your friend for a new one."
      >
        <Home user={user} />
      </PigPage>
    );
  }
  if (invitation.data) return <Invitation code={code} user={user} invitation={invitation.data} />;
  if (invitation.isPending) return <InvitationSkeleton />;
  return (
    <PigPage
      mood="worried"
      prop={PLUG}
      title="We couldn’t load the invitation"
      text={messageOf(invitation.error, 'Please try again.')}
    >
      <Button onClick={() => void invitation.refetch()}>Try again</Button>
    </PigPage>
  );
}

function InvitationSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Invitation"
      className="flex flex-col items-center pt-[18dvh]"
    >
      <Skeleton className="mb-8 h-33 w-42 rounded-[50%]" />
      <Skeleton className="h-8 w-56 rounded-square" />
      <Skeleton className="mt-4 h-5 w-80 max-w-full rounded-square" />
      <Skeleton className="mt-8 h-14 w-full rounded-medium" />
    </div>
  );
}

function Invitation({
  code,
  user,
  invitation: { inviterName, standing, takesGuests, takesAccounts },
}: {
  code: string;
  user: User | null;
  invitation: Invitation;
}) {
  const name = <bdi>{inviterName}</bdi>;
  if (standing === 'own') {
    return (
      <PigPage
        mood="content"
        title="This is your own invitation"
        text="Send it to someone who’ll keep you honest."
      >
        <Link href="/friends" className={buttonClass('primary')}>
          Go to friends
        </Link>
      </PigPage>
    );
  }
  if (standing === 'friends') {
    return (
      <PigPage mood="proud" title="You’re already friends" text={<>You and {name} share a board.</>}>
        <Home user={user} />
      </PigPage>
    );
  }
  if (standing === 'blocked') {
    return (
      <PigPage
        mood="asleep"
        title="You’ve blocked this person"
        text={<>To accept, unblock {name} on your friends page.</>}
      >
        <Link href="/friends" className={buttonClass('primary')}>
          Go to friends
        </Link>
      </PigPage>
    );
  }
  return (
    <PigPage
      mood="proud"
      title="You’re invited"
      text={
        <>
          <p className="text-balance wrap-anywhere">
            {name} wants to see who keeps more of their weekly budget.
          </p>
          <p className="mt-2 text-small text-balance">
            You’ll see each other’s name and place on the board, never an amount.
          </p>
        </>
      }
    >
      {user ? (
        <Answer code={code} user={user} inviterName={inviterName} />
      ) : (
        <AcceptAndLogIn code={code} takesGuests={takesGuests} takesAccounts={takesAccounts} />
      )}
    </PigPage>
  );
}

/** Accepting is one tap, here, for everyone (PD-91): what has to come before is remembered and done after it. */
function Answer({ code, user, inviterName }: { code: string; user: User; inviterName: string }) {
  // A newcomer's friendship begins after onboarding.
  return user.signupCompleted ? (
    <AcceptNow code={code} inviterName={inviterName} />
  ) : (
    <AcceptAndSetUp code={code} />
  );
}

/** Logging in returns here. */
function AcceptAndLogIn({
  code,
  takesGuests,
  takesAccounts,
}: {
  code: string;
  takesGuests: boolean;
  takesAccounts: boolean;
}) {
  const returnTo = `/invite/${code}`;
  const remember = () => rememberInvite(code);
  return (
    <>
      {takesAccounts && (
        <a
          href={urlOf('login', { query: { create: '1', returnTo } })}
          className={buttonClass('primary')}
          onClick={remember}
        >
          Accept and create an account
        </a>
      )}
      <a
        href={urlOf('login', { query: { returnTo } })}
        className={buttonClass(takesAccounts ? 'secondary' : 'primary')}
        onClick={remember}
      >
        Accept and log in
      </a>
      {(takesGuests || hasGuestSecret(code)) && <JoinAsGuest code={code} />}
      <p className="text-small text-balance text-ink-soft">
        {PRODUCT_NAME} keeps an eye on your week. {PROMISE}
      </p>
    </>
  );
}

function AcceptAndSetUp({ code }: { code: string }) {
  const [, navigate] = useLocation();
  const hasAccepted = pendingInvite() === code;
  useEffect(() => {
    if (hasAccepted) navigate('/signup-flow', { replace: true });
  }, [hasAccepted, navigate]);
  if (hasAccepted) return null;
  const answer = (isYes: boolean) => {
    if (isYes) rememberInvite(code);
    else forgetInvite();
    navigate('/signup-flow');
  };
  return (
    <>
      <Button onClick={() => answer(true)}>Accept</Button>
      <Button look="secondary" onClick={() => answer(false)}>
        Decline
      </Button>
    </>
  );
}

function AcceptNow({ code, inviterName }: { code: string; inviterName: string }) {
  const [, navigate] = useLocation();
  const accept = useAcceptInvitation(code, () => {
    toastFriends(inviterName);
    navigate('/');
  });
  // Accepted before logging in.
  const acceptAsAnswered = useEffectEvent(() => {
    if (pendingInvite() !== code) return;
    forgetInvite();
    accept.mutate();
  });
  useEffect(() => acceptAsAnswered(), []);
  return (
    <>
      <Button isBusy={accept.isPending} onClick={() => accept.mutate()}>
        {accept.isPending ? 'Accepting...' : 'Accept'}
      </Button>
      <Button look="secondary" disabled={accept.isPending} onClick={() => navigate('/')}>
        Decline
      </Button>
    </>
  );
}

function Home({ user }: { user: User | null }): ReactNode {
  return (
    <Link href="/" className={buttonClass('primary')}>
      {user ? 'Go to my dashboard' : 'Go to the home page'}
    </Link>
  );
}
