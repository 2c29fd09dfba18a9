import type { PersonalToken } from '@oinkly/contract/tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { AddCalendarDialog } from './add-calendar-dialog.tsx';
import { takeContinuation } from '../../shared/http/recent-login.ts';
import { useRecentLogin } from '../../shared/ui/use-recent-login.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { expiryDayOf, SCOPE_WORDS, tokensQuery } from './tokens-query.ts';

const dayWords = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

export function PersonalTokensSection() {
  const [dialog, setDialog] = useState<'token' | 'calendar' | null>(null);
  const { isPending: isAskingForToken, mutate: create } = useRecentLogin('token', () => setDialog('token'));
  const { isPending: isAskingForCalendar, mutate: addCalendar } = useRecentLogin('calendar', () =>
    setDialog('calendar'),
  );
  useEffect(() => {
    const then = takeContinuation();
    if (then === 'token') create();
    if (then === 'calendar') addCalendar();
  }, [create, addCalendar]);
  const tokens = useQuery(tokensQuery);
  const list = useRef<HTMLUListElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const calendarButton = useRef<HTMLButtonElement>(null);
  return (
    <section className="mt-10" aria-labelledby="tokens" aria-busy={tokens.isPending}>
      <SectionHeading id="tokens">Personal tokens</SectionHeading>
      <p className="mb-3 text-small text-pretty text-ink-soft">
        A token lets a shortcut, a widget, a script or an assistant add expenses or read what you choose, and
        nothing else. Your calendar can show what’s coming up.
      </p>
      {tokens.data ? (
        tokens.data.length > 0 && (
          <ul ref={list} tabIndex={-1} className="rounded-medium border border-line bg-card">
            {tokens.data.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                focusFallback={tokens.data.length > 1 ? list : newButton}
              />
            ))}
          </ul>
        )
      ) : tokens.isError ? (
        <FailureNotice
          message={messageOf(tokens.error, 'We couldn’t load your tokens.')}
          onRetry={() => void tokens.refetch()}
        />
      ) : (
        <Skeleton className="h-14 w-full rounded-medium" />
      )}
      {!tokens.isPending && (
        <div className="mt-3 grid gap-3 compact:grid-cols-2">
          <Button ref={newButton} look="quiet" isBusy={isAskingForToken} onClick={() => create()}>
            Create a token
          </Button>
          <Button
            ref={calendarButton}
            look="quiet"
            isBusy={isAskingForCalendar}
            onClick={() => addCalendar()}
          >
            Add a calendar
          </Button>
        </div>
      )}
      {dialog === 'token' && <CreateTokenDialog focusFallback={newButton} onClose={() => setDialog(null)} />}
      {dialog === 'calendar' && (
        <AddCalendarDialog focusFallback={calendarButton} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

function TokenRow({
  token,
  focusFallback,
}: {
  token: PersonalToken;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const [isAsking, setIsAsking] = useState(false);
  const { name, scopes, createdAt, lastUsedAt } = token;
  return (
    <li
      ref={leaving}
      className="flex min-h-14 items-center justify-between gap-3 border-line px-inset py-1.5 not-first:border-t"
    >
      <div className="min-w-0 py-1">
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-ink-soft">
          {scopes.map((scope) => SCOPE_WORDS[scope].label).join(', ')}
        </p>
        <p className="text-small text-ink-soft">
          {`Created ${dayOf(createdAt)}, ${lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`}`}
        </p>
        <p className="text-small text-ink-soft">{`Works until ${expiryDayOf(token)}`}</p>
      </div>
      <Button
        look="quiet"
        className="flex-none"
        aria-label={`Revoke ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Revoke
      </Button>
      {isAsking && (
        <RevokeDialog token={token} focusFallback={focusFallback} onClose={() => setIsAsking(false)} />
      )}
    </li>
  );
}

function RevokeDialog({
  token: { id, name },
  focusFallback,
  onClose,
}: {
  token: PersonalToken;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call('revokeToken', { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Token revoked' });
      onClose();
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!revoke.isPending) onClose();
      }}
      title="Revoke this token?"
      description={
        <>
          Programs that use <bdi className="wrap-anywhere">{name}</bdi> stop working at once. This can’t be
          undone.
        </>
      }
      focusFallback={focusFallback}
    >
      <div className="grid gap-3 compact:grid-cols-2">
        <Button look="secondary" onClick={onClose} disabled={revoke.isPending}>
          Cancel
        </Button>
        <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke token
        </Button>
      </div>
    </Dialog>
  );
}

function dayOf(iso: string): string {
  return dayWords.format(new Date(iso));
}
