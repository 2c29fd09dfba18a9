import type { Session } from '@oinkly/contract/account';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { SIGNED_OUT_EVERYWHERE_KEY } from '../../shared/signed-out-everywhere.ts';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast-store.ts';

/** The user's sessions. Reloaded whenever the page opens, because other browsers log in and out. */
export const sessionsQuery = queryOptions({
  queryKey: [routes.listSessions.path],
  queryFn: () => loadOrSay('We couldn’t load your devices.', call('listSessions')),
  staleTime: 0,
});

const dayWords = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

interface SigningOut {
  /** Asks what must be decided before a sign-out, then proceeds. */
  askFirst: (proceed: () => void) => void;
  onSignOutHere: () => void;
}

/** The user's sessions with buttons to end each (SEC-3). */
export function SessionsSection(signingOut: SigningOut) {
  const sessions = useQuery(sessionsQuery);
  const list = useRef<HTMLUListElement>(null);
  return (
    <section className="mt-10" aria-labelledby="sessions" aria-busy={sessions.isPending}>
      <SectionHeading id="sessions">Where you&rsquo;re logged in</SectionHeading>
      {sessions.data ? (
        <ul ref={list} tabIndex={-1} className="rounded-medium border border-line bg-card">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} focusFallback={list} />
          ))}
        </ul>
      ) : sessions.isError ? (
        <FailureNotice
          message={messageOf(sessions.error, 'We couldn’t load your devices.')}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Skeleton className="h-14 w-full rounded-medium" />
      )}
      {/* It would move when the list loads above it. */}
      {!sessions.isPending && <SignOutEverywhere {...signingOut} />}
    </section>
  );
}

function SessionRow({
  session,
  focusFallback,
}: {
  session: Session;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const { device, loggedInAt, lastUsedAt, current } = session;
  const name = device ?? 'Unknown browser';
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('endSession', { params: { id: session.id } }),
    onSuccess: async () => {
      toast({ title: 'Signed out' });
      // Ending sessions deletes all push subscriptions. Reloading the user registers this device again.
      await queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey });
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <li
      ref={leaving}
      className="flex min-h-14 items-center justify-between gap-3 border-line px-inset py-1.5 not-first:border-t"
    >
      <div className="min-w-0 py-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-small text-ink-soft">
          {current
            ? `This browser, since ${dayOf(loggedInAt)}`
            : sinceWords(dayOf(loggedInAt), dayOf(lastUsedAt))}
        </p>
      </div>
      {!current && (
        <Button
          look="quiet"
          className="flex-none"
          aria-label={`Sign out on ${name}`}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere({ askFirst, onSignOutHere }: SigningOut) {
  const [isAsking, setIsAsking] = useState(false);
  const endOthers = useMutation({
    mutationFn: () => call('endOtherSessions'),
    // The current session ends last, because the calls need it.
    onSuccess: () => {
      localStorage.setItem(SIGNED_OUT_EVERYWHERE_KEY, '1');
      onSignOutHere();
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <>
      <Button look="quiet" className="mt-3 w-full" onClick={() => askFirst(() => setIsAsking(true))}>
        Sign out everywhere
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={() => {
            if (!endOthers.isPending) setIsAsking(false);
          }}
          title="Sign out on all devices?"
          description="You’ll need to log in again on each of them, including this one. Personal tokens keep working until you revoke them."
        >
          <div className="grid gap-3 compact:grid-cols-2">
            <Button look="secondary" onClick={() => setIsAsking(false)} disabled={endOthers.isPending}>
              Cancel
            </Button>
            <Button look="primary" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out on all devices
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function sinceWords(loggedIn: string, lastUsed: string): string {
  return loggedIn === lastUsed ? `Since ${loggedIn}` : `Since ${loggedIn}, last used ${lastUsed}`;
}

function dayOf(iso: string): string {
  return dayWords.format(new Date(iso));
}
