import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useCanReachServer } from '../../shared/hooks/use-reach.ts';
import { call } from '../../shared/http/call.ts';
import { canReachServer, noteReach } from '../../shared/http/reach.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { sendWaiting } from './deliver.ts';
import { refreshSpending } from './expense-mutations.ts';
import {
  dropUnsent,
  dropChange,
  openOutbox,
  setRefusal,
  waitingChanges,
  type WaitingChange,
} from './outbox.ts';
import { useWaiting } from './use-waiting.ts';

/** How often it is tried again to reach the server, or to send what waits. */
const TRY_AGAIN_MS = 15_000;

/**
 * Says that there is no network, what waits for it, and what the server has refused of that; nothing otherwise. Sends what waits of this
 * user as soon as the server can be reached.
 */
export function WaitingNotice({ userId }: { userId: string }) {
  const canReach = useCanReachServer();
  const waiting = useWaiting();
  useSending(userId);
  const refused = waiting.filter(({ refusal }) => refusal !== null);
  const waitingCount = waiting.length - refused.length;
  if (canReach && refused.length === 0) return <div role="status" />;
  return (
    <div role="status" className="mt-2 flex flex-col gap-2">
      {!canReach && (
        <p className="flex gap-3 rounded-medium border border-line bg-card px-4 py-3 text-small text-pretty">
          <CloudOff size={20} aria-hidden="true" className="mt-0.5 flex-none text-ink-soft" />
          <span>
            <strong>No connection.</strong> You see what was here last.{' '}
            {waitingCount === 0
              ? 'What you add is kept, and sent once the network is back.'
              : waitingCount === 1
                ? 'One change waits, and is sent once the network is back.'
                : `${waitingCount} changes wait, and are sent once the network is back.`}
          </span>
        </p>
      )}
      {refused.map((change) => (
        <Refused key={change.requestId} change={change} />
      ))}
    </div>
  );
}

function Refused({ change }: { change: WaitingChange }) {
  const words = { add: 'was not added', edit: 'was not changed', delete: 'was not deleted' }[change.kind];
  return (
    <div className="rounded-medium border border-line bg-card px-4 py-3 text-small">
      <p className="text-pretty">
        <strong>
          {change.expense.name} {words}.
        </strong>{' '}
        {change.refusal}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => setRefusal(change.requestId, null)}>
          Try again
        </Button>
        <Button
          look="quiet"
          onClick={() => (change.kind === 'add' ? dropUnsent(change.localId) : dropChange(change.requestId))}
        >
          Discard
        </Button>
      </div>
    </div>
  );
}

/** Sends what waits when the network comes back, when the page is looked at, and every now and then. */
function useSending(userId: string): void {
  const queryClient = useQueryClient();
  const count = useWaiting().filter(({ refusal }) => refusal === null).length;
  useEffect(() => openOutbox(userId), [userId]);
  useEffect(() => {
    const tryAgain = async () => {
      const wasReachable = canReachServer();
      if (waitingChanges().some(({ refusal }) => refusal === null)) {
        const sent = await sendWaiting();
        if (sent > 0) {
          refreshSpending(queryClient);
          toast({ title: sent === 1 ? 'Sent what was waiting' : `Sent ${sent} changes that were waiting` });
        }
      } else if (!wasReachable) {
        // Its answer says that the server is there.
        await call('health').catch(() => undefined);
      }
      // What is on the screen was remembered.
      if (!wasReachable && canReachServer()) await queryClient.invalidateQueries();
    };
    const listen = () => void tryAgain();
    const lose = () => noteReach(false);
    listen();
    const timer = setInterval(listen, TRY_AGAIN_MS);
    window.addEventListener('online', listen);
    window.addEventListener('offline', lose);
    document.addEventListener('visibilitychange', listen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', listen);
      window.removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', listen);
    };
    // One that is tried again is sent at once.
  }, [queryClient, userId, count]);
}
