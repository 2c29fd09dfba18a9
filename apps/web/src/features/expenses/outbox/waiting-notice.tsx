import { CloudOff } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useCanReachServer } from '../../../shared/hooks/use-reach.ts';
import { lastAnswerAt } from '../../../shared/http/offline-cache.ts';
import { requireLogin } from '../../../shared/ui/require-login.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { NO_ANSWER } from '../../../shared/http/reach.ts';
import type { OutboxEntry } from './change.ts';
import { sender } from './sender.ts';
import type { UnreadableEntry } from './outbox.ts';
import { outbox } from './outbox.ts';
import { useOutbox, useUnreadable } from './use-outbox.ts';

export default function WaitingNotice(): ReactNode {
  const canReach = useCanReachServer();
  const entries = useOutbox();
  const unreadable = useUnreadable();
  const pause = useSyncExternalStore(outbox.subscribe, () => outbox.pause);
  const refused = entries.filter(({ refusal }) => refusal !== null);
  const count = entries.filter(({ isWaiting, refusal }) => isWaiting && refusal === null).length;
  const changes = count === 1 ? '1 change' : `${count} changes`;
  const isOffline = !navigator.onLine;
  return (
    <>
      {!canReach ? (
        <Notice>
          <strong>{isOffline ? 'You’re offline.' : NO_ANSWER}</strong> {lastAnswerWords()}{' '}
          {count === 0 ? 'What you add' : changes} will sync{' '}
          {isOffline ? 'when you’re back online' : 'when it answers again'}.
        </Notice>
      ) : count > 0 && pause === 'login' ? (
        <Notice>
          {changes} will sync after you log in.
          <Button look="quiet" className="mt-2" onClick={requireLogin}>
            Log in
          </Button>
        </Notice>
      ) : count > 0 && pause === 'server' ? (
        <Notice>
          <strong>The server isn’t responding.</strong> {changes} will sync automatically.
        </Notice>
      ) : null}
      {refused.length + unreadable.length > 0 && (
        <div className="mt-2 mb-4 flex flex-col gap-2">
          {unreadable.map((entry) => (
            <Unreadable key={entry.key} entry={entry} />
          ))}
          {refused.map((entry) => (
            <Refused key={entry.requestId} entry={entry} />
          ))}
        </div>
      )}
    </>
  );
}

/** Floats above the navigation, so that nothing moves. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      data-notice
      className="pointer-events-none fixed inset-x-0 bottom-above-navigation z-10 mx-auto max-w-column px-gutter desk:bottom-6"
    >
      <div className="pointer-events-auto flex animate-enter gap-3 rounded-medium border border-line bg-card px-4 py-2.5 text-small text-pretty shadow-float">
        <CloudOff size={20} aria-hidden="true" className="mt-0.5 flex-none text-ink-soft" />
        <div>{children}</div>
      </div>
    </div>
  );
}

function Unreadable({ entry }: { entry: UnreadableEntry }) {
  return (
    <div className="rounded-medium border border-line bg-card px-4 py-3 text-small">
      <p className="text-pretty">
        <strong>{entry.name === null ? 'A change' : `Your change to ${entry.name}`} wasn’t sent.</strong>{' '}
        Another version of the app saved it on this device, and this one can’t read it. Please make the change
        again, then discard this note.
      </p>
      <Button look="quiet" className="mt-2" onClick={() => outbox.discardUnreadable(entry)}>
        Discard
      </Button>
    </div>
  );
}

function Refused({ entry }: { entry: OutboxEntry }) {
  const what = {
    add: 'was not added',
    edit: 'was not changed',
    delete: 'was not deleted',
    restore: 'was not restored',
  }[entry.kind];
  return (
    <div className="rounded-medium border border-line bg-card px-4 py-3 text-small">
      <p className="text-pretty">
        <strong>
          {entry.expense.name} {what}.
        </strong>{' '}
        {entry.refusal}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => sender.tryAgain(entry)}>
          Try again
        </Button>
        <Button look="quiet" onClick={() => outbox.discard(entry)}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The same on every page, although each page may show answers of another minute. */
function lastAnswerWords(): string {
  const answeredAt = lastAnswerAt();
  if (!answeredAt) return '';
  const isOfToday = answeredAt.toDateString() === new Date().toDateString();
  const when = new Intl.DateTimeFormat('en-US', {
    ...(!isOfToday && { weekday: 'short', month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  });
  return `Showing data from ${when.format(answeredAt)}.`;
}
