import { PLUG } from '@oinkly/artwork/pig';
import { QUESTION } from '@oinkly/artwork/pig-props';
import type { User } from '@oinkly/contract/account';
import type { GuestPage as Page } from '@oinkly/contract/guests';
import type { KeptWeeks } from '@oinkly/contract/leaderboard';
import { formatDay } from '@oinkly/domain/days';
import { GUEST_LIFETIME_DAYS } from '@oinkly/domain/guests';
import { weekEndOf } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { urlOf } from '../../shared/http/call.ts';
import { Button, buttonClass, TextButton } from '../../shared/ui/button.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import {
  guestPageQuery,
  isGuestVoid,
  useBecomeFriend,
  useLeaveAsGuest,
  useReplaceGuestLink,
  useTapWeek,
} from './guest-queries.ts';
import { hasGuestSecret } from './guest-secret.ts';
import { forgetGuest, pendingGuest, rememberGuest } from './pending-guest.ts';

/** What a friend without an account sees and does (PD-103). */
export function GuestPage({
  token,
  user,
  showMarks,
}: {
  token: string;
  user: User | null;
  showMarks: (marks: KeptWeeks) => ReactNode;
}) {
  const page = useQuery(guestPageQuery(token));
  const leave = useLeaveAsGuest(token);
  const replace = useReplaceGuestLink(token);
  const isVoid = isGuestVoid(page.error);
  useEffect(() => {
    if (isVoid && pendingGuest() === token) forgetGuest();
  }, [isVoid, token]);
  if (leave.isSuccess) {
    return (
      <PigPage mood="content" title="You’ve left" text="We deleted your name and your answers.">
        <Home />
      </PigPage>
    );
  }
  // The secret stays: it is the only way to a link that was made.
  if (isVoid && hasGuestSecret(token) && !isGuestVoid(replace.error)) {
    return (
      <PigPage
        mood="worried"
        prop={PLUG}
        title="Your new link hasn’t arrived"
        text="You asked for a new link, and this one may no longer work."
      >
        <Button isBusy={replace.isPending} onClick={() => replace.mutate()}>
          Get my new link
        </Button>
      </PigPage>
    );
  }
  if (isVoid) {
    return (
      <PigPage
        mood="asleep"
        prop={QUESTION}
        title="This link no longer works"
        text="It was replaced, unused for too long, or removed. Ask your friend for a new invitation."
      >
        <Home />
      </PigPage>
    );
  }
  if (page.data) {
    return (
      <Circle
        token={token}
        user={user}
        page={page.data}
        marks={showMarks(page.data.marks)}
        isLeaving={leave.isPending}
        onLeave={() => leave.mutate()}
        isReplacing={replace.isPending}
        onReplace={() => replace.mutate()}
      />
    );
  }
  if (page.isPending) return <CircleSkeleton />;
  return (
    <PigPage
      mood="worried"
      prop={PLUG}
      title="We couldn’t load your page"
      text={messageOf(page.error, 'Please try again.')}
    >
      <Button onClick={() => void page.refetch()}>Try again</Button>
    </PigPage>
  );
}

function CircleSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Your weeks" className="pt-6">
      <Skeleton className="h-8 w-56 rounded-square" />
      <Skeleton className="mt-6 h-32 w-full rounded-medium" />
      <Skeleton className="mt-9 h-40 w-full rounded-medium" />
    </div>
  );
}

function Circle({
  token,
  user,
  page,
  marks,
  isLeaving,
  onLeave,
  isReplacing,
  onReplace,
}: {
  token: string;
  user: User | null;
  page: Page;
  marks: ReactNode;
  isLeaving: boolean;
  onLeave: () => void;
  isReplacing: boolean;
  onReplace: () => void;
}) {
  return (
    <>
      <div className="pt-6 wrap-anywhere">
        <PageHeading title={`Hi, ${page.name}`}>
          Hi, <bdi>{page.name}</bdi>
        </PageHeading>
      </div>
      <LastWeek token={token} page={page} />
      <section className="mt-9" aria-labelledby="marks">
        <SectionHeading id="marks">
          <span className="wrap-anywhere">
            You and <bdi>{page.inviterName}</bdi>
          </span>
        </SectionHeading>
        {marks}
      </section>
      <section className="mt-9" aria-labelledby="your-link">
        <SectionHeading id="your-link">Your link</SectionHeading>
        <div className="flex flex-col gap-3">
          <p className="text-pretty">
            This page is yours. Save its link: it’s the only way back, and works for everyone who has it.
          </p>
          <Button look="secondary" onClick={() => void copyLink()}>
            Copy my link
          </Button>
          <Account token={token} user={user} page={page} />
        </div>
      </section>
      <Rules inviterName={page.inviterName} />
      <div className="mt-1 flex flex-wrap gap-x-6">
        <TextButton aria-disabled={isReplacing} onClick={isReplacing ? undefined : onReplace}>
          New link
        </TextButton>
        <TextButton aria-disabled={isLeaving} onClick={isLeaving ? undefined : onLeave}>
          Leave
        </TextButton>
      </div>
    </>
  );
}

async function copyLink(): Promise<void> {
  if (await copyText(window.location.href))
    toast({ title: 'Copied!', description: 'The link is on your clipboard.' });
  else toast({ title: 'Copy it from the address bar', description: 'Your browser blocked copying.' });
}

function LastWeek({ token, page }: { token: string; page: Page }) {
  const tap = useTapWeek(token);
  const { weekToTap: week } = page;
  if (week === null) {
    return (
      <p className="mt-4 rounded-medium border border-line bg-card p-4 text-pretty wrap-anywhere">
        Come back on Monday: one tap says how the week was. You have until Wednesday, in{' '}
        <bdi>{page.inviterName}</bdi>’s time zone.
      </p>
    );
  }
  const kept = tap.isPending && tap.variables.week === week ? tap.variables.kept : page.kept;
  return (
    <fieldset className="mt-4 rounded-medium border border-line bg-card p-4">
      <legend className="float-left mb-3 w-full font-bold text-balance">
        Last week, {shortDay(week)} to {shortDay(weekEndOf(week))}: were you under or over your budget?
      </legend>
      <div className="clear-both grid grid-cols-2 gap-3">
        {[true, false].map((answer) => (
          <Button
            key={String(answer)}
            look={kept === answer ? 'primary' : 'secondary'}
            aria-pressed={kept === answer}
            onClick={() => tap.mutate({ week, kept: answer })}
          >
            {answer ? 'Under' : 'Over'}
          </Button>
        ))}
      </div>
      <p className="mt-3 text-small text-pretty wrap-anywhere text-ink-soft">
        {kept === null ? 'One tap' : `You said ${kept ? 'under' : 'over'}. You can change it`} until
        Wednesday, in <bdi>{page.inviterName}</bdi>’s time zone.
      </p>
    </fieldset>
  );
}

function shortDay(day: string): string {
  return formatDay(day, { month: 'short', day: 'numeric' });
}

const USE_ONCE_TAPPED = 'Once you’ve said how last week was, you can use your account instead.';
const CREATE_ONCE_TAPPED =
  'Once you’ve said how last week was, you can create an account and keep your weeks.';

function Account({ token, user, page }: { token: string; user: User | null; page: Page }) {
  if (!user && !page.takesAccounts) return null;
  // An account takes no taps: last week would be missed.
  if (page.weekToTap !== null && page.kept === null)
    return (
      <p className="text-small text-pretty text-ink-soft">{user ? USE_ONCE_TAPPED : CREATE_ONCE_TAPPED}</p>
    );
  if (user?.signupCompleted) return <BecomeFriend token={token} inviterName={page.inviterName} />;
  if (user) {
    return (
      <Link href="/signup-flow" className={buttonClass('secondary')} onClick={() => rememberGuest(token)}>
        Finish setting up
      </Link>
    );
  }
  return (
    <a
      href={urlOf('login', { query: { create: '1', returnTo: `/guest/${token}` } })}
      className={buttonClass('secondary')}
      onClick={() => rememberGuest(token)}
    >
      Create an account and keep my weeks
    </a>
  );
}

function BecomeFriend({ token, inviterName }: { token: string; inviterName: string }) {
  const become = useBecomeFriend(token, inviterName);
  // Chosen before creating the account.
  const becomeAsChosen = useEffectEvent(() => {
    if (pendingGuest() === token) become.mutate();
  });
  useEffect(() => becomeAsChosen(), []);
  return (
    <Button look="secondary" isBusy={become.isPending} onClick={() => become.mutate()}>
      Use my account instead
    </Button>
  );
}

function Rules({ inviterName }: { inviterName: string }) {
  return (
    <details className="group mt-6 text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        How this works
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="list-disc pl-5 wrap-anywhere text-ink-soft">
        <li>
          Each week, until Wednesday in <bdi>{inviterName}</bdi>’s time zone, one tap says whether you stayed
          under your own budget.
        </li>
        <li>
          <bdi>{inviterName}</bdi> and their guests see your name and check marks. Pictures that they share
          show them without your name. There are no amounts.
        </li>
        <li>
          <bdi>{inviterName}</bdi> sees which day you last opened this page, and may count the weeks that you
          both kept, as a pact.
        </li>
        <li>Leaving deletes everything at once, and so do {GUEST_LIFETIME_DAYS} days without a tap.</li>
      </ul>
    </details>
  );
}

function Home() {
  return (
    <Link href="/" className={buttonClass('primary')}>
      Go to the home page
    </Link>
  );
}
